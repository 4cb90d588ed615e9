import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import { desktopSignOf } from '../../gateway/installation/proof.ts'

/** A request of a page in the window. */
export type AskGateway = (request: Request) => Promise<Response>

/**
 * Headers that a screen may send to the gateway. Those that identify the page (Origin, Referer, Sec-Fetch) are left
 * out.
 */
const passedOn =
  /^(accept(-language)?|authorization|content-type|x-(approval|owner-pin|unattended)|(sale|company)_guid|submission_(from|to)|outlet_name)$/

/**
 * Asks the gateway, with a sign that it is this window that asks. The answer is passed on as it comes, and waited for as
 * long as it takes: a copy of everything on a slow stick takes longer than the five minutes of Node's own fetch. If the page
 * is gone, Electron cancels the answer once there is one, which ends the connection.
 */
export async function answerFromGateway(request: Request, port: number | null, dataDir: string): Promise<Response> {
  // The page handles this as an address without a server.
  if (port === null) return Response.error()
  const { pathname, search } = new URL(request.url)
  const headers = Object.fromEntries([...request.headers].filter(([name]) => passedOn.test(name)))
  try {
    // Read each time: a gateway that was started again has another.
    const token = await readFile(filesIn(dataDir).controlToken, 'utf8').catch(() => '')
    const sign = desktopSignOf(token.trim())
    if (token !== '') headers[sign.header] = sign.value
    const { method } = request
    const body = method === 'GET' || method === 'HEAD' ? '' : Buffer.from(await request.arrayBuffer())
    // A connection for each request, because the gateway may close a kept one at the moment it is used.
    const agent = false
    const asked = http.request({ agent, host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers })
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { statusCode: status = 0, headers: told } = answer
    // A Response insists on none.
    const isEmpty = [204, 205, 304].includes(status)
    if (isEmpty) answer.resume()
    const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream)
    return new Response(content, { status, headers: told as Record<string, string> })
  } catch {
    return Response.error()
  }
}
