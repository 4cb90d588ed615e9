import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { WireRecord } from '../../shared/api/shapes/record.ts'

export interface Heard {
  readonly id: string
  readonly timestamp: number
  readonly signature: string
  readonly body: string
  readonly message: {
    readonly type: string
    readonly timestamp: string
    readonly seq: number
    readonly data: WireRecord
  }
  readonly answered: number
}

export interface Receiver {
  readonly url: string
  readonly heard: readonly Heard[]
  close(): Promise<void>
}

/**
 * A server that gets webhooks, on a real socket.
 * @param answer the status for a message, by the number of messages before; 0 for no answer
 */
export async function startReceiver(
  answer: (message: Omit<Heard, 'answered'>, before: number) => number | Promise<number> = () => 204,
  port = 0,
): Promise<Receiver> {
  const heard: Heard[] = []
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const header = (name: string) => String(request.headers[name])
    const message = {
      id: header('webhook-id'),
      timestamp: Number(header('webhook-timestamp')),
      signature: header('webhook-signature'),
      body,
      message: JSON.parse(body) as Heard['message'],
    }
    const answered = await answer(message, heard.length)
    heard.push({ ...message, answered })
    if (answered === 0) request.socket.destroy()
    else response.writeHead(answered, answered < 400 && answered >= 300 ? { location: '/elsewhere' } : {}).end('ok')
  }
  const server = createServer((request, response) => void hear(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${at.port}/resit`,
    heard,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Checks a signature as the specification tells a receiver to. */
export function isSignedWith(secret: string, { id, timestamp, body, signature }: Heard): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature.split(' ').includes(`v1,${expected}`)
}
