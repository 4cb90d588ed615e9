import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface LossyWay {
  /** The gateway's address by this proxy; ends in /v1. */
  readonly url: string
  close(): Promise<void>
}

/**
 * A proxy that loses the first answer to each submission and void, and answers the second try with “come again”. A
 * client must cope with that. @param onFirst gets each body when it comes for the first time
 */
export async function startLossyWay(port: number, onFirst?: (body: string) => void): Promise<LossyWay> {
  const tries = new Map<string, number>()
  const pass = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await buffer(asked)
    const what = `${asked.url} ${body.toString()}`
    const nth = (tries.get(what) ?? 0) + 1
    tries.set(what, nth)
    const isLossy = /_(submission|void\/by_sale_guid)$/.test(asked.url ?? '')
    if (isLossy && nth === 1) onFirst?.(body.toString())
    if (isLossy && nth === 2) {
      answer.writeHead(503, { 'retry-after': '1', 'content-type': 'application/problem+json' })
      answer.end(JSON.stringify({ status: 503, code: 'storage_unavailable' }))
      return
    }
    const headers = { ...asked.headers, host: `127.0.0.1:${port}` }
    const onward = request({ host: '127.0.0.1', port, method: asked.method ?? 'GET', path: asked.url ?? '/', headers })
    onward.on('error', () => asked.socket.destroy())
    onward.end(body)
    const [told] = (await once(onward, 'response')) as [IncomingMessage]
    const content = await buffer(told)
    if (isLossy && nth === 1) asked.socket.destroy()
    else answer.writeHead(told.statusCode ?? 500, told.headers).end(content)
  }
  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => asked.socket.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
