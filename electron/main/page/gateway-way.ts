import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import { desktopSignOf } from '../../gateway/installation/proof.ts'

export type GatewayWay = NonNullable<Awaited<ReturnType<typeof wayTo>>>

/**
 * @param port where the gateway of this data directory answers; null while there is none
 * @returns with a sign that it is this window that asks, and no other program; null if the gateway's token cannot be read
 */
export async function wayTo(port: number | null, dataDir: string) {
  if (port === null) return null
  // Read each time: a gateway that was started again has another.
  const token = await readFile(filesIn(dataDir).controlToken, 'utf8').catch(() => '')
  return { port, sign: token === '' ? null : desktopSignOf(token.trim()) }
}

/** What a screen may say to the gateway; who it is (Origin, Referer, Sec-Fetch) is not one of them. */
const passedOn =
  /^(accept(-language)?|authorization|content-type|x-(approval|owner-pin|unattended)|(sale|company)_guid|submission_(from|to)|outlet_name)$/

/**
 * Asks the gateway for a screen. The answer is passed on as it comes, also one that never ends. It is waited for as long
 * as it takes: a copy of everything on a slow stick takes longer than the five minutes of Node's own fetch. If the page is
 * gone, Electron cancels the answer once there is one, which ends the connection.
 * @param way to the gateway; null while there is none
 */
export async function answerFromGateway(request: Request, way: GatewayWay | null): Promise<Response> {
  if (way === null) return Response.error()
  const { port, sign } = way
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries([...request.headers].filter(([name]) => passedOn.test(name)))
  if (sign !== null) headers[sign.header] = sign.value
  const { method } = request
  try {
    const body = method === 'GET' || method === 'HEAD' ? '' : Buffer.from(await request.arrayBuffer())
    // A connection of its own: the gateway may close one that is kept at the moment it is used again.
    const agent = false
    const asked = http.request({ agent, host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return responseOf(answer)
  } catch {
    // For the page the same as if no server answered at the address: it knows what to say then.
    return Response.error()
  }
}

/** Statuses that come without a body, which a Response insists on. */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 0, headersDistinct } = answer
  const told = Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((one) => [name, one]))
  const headers = new Headers(told as [string, string][])
  if (!withoutBody.has(status)) return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers })
  answer.resume()
  return new Response(null, { status, headers })
}
