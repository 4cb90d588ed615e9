import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protocol } from 'electron'
import { screenHeaders } from '../../gateway/http/screens-policy.ts'
import { places } from '../places.ts'
import type { AskGateway } from './gateway-way.ts'
import { isOwnPage } from './web-preferences.ts'

/** Must run before Electron is ready: otherwise `app://` has no origin, no fetch and no secure context. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, bypassCSP: false }
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }])
}

/** Serves `app://resit`: the screens in the bundle, the gateway, and nothing else. */
export function servePages(askGateway: AskGateway): void {
  protocol.handle('app', (request) => {
    const { pathname } = new URL(request.url)
    if (!isOwnPage(request.url)) return new Response(null, { status: 404 })
    return /^\/(v1|operator)\//.test(pathname) ? askGateway(request) : answerWithFile(pathname)
  })
}

/** Names of files as the build makes them; a climb or an escape makes a path none of them. */
const fileForm = /^\/((?:assets\/)?[\w-][\w.-]*\.(html|js|css|svg))$/
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', svg: 'image/svg+xml' }

/** A file of the built screens, from inside the bundle only. */
async function answerWithFile(path: string): Promise<Response> {
  const [, name, end = ''] = fileForm.exec(path === '/' ? '/index.html' : path) ?? []
  const found = name === undefined ? null : await readFile(join(places.screens, name)).catch(() => null)
  if (found === null) return new Response(null, { status: 404, headers: screenHeaders })
  const type = `${types[end] ?? 'text/css'}; charset=utf-8`
  const own = { 'content-type': type, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  return new Response(new Uint8Array(found), { headers: { ...screenHeaders, ...own } })
}
