import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface ConnectProxy {
  /** `127.0.0.1:PORT` */
  readonly address: string
  /** The targets of all CONNECT requests, also of refused ones. */
  readonly asked: readonly string[]
  /** All bytes that went through it to a target. */
  readonly passed: () => string
  close(): Promise<void>
}

/**
 * A proxy on loopback that connects to one server, whichever name it is asked for, like a proxy that resolves names.
 * @param userAndPassword without these it answers 407; null if it asks for none
 */
export async function startConnectProxy(target: string, userAndPassword: string | null): Promise<ConnectProxy> {
  const expected = userAndPassword && `Basic ${Buffer.from(userAndPassword).toString('base64')}`
  const asked: string[] = []
  const bytes: Buffer[] = []
  const open = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const server = createServer((_request, response) => void response.writeHead(405).end())
  server.on('connect', ({ url = '', headers }, near: Socket) => {
    keep(near)
    asked.push(url)
    if (expected !== null && headers['proxy-authorization'] !== expected)
      return void near.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="shop"\r\n\r\n',
      )
    const far = keep(connect({ host: '127.0.0.1', port: Number(new URL(target).port) }))
    far.once('connect', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      near.on('data', (chunk: Buffer) => bytes.push(chunk))
      near.pipe(far).pipe(near)
    })
    far.once('close', () => near.destroy())
    near.once('close', () => far.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    passed: () => Buffer.concat(bytes).toString('latin1'),
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
