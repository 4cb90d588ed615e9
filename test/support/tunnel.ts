import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A connection to a gateway that a test can cut, or lead to another gateway. */
export interface Tunnel {
  /** Ends in /v1. */
  readonly baseUrl: string
  /** The port it leads to; null if it leads nowhere. */
  target: number | null
  /** Drops the answer to the next request with this text, and closes its connection. */
  loseAnswerTo(text: string): void
  /** Drops the next request with this text. */
  loseRequest(text: string): void
  /** The first lines of all requests that arrived. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

export async function startTunnel(target: number): Promise<Tunnel> {
  const open = new Set<Socket>()
  const requests: string[] = []
  const lost = { request: null as string | null, answer: null as string | null }
  const takes = (which: keyof typeof lost, request: string): boolean => {
    const isIt = lost[which] !== null && request.includes(lost[which])
    if (isIt) lost[which] = null
    return isIt
  }
  const server = createServer((near) => {
    open.add(near)
    near.on('close', () => open.delete(near))
    near.on('error', () => near.destroy())
    if (tunnel.target === null) return void near.destroy()
    const far = connect(tunnel.target, '127.0.0.1')
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    let isAnswerLost = false
    near.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (takes('request', text)) return void near.destroy()
      isAnswerLost ||= takes('answer', text)
      if (/^(GET|POST) /.test(text)) requests.push(text.slice(0, text.indexOf(' HTTP/')))
      // A gateway answers only to its own host name, so the header is changed, as a proxy does.
      far.write(Buffer.from(text.replace(/^host: .*$/im, `host: 127.0.0.1:${tunnel.target}`), 'latin1'))
    })
    far.on('data', (chunk) => (isAnswerLost ? near.destroy() : near.write(chunk)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const tunnel: Tunnel = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    target,
    requests,
    loseAnswerTo(text) {
      lost.answer = text
    },
    loseRequest(text) {
      lost.request = text
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
  return tunnel
}
