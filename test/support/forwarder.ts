import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One address in front of changing servers. */
export interface Forwarder {
  readonly url: string
  /** Forwards to this server from now on, and closes the open connections. */
  forwardTo(url: string): void
  close(): Promise<void>
}

/** @param first the first server, on this computer */
export async function startForwarder(first: string): Promise<Forwarder> {
  let port = Number(new URL(first).port)
  const open = new Set<Socket>()
  const cutOff = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((socket) => {
    const there = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(url) {
      port = Number(new URL(url).port)
      cutOff()
    },
    async close() {
      cutOff()
      server.close()
      await once(server, 'close')
    },
  }
}
