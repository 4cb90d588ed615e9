import { createHmac } from 'node:crypto'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { sendRequest } from '../../platform/outgoing/exchange.ts'
import type { Clock, Randomness } from '../../ports.ts'
import { loopbackHosts } from '../../settings/values.ts'
import type { DeliveryOutcome } from '../../store/port/webhooks.ts'

export interface Message {
  /** The id and the body are the same at each delivery (contract 10). */
  readonly id: string
  readonly body: string
}

interface News {
  readonly eventSeq: number
  readonly at: EpochMs
  readonly type: string
  readonly data: object
}

export const messageIdOf = (targetId: string, eventSeq: number): string =>
  `msg_${targetId.replaceAll('-', '')}_${eventSeq}`

export const messageBodyOf = ({ eventSeq, at, type, data }: News): string =>
  JSON.stringify({ type, timestamp: toIsoTime(at), seq: eventSeq, data })

const secretPrefix = 'whsec_'

export const formatWebhookSecret = (bytes: string): string =>
  secretPrefix + Buffer.from(bytes, 'base64url').toString('base64')

/** The headers of Standard Webhooks (standardwebhooks.com), version 1 of the symmetric signature. */
export function signedHeaders({ id, body }: Message, secret: string, at: EpochMs): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/**
 * TLS, or plain HTTP to this machine; no secret in the address, because it is shown in many places (contract 10).
 * @returns the address in its usual form; null if it is not allowed
 */
export function targetUrl(given: string): string | null {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null) return null
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  const isBare = url.username === '' && url.password === '' && !/[?#]/.test(url.href)
  return isSecure && isBare ? url.href : null
}

/** @param url as `targetUrl` returns it */
export const isOnThisMachine = (url: string): boolean => loopbackHosts.includes(new URL(url).hostname)

const answerWithinMs = 15_000
/** The target is busy: another message would fail, too. */
const notNow = [408, 425, 429]

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  readonly reach: (address: string) => boolean
}

/** @returns the HTTP status; null if none came in time. A redirect is not followed. */
export async function postForStatus({ url, headers: given, body, signal, reach }: Post): Promise<number | null> {
  const headers = { 'content-type': 'application/json', ...given }
  const ask = { method: 'POST', url, headers, body, reach } as const
  // Only the status counts. The body is not read, because it may have no end.
  const result = await sendRequest(ask, answerWithinMs, { mostAnswerBytes: 0, stopping: signal })
  return result.kind === 'answered' ? result.status : null
}

/** @param before earlier failures of this message, and of this target */
export function outcomeOf(
  httpStatus: number | null,
  before: { readonly attempts: number; readonly failures: number },
  pace: Backoff,
): DeliveryOutcome['became'] {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { state: 'delivered' }
  const isAway = httpStatus === null || httpStatus >= 500 || notNow.includes(httpStatus)
  // A target that is away is waited for, and no later message overtakes.
  if (isAway) return { state: 'away', dueAt: pace.whenAway(before.failures + 1) }
  const dueAt = pace.whenRefused(before.attempts + 1)
  return dueAt === null ? { state: 'failed' } : { state: 'waiting', dueAt }
}

const longestAwayMs = 15 * 60_000
const longestRefusedMs = 6 * 3_600_000
/** With these pauses it takes more than a day, so that a person can see and correct it. */
const mostRefusals = 12

export class Backoff {
  readonly #deps: { readonly clock: Clock; readonly randomness: Randomness; readonly baseMs: number }

  constructor(deps: { readonly clock: Clock; readonly randomness: Randomness; readonly baseMs: number }) {
    this.#deps = deps
  }

  /** A later instant was written by a wrong clock. */
  latest(): EpochMs {
    return this.#deps.clock.now() + longestRefusedMs
  }

  whenAway(failures: number): EpochMs {
    return this.#after(this.#deps.baseMs * 2 ** (failures - 1), longestAwayMs)
  }

  /** @returns null if it was refused too often to be tried again */
  whenRefused(attempts: number): EpochMs | null {
    return attempts >= mostRefusals ? null : this.#after(this.#deps.baseMs * 4 ** (attempts - 1), longestRefusedMs)
  }

  /** With jitter, so that tills that lost a server together do not all return at once. */
  #after(pauseMs: number, longestMs: number): EpochMs {
    const { clock, randomness } = this.#deps
    return clock.now() + Math.round(Math.min(pauseMs, longestMs) * (0.75 + randomness.fraction() / 4))
  }
}
