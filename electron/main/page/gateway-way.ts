import { readFile } from 'node:fs/promises'
import { filesIn } from '../../gateway/installation/data-dir.ts'
import { type DesktopSign, desktopSignOf } from '../../gateway/installation/proof.ts'

export interface GatewayWay {
  readonly port: number
  /** Shows that it is this window that asks, and no other program; null where the gateway's token cannot be read. */
  readonly sign: DesktopSign | null
}

/** @param port where the gateway of this data directory answers; null while there is none */
export async function wayTo(port: number | null, dataDir: string): Promise<GatewayWay | null> {
  if (port === null) return null
  // Read each time: a gateway that was started again has another.
  const token = await readFile(filesIn(dataDir).controlToken, 'utf8').catch(() => '')
  return { port, sign: token === '' ? null : desktopSignOf(token.trim()) }
}

const proxied = ['/v1/', '/operator/']

export const isForGateway = (path: string): boolean => proxied.some((root) => path.startsWith(root))

/** What a screen may say to the gateway; who it is (Origin, Referer, Sec-Fetch) is not one of them. */
const passedOn = [
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'x-approval',
  'x-owner-pin',
  'x-unattended',
  'sale_guid',
  'company_guid',
  'submission_from',
  'submission_to',
  'outlet_name',
]

/**
 * Asks the gateway for a screen. The answer is passed on as it comes, also one that never ends.
 * @param way to the gateway; null while there is none
 * @param signal that the page is gone
 */
export async function answerFromGateway(
  request: Request,
  way: GatewayWay | null,
  signal: AbortSignal,
): Promise<Response> {
  if (way === null) return Response.error()
  const { port, sign } = way
  const { pathname, search } = new URL(request.url)
  const headers = new Headers()
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  if (sign !== null) headers.set(sign.header, sign.value)
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: request.method,
      headers,
      redirect: 'manual',
      signal,
      ...(hasBody && { body: await request.arrayBuffer() }),
    })
    // Node has undone the compression that these two tell of.
    const told = new Headers(answer.headers)
    told.delete('content-encoding')
    told.delete('content-length')
    return new Response(answer.body, { status: answer.status, headers: told })
  } catch {
    // For the page the same as where a browser finds nobody at the address: it knows what to say then.
    return Response.error()
  }
}
