import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protocol } from 'electron'
import { screenHeaders } from '../../gateway/http/screens-policy.ts'
import { builtFiles } from '../places.ts'
import type { AskGateway } from './gateway-proxy.ts'
import { isOwnPage } from './web-preferences.ts'

/** Call it before Electron is ready. Otherwise `app://` has no origin, no fetch and no secure context. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, bypassCSP: false }
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }])
}

/** Answers `app://resit`: with the built screens, with the gateway, and with nothing else. */
export function serveAppScheme(askGateway: AskGateway): void {
  protocol.handle('app', (request) => {
    const { pathname } = new URL(request.url)
    if (!isOwnPage(request.url)) return new Response(null, { status: 404 })
    return /^\/(v1|operator)\//.test(pathname) ? askGateway(request) : answerWithFile(pathname)
  })
}

/** File names of the build. A path with `..` or an escape has no such form. */
const fileForm = /^\/((?:assets\/)?[\w-][\w.-]*\.(html|js|css|svg))$/
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', svg: 'image/svg+xml' }

/** Reads only files of the built screens. */
async function answerWithFile(path: string): Promise<Response> {
  const [, name, end = ''] = fileForm.exec(path === '/' ? '/index.html' : path) ?? []
  const found = name === undefined ? null : await readFile(join(builtFiles.screens, name)).catch(() => null)
  if (found === null) return new Response(null, { status: 404, headers: screenHeaders })
  const type = `${types[end] ?? 'text/css'}; charset=utf-8`
  const own = { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  return new Response(new Uint8Array(found), { headers: { ...screenHeaders, ...own } })
}
