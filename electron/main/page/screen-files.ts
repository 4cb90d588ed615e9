import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { screenHeaders } from '../../gateway/http/screens-policy.ts'

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

/** @returns the name of a file in the bundle for the path of a page; null where there can be none */
function fileAt(path: string): string | null {
  if (path === '/') return 'index.html'
  const name = fileForm.exec(path)?.[1] ?? null
  return name !== null && extname(name) in types ? name : null
}

/** A file of the built screens, from inside the bundle only. */
export async function answerWithFile(dir: string, path: string): Promise<Response> {
  const name = fileAt(path)
  const found = name === null ? null : await readFile(join(dir, name)).catch(() => null)
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
