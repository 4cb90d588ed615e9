import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ConnectionRequest, prepareConnection } from './connection.ts'
import { logProxyOutcome, setProxyLog } from './proxy.ts'
import { trustSystemCertificates } from './system-certificates.ts'

/** Decided by what is proven, not by the name of an error. */
export type HttpResult =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: HeaderReader; readonly body: Buffer }
  /** No connection stood, so the server got no byte of the request. */
  | { readonly kind: 'not_connected' }
  /** The connection stood too late and was not used. */
  | { readonly kind: 'too_late' }
  | { readonly kind: 'broken'; readonly reason: 'timed_out' | 'connection_broken' | 'too_large' }

export type HeaderReader = (name: string) => string | null

export interface HttpAsk extends ConnectionRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface ExchangeOptions {
  /** The limit after unpacking. A larger answer is cut off and counts as none. Zero reads no body. */
  readonly mostAnswerBytes?: number
  readonly stopping?: AbortSignal
}

const usualMostAnswerBytes = 10 * 1024 * 1024
const mostRequestBytes = 6 * 1024 * 1024

/** Made with the first request, or by `prepareHttpClient`. */
const client = () => {
  made ??= makeClient()
  return made
}
let made: ReturnType<typeof makeClient> | null = null

async function makeClient() {
  const { default: axios } = await import('axios')
  const instance = axios.create({
    adapter: 'http',
    // A redirect would send the document to another server.
    maxRedirects: 0,
    // The agent goes through the proxy, because axios would not tell whether a connection was ready.
    proxy: false,
    maxBodyLength: mostRequestBytes,
    validateStatus: () => true,
    responseType: 'stream',
    transformRequest: [(body: unknown) => body],
    // Some firewalls refuse every request without a user agent.
    headers: { 'user-agent': 'Resit', 'accept-encoding': 'gzip' },
  })
  return { instance, isTooLarge: (cause: unknown) => axios.isAxiosError(cause) && cause.code === 'ERR_BAD_RESPONSE' }
}

/** Resolves once the authorities of the system are trusted, too. */
export const trusted = () => {
  // If no thread could be started, the next request tries again.
  trusting ??= trustSystemCertificates().catch(() => {
    trusting = null
  })
  return trusting
}
let trusting: Promise<void> | null = null

/** Called once tills are answered, so that no sale waits for it. */
export async function prepareHttpClient(log: Parameters<typeof setProxyLog>[0]): Promise<void> {
  setProxyLog(log)
  await client()
}

/**
 * One request: without redirects, on a connection of its own, with limits of time and size. The result contains nothing
 * of the request. @throws Error if a header cannot be sent
 */
export async function sendRequest(ask: HttpAsk, timeoutMs: number, options: ExchangeOptions = {}): Promise<HttpResult> {
  for (const [name, value] of Object.entries(ask.headers))
    if (!/^[\x20-\x7e]*$/.test(value)) throw new Error(`the header ${name} has a character that cannot be sent`)
  const { instance, isTooLarge } = await client()
  if (ask.url.startsWith('https:')) await trusted()
  const connection = await prepareConnection(ask)
  const deadline = AbortSignal.timeout(timeoutMs)
  const { mostAnswerBytes = usualMostAnswerBytes, stopping } = options
  try {
    const { status, headers, data } = await instance.request<Readable>({
      method: ask.method,
      url: ask.url,
      // If this is absent, axios sends a form's type.
      headers: { 'content-type': false, ...ask.headers },
      data: ask.body,
      httpAgent: connection.agent,
      httpsAgent: connection.agent,
      maxContentLength: mostAnswerBytes,
      signal: AbortSignal.any([deadline, connection.failed, ...(stopping ? [stopping] : [])]),
    })
    const body = mostAnswerBytes === 0 ? Buffer.alloc(0) : await buffer(data)
    data.destroy()
    const read: HeaderReader = (name) => (typeof headers[name] === 'string' ? headers[name] : null)
    return { kind: 'answered', status, headers: read, body }
  } catch (cause) {
    if (connection.isTooLate()) return { kind: 'too_late' }
    if (!connection.stood()) return { kind: 'not_connected' }
    if (deadline.aborted) return { kind: 'broken', reason: 'timed_out' }
    return { kind: 'broken', reason: isTooLarge(cause) ? 'too_large' : 'connection_broken' }
  } finally {
    const news = connection.proxy()
    if (news !== null && !stopping?.aborted) logProxyOutcome(news)
    connection.close()
  }
}
