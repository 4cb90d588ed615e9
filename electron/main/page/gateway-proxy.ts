import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { dataPathsIn } from '../../gateway/installation/data-dir.ts'
import { desktopHeader } from '../../gateway/installation/proof.ts'

/** Takes a request of a page of the window. */
export type AskGateway = (request: Request) => Promise<Response>

/** Headers that are passed on. Origin, Referer and Sec-Fetch are not: the gateway answers no page at `app://resit`. */
const passedOn =
  /^(accept(-language)?|authorization|content-type|x-(approval|owner-pin|unattended)|(sale|company)_guid|submission_(from|to)|outlet_name)$/

/**
 * Passes a request on to the gateway, with a mark that it comes from this window. The answer is passed on as it comes. There is
 * no time limit: a copy of everything on a slow stick takes longer than the five minutes of Node's fetch. If the page is gone,
 * Electron cancels the answer when there is one, which ends the connection.
 */
export async function answerFromGateway(request: Request, port: number | null, dataDir: string): Promise<Response> {
  // The page takes this as an address at which no server answers, and says so.
  if (port === null) return Response.error()
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries([...request.headers].filter(([name]) => passedOn.test(name)))
  try {
    // Read each time, because the gateway makes a new token at each start.
    const token = await readFile(dataPathsIn(dataDir).controlToken, 'utf8').catch(() => '')
    const sign = desktopHeader(token.trim())
    if (token !== '') headers[sign.header] = sign.value
    const { method } = request
    const body = method === 'GET' || method === 'HEAD' ? '' : Buffer.from(await request.arrayBuffer())
    // A new connection: the gateway may close a kept one in the moment in which it is used again.
    const agent = false
    const asked = http.request({ agent, host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers: told } = answer
    // A Response with such a status must have no body.
    const isEmpty = [204, 205, 304].includes(status)
    if (isEmpty) answer.resume()
    const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream)
    return new Response(content, { status, headers: told as Record<string, string> })
  } catch {
    return Response.error()
  }
}
