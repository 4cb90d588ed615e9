import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a gateway that can be cut, and that can end at another one later. */
export interface Tunnel {
  /** Ends in /v1. */
  readonly baseUrl: string
  /** Where it leads; null to nobody. */
  target: number | null
  /** The answer to the next request that contains this text is thrown away with its connection, once there is one. */
  loseAnswerTo(text: string): void
  /** The next request that contains this text does not arrive. */
  loseRequest(text: string): void
  /** First lines of the requests that arrived. */
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
      // A gateway answers only to its own name; a proxy in front of a real one does the same.
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
