import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A proxy in front of several processes. Each request goes to the next one that takes it. */
export interface Way {
  readonly url: string
  /** Cuts the connection to all of them, or restores it. */
  setOpen(isOpen: boolean): void
  close(): void
}

export async function openWay(ports: readonly number[]): Promise<Way> {
  let [turn, isOpen] = [0, true]
  const server = createServer((asked, answer) => {
    if (!isOpen) return void asked.destroy()
    void buffer(asked).then(
      (body) => {
        turn += 1
        passOn({ asked, answer, body }, ports, turn)
      },
      () => asked.destroy(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setOpen(isNow) {
      isOpen = isNow
      if (!isNow) server.closeAllConnections()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Passing {
  readonly asked: IncomingMessage
  readonly answer: ServerResponse
  readonly body: Buffer
}

/**
 * A process that refuses the connection has seen nothing, so another may take the request. After any other failure the
 * result is unknown.
 */
function passOn({ asked, answer, body }: Passing, ports: readonly number[], turn: number, left = ports.length): void {
  const port = ports[turn % ports.length]
  const { method, url: path, headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, host: `127.0.0.1:${port}` } })
  onward.on('response', (told) => {
    answer.writeHead(told.statusCode ?? 502, told.headers)
    told.on('error', () => answer.destroy())
    told.pipe(answer)
  })
  onward.on('error', (cause) => {
    const isRefused = 'code' in cause && cause.code === 'ECONNREFUSED'
    if (isRefused && left > 1) passOn({ asked, answer, body }, ports, turn + 1, left - 1)
    else answer.destroy()
  })
  answer.on('close', () => onward.destroy())
  onward.end(body)
}
