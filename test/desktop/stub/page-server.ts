import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { portIs, toApp } from './addresses.ts'
import { onlyBeforeReady } from './ready.ts'
import { facts } from './world.ts'

type Handler = (request: Request) => Promise<Response> | Response

let handler: Handler | null = null

export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown[]) {
    onlyBeforeReady('protocol.registerSchemesAsPrivileged should be called before app is ready')
    facts.schemes.push(...schemes)
  },
  handle(scheme: string, handle: Handler) {
    if (scheme !== 'app') throw new Error(`nobody expected ${scheme}:`)
    handler = handle
  },
}

/** Passes every request of a page to the handler of `app://`, and streams the answer back. */
export async function servePages(): Promise<void> {
  const server = createServer((incoming, outgoing) => {
    const url = toApp(`http://${incoming.headers.host}${incoming.url}`)
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers))
      if (typeof value === 'string') headers.set(name, value)
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const request = new Request(url, {
      method: incoming.method ?? 'GET',
      headers,
      ...(hasBody && { body: Readable.toWeb(incoming) as never, duplex: 'half' }),
    })
    void (async () => {
      if (!url.startsWith('app://') || handler === null) return void outgoing.destroy()
      const response = await handler(request)
      // The page sees a network error.
      if (response.type === 'error') return void outgoing.destroy()
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      if (!response.body) return void outgoing.end()
      // If a page is gone, Electron does not abort its request; it only cancels the answer later.
      const answer = Readable.fromWeb(response.body).on('error', () => outgoing.destroy())
      outgoing.on('close', () => answer.destroy())
      answer.pipe(outgoing)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port for the pages')
  portIs(address.port)
  facts.pageOrigin = `http://resit.localhost:${address.port}`
}
