import http from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip } from 'node:zlib'
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

const connectMs = 5_000
const usualMostAnswerBytes = 10 * 1024 * 1024
const mostRequestBytes = 6 * 1024 * 1024

const isOverTls = (url: string): boolean => url.startsWith('https:')

/** Said here, or switches of the process (NODE_TLS_REJECT_UNAUTHORIZED, --tls-min-v1.0) would weaken it. */
const strictTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const

/**
 * One request, hardened: no redirects (they would repost the document elsewhere), no proxy from the environment, a
 * connection of its own, time and size limits, and nothing of the request in what comes back.
 * @throws Error where a header cannot be sent
 */
export async function exchange(
  ask: HttpAsk,
  timeoutMs: number,
  { mostAnswerBytes = usualMostAnswerBytes, stopping }: ExchangeOptions = {},
): Promise<HttpResult> {
  for (const [name, value] of Object.entries(ask.headers))
    if (!/^[\x20-\x7e]*$/.test(value)) throw new Error(`the header ${name} has a character that cannot be sent`)
  const connection = watchConnection(ask)
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([deadline, connection.failed, ...(stopping ? [stopping] : [])])
  try {
    const answer = await answerTo(ask, connection.agent, signal)
    const body = await bodyOf(answer, mostAnswerBytes, signal)
    const { statusCode = 0, headers } = answer
    const read: HeaderReader = (name) => (typeof headers[name] === 'string' ? headers[name] : null)
    return { kind: 'answered', status: statusCode, headers: read, body }
  } catch (cause) {
    if (connection.isTooLate()) return { kind: 'too_late' }
    if (!connection.stood()) return { kind: 'not_connected' }
    if (deadline.aborted) return { kind: 'broken', reason: 'timed_out' }
    return { kind: 'broken', reason: cause instanceof TooLarge ? 'too_large' : 'connection_broken' }
  } finally {
    connection.close()
  }
}

interface ExchangeOptions {
  /** Of the answer, unpacked; a larger one is cut off and counts as none. */
  readonly mostAnswerBytes?: number
  /** Breaks it off. */
  readonly stopping?: AbortSignal
}

/** Without a name for who asks, some walls before a server refuse whatever is asked. */
const usualHeaders = { 'user-agent': 'Resit', 'accept-encoding': 'gzip' } as const

/** Sends the request. @returns the head of the answer; an error that comes after it shows where the body is read */
function answerTo(
  { method, url, headers, body }: HttpAsk,
  agent: http.Agent,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const bytes = Buffer.byteLength(body ?? '')
    if (bytes > mostRequestBytes) throw new TooLarge('the request is larger than any should be')
    const length = body === undefined ? {} : { 'content-length': String(bytes) }
    const { request } = isOverTls(url) ? https : http
    const sent = request(url, { method, headers: { ...usualHeaders, ...headers, ...length }, agent })
    sent.once('response', resolve).on('error', reject)
    // Node's own way would wait for a connection that may never stand.
    const giveUp = () => {
      reject(new Error('the request was given up'))
      sent.destroy()
    }
    signal.addEventListener('abort', giveUp, { once: true })
    sent.end(body)
  })
}

class TooLarge extends Error {}

/** Unpacked where it says that it is packed. @throws TooLarge where it is larger than that */
async function bodyOf(answer: http.IncomingMessage, mostBytes: number, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) {
      bytes += piece.length
      if (bytes > mostBytes) throw new TooLarge('the answer is larger than any should be')
      pieces.push(piece)
    }
  }
  const isPacked = /^(x-)?gzip$/i.test(answer.headers['content-encoding'] ?? '')
  // Of a packed answer that was cut off, or has no body at all, whoever reads it sees that it is not whole.
  const unpack = () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  await (isPacked ? pipeline(answer, unpack(), collect, { signal }) : pipeline(answer, collect, { signal }))
  return Buffer.concat(pieces)
}

interface Connection {
  readonly agent: http.Agent
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
    socket.once(isOverTls(url) ? 'secureConnect' : 'connect', () => void allow())
  }
  const agent = isOverTls(url)
    ? new https.Agent({ keepAlive: false, ...strictTls })
    : new http.Agent({ keepAlive: false })
  return {
    agent: watched(agent, watch),
    failed: failed.signal,
    stood: () => hasStood,
    isTooLate: () => isTooLate,
    close: () => {
      clearTimeout(patience)
      waiting?.destroy()
      agent.destroy()
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
