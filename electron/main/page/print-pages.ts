import { randomUUID } from 'node:crypto'
import { printOrigin } from './web-preferences.ts'

/** No script, no load from anywhere, and only the style that the gateway put there. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const pages = new Map<string, string>()

/** Puts a page where one hidden window can load it. */
export function offerPage(html: string): { readonly url: string; readonly withdraw: () => void } {
  const path = `/${randomUUID()}`
  pages.set(path, html)
  return { url: `${printOrigin}${path}`, withdraw: () => void pages.delete(path) }
}

export function answerWithPrintPage(path: string): Response {
  const html = pages.get(path)
  const headers = { 'content-security-policy': policy, 'content-type': 'text/html; charset=utf-8' }
  return html === undefined ? new Response(null, { status: 404, headers }) : new Response(html, { headers })
}
