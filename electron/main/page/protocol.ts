import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { protocol } from 'electron'
import { screenHeaders } from '../../gateway/http/screens-policy.ts'
import { places } from '../places.ts'
import { answerFromGateway, type GatewayWay } from './gateway-way.ts'
import { originOf, ownOrigin } from './web-preferences.ts'

/** Before Electron is ready, or `app://` is a scheme without an origin, without fetch and without a secure context. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, bypassCSP: false }
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }])
}

/** What is behind `app://resit`: the screens in the bundle, the gateway, and nothing else. */
export function servePages(gatewayWay: () => Promise<GatewayWay | null>): void {
  protocol.handle('app', async (request) => {
    const { pathname } = new URL(request.url)
    if (originOf(request.url) !== ownOrigin) return new Response(null, { status: 404 })
    return /^\/(v1|operator)\//.test(pathname)
      ? answerFromGateway(request, await gatewayWay())
      : answerWithFile(pathname)
  })
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Names of files as the build makes them; a climb or an escape makes a path none of them. */
const fileForm = /^\/((?:assets\/)?[\w-][\w.-]*\.\w+)$/

/** @returns the name of a file in the bundle for the path of a page; null if there can be none */
function fileAt(path: string): string | null {
  if (path === '/') return 'index.html'
  const name = fileForm.exec(path)?.[1] ?? null
  return name !== null && extname(name) in types ? name : null
}

/** A file of the built screens, from inside the bundle only. */
async function answerWithFile(path: string): Promise<Response> {
  const name = fileAt(path)
  const found = name === null ? null : await readFile(join(places.screens, name)).catch(() => null)
  if (name === null || found === null) return new Response(null, { status: 404, headers: screenHeaders })
  return new Response(new Uint8Array(found), {
    headers: {
      ...screenHeaders,
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })
}
