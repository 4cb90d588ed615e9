import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { MayStillSend } from './port.ts'

/** How one exchange with a server ended, told by what is proven and not by what an error is called. */
export type HttpResult =
  | { readonly kind: 'answered'; readonly status: number; readonly headers: HeaderReader; readonly body: Buffer }
  /** No connection stood, so no byte of the request can have arrived. */
  | { readonly kind: 'not_connected' }
  /** The connection stood too late to be used, and was not. */
  | { readonly kind: 'too_late' }
  | { readonly kind: 'broken'; readonly reason: 'timed_out' | 'connection_broken' | 'too_large' }

export type HeaderReader = (name: string) => string | null

export interface HttpAsk {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Asked when the connection stands, before the first byte; after a no the connection is dropped. */
  readonly mayStillSend?: MayStillSend
}

/** Loaded with the first request: a till's computer that is just switched on has enough to do. */
const client = async () => {
  loading ??= loadInSteps()
  return (await loading).default
}

let loading: ReturnType<typeof loadInSteps> | null = null

/** Half of it is Node's own fetch, which axios looks at while it is loaded: tills are answered before the other half. */
async function loadInSteps() {
  Reflect.get(globalThis, 'Request')
  // The first may come before sockets are looked at, the second never does.
  await setImmediate()
  await setImmediate()
  return import('axios')
}

const connectMs = 5_000
const mostAnswerBytes = 10 * 1024 * 1024
const mostRequestBytes = 6 * 1024 * 1024

/** Said here, or switches of the process (NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0) would weaken it. */
const strictTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const

/**
 * One request, hardened: no redirects (they would repost the document elsewhere), no proxy from the environment, a
 * connection of its own, time and size limits, and nothing of the request in what comes back.
 */
export async function exchange(ask: HttpAsk, timeoutMs: number): Promise<HttpResult> {
  for (const [name, value] of Object.entries(ask.headers))
    if (!/^[\x20-\x7e]*$/.test(value)) throw new Error(`the header ${name} has a character that cannot be sent`)
  const axios = await client()
  const connection = watchConnection(ask)
  const deadline = AbortSignal.timeout(timeoutMs)
  try {
    const { status, headers, data } = await axios.request<ArrayBuffer>({
      method: ask.method,
      url: ask.url,
      headers: { ...ask.headers },
      data: ask.body,
      transformRequest: (body) => body as unknown,
      ...connection.agents,
      signal: AbortSignal.any([deadline, connection.failed]),
      maxRedirects: 0,
      proxy: false,
      maxContentLength: mostAnswerBytes,
      maxBodyLength: mostRequestBytes,
      validateStatus: () => true,
      responseType: 'arraybuffer',
    })
    const read = (name: string) => (typeof headers[name] === 'string' ? headers[name] : null)
    return { kind: 'answered', status, headers: read, body: Buffer.from(data) }
  } catch (cause) {
    if (connection.isTooLate()) return { kind: 'too_late' }
    if (!connection.stood()) return { kind: 'not_connected' }
    if (deadline.aborted) return { kind: 'broken', reason: 'timed_out' }
    const isTooLarge = axios.isAxiosError(cause) && cause.code === 'ERR_BAD_RESPONSE'
    return { kind: 'broken', reason: isTooLarge ? 'too_large' : 'connection_broken' }
  } finally {
    connection.close()
  }
}

interface Connection {
  readonly agents: { readonly httpAgent: http.Agent; readonly httpsAgent: https.Agent }
  /** Aborts where no connection comes about, or may not be used any more. */
  readonly failed: AbortSignal
  readonly stood: () => boolean
  readonly isTooLate: () => boolean
  readonly close: () => void
}

/** A fresh connection that says whether it ever stood: the whole question of "unsent" or "in doubt" hangs on that. */
function watchConnection({ url, mayStillSend }: HttpAsk): Connection {
  const failed = new AbortController()
  let hasStood = false
  let isTooLate = false
  let waiting: Duplex | null = null
  const patience = setTimeout(() => {
    if (!hasStood) failed.abort()
  }, connectMs)
  /** Nobody has the connection before it may be used, so that no byte is waiting in it. */
  const watch: Watch = (socket, use) => {
    waiting = socket
    const allow = async () => {
      const isAllowed = mayStillSend === undefined || (await mayStillSend())
      // Given up meanwhile, it was said of it that nothing had left.
      if (socket.destroyed) return
      if (!isAllowed) {
        isTooLate = true
        socket.destroy()
        return failed.abort()
      }
      hasStood = true
      waiting = null
      use()
    }
    socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => void allow())
  }
  const agents = {
    httpAgent: watched(new http.Agent({ keepAlive: false }), watch),
    httpsAgent: watched(new https.Agent({ keepAlive: false, ...strictTls }), watch),
  }
  return {
    agents,
    failed: failed.signal,
    stood: () => hasStood,
    isTooLate: () => isTooLate,
    close: () => {
      clearTimeout(patience)
      waiting?.destroy()
      agents.httpAgent.destroy()
      agents.httpsAgent.destroy()
    },
  }
}

type Watch = (socket: Duplex, use: () => void) => void

function watched<Agent extends http.Agent>(agent: Agent, watch: Watch): Agent {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, created) => {
    const socket = connect(options)
    if (!socket) return socket
    const fail = (cause: Error) => created?.(cause, socket)
    const close = () => fail(new Error('the connection ended before it was used'))
    socket.once('error', fail).once('close', close)
    watch(socket, () => {
      socket.off('error', fail).off('close', close)
      created?.(null, socket)
    })
    return undefined
  }
  return agent
}

/** The days that begin each of the three forms of a date in a header (RFC 9110 5.6.7): Date takes more for one. */
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /

/** Seconds of a Retry-After header, whichever of its two forms it has; null where it is missing or unreadable. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header.trim())) return Number(header)
  const at = httpDate.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}
