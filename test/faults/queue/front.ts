import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A submission that arrived at the proxy. */
export interface Knock {
  readonly clientId: string
  /** On the steady clock. */
  readonly atMs: number
  /** The e-invoice numbers, in order. */
  readonly numbers: readonly string[]
  /** The size of the documents in base64. */
  readonly bytes: number
}

export interface Front {
  readonly url: string
  readonly knocks: readonly Knock[]
  /** The most submissions at the same time: of one client, and of all. */
  readonly mostAtOnce: { readonly ofOne: number; readonly ofAll: number }
  /** The answer to a submission; null passes it on, `never` keeps it waiting. */
  rule: (knock: Knock) => number | 'never' | null
  close(): Promise<void>
}

/** Starts a proxy before an authority. It records the submissions of all clients, and can refuse each of them. */
export async function startFront(target: string): Promise<Front> {
  const clients = new Map<string, string>()
  const inside = new Map<string, number>()
  const knocks: Knock[] = []
  const most = { ofOne: 0, ofAll: 0 }

  async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    const clientId = clients.get(asked.headers.authorization ?? '') ?? ''
    if (asked.url === '/connect/token') {
      const { status, text } = await passOn(asked, response, body)
      const { access_token: token } = JSON.parse(text) as { readonly access_token?: string }
      const signedIn = new URLSearchParams(body.toString()).get('client_id') ?? ''
      if (status === 200 && token) clients.set(`Bearer ${token}`, signedIn)
      return
    }
    if (asked.method !== 'POST') return void (await passOn(asked, response, body))
    const knock = knockOf(clientId, body)
    knocks.push(knock)
    const verdict = front.rule(knock)
    if (verdict === 'never') return
    if (verdict !== null) return void response.writeHead(verdict, { 'content-type': 'application/json' }).end('{}')
    const ofOne = (inside.get(clientId) ?? 0) + 1
    inside.set(clientId, ofOne)
    most.ofOne = Math.max(most.ofOne, ofOne)
    most.ofAll = Math.max(
      most.ofAll,
      [...inside.values()].reduce((sum, count) => sum + count, 0),
    )
    await passOn(asked, response, body)
    inside.set(clientId, ofOne - 1)
  }

  async function passOn(asked: IncomingMessage, response: ServerResponse, body: Buffer) {
    const { method, headers, url } = asked
    const further = request(`${target}${url}`, { method, headers: { ...headers, host: new URL(target).host } })
    further.end(body)
    const [back] = (await once(further, 'response')) as [IncomingMessage]
    const content = await buffer(back)
    response.writeHead(back.statusCode ?? 500, back.headers).end(content)
    return { status: back.statusCode ?? 500, text: content.toString() }
  }

  const server = createServer((asked, response) => {
    answer(asked, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    knocks,
    mostAtOnce: most,
    rule: () => null,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return front
}

function knockOf(clientId: string, body: Buffer): Knock {
  const { documents } = JSON.parse(body.toString()) as {
    readonly documents: readonly { readonly codeNumber: string; readonly document: string }[]
  }
  return {
    clientId,
    atMs: performance.now(),
    numbers: documents.map(({ codeNumber }) => codeNumber),
    bytes: documents.reduce((sum, { document }) => sum + document.length, 0),
  }
}
