import { createHmac } from 'node:crypto'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { exchange } from '../../platform/outgoing/exchange.ts'
import type { Clock, Randomness } from '../../ports.ts'
import { loopbackHosts } from '../../settings/values.ts'
import type { DeliveryOutcome } from '../../store/port/webhooks.ts'

export interface Message {
  /** Both are the same however often it is delivered (contract 10). */
  readonly id: string
  readonly body: string
}

interface Change {
  readonly eventSeq: number
  /** When the record changed. */
  readonly at: Instant
  /** As it is when this is told for the first time. */
  readonly record: WireRecord
}

export const idOf = (targetId: string, eventSeq: number): string => `msg_${targetId.replaceAll('-', '')}_${eventSeq}`

export const bodyOf = ({ eventSeq, at, record }: Change): string =>
  JSON.stringify({ type: 'record.changed', timestamp: toWire(at), seq: eventSeq, data: record })

const secretPrefix = 'whsec_'

/** @param bytes base64url, as chance gives them */
export const secretOf = (bytes: string): string => secretPrefix + Buffer.from(bytes, 'base64url').toString('base64')

/**
 * The headers of Standard Webhooks (standardwebhooks.com), version 1 of the symmetric signature.
 * @param secret begins with `whsec_`
 * @param at when it is sent
 */
export function signedHeaders({ id, body }: Message, secret: string, at: Instant): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/**
 * Records travel over TLS, plain HTTP only to this machine; an address is written down in many places, so it holds no
 * secret (contract 10).
 * @returns how it is written in the end; null where it may not be told anything
 */
export function targetUrl(given: string): string | null {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null) return null
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && loopbackHosts.includes(url.hostname))
  const isBare = url.username === '' && url.password === '' && !/[?#]/.test(url.href)
  return isSecure && isBare ? url.href : null
}

/** @param url as `targetUrl` writes it */
export const isOnThisMachine = (url: string): boolean => loopbackHosts.includes(new URL(url).hostname)

const answerWithinMs = 15_000
/** Not this message's fault: the target is busy, or not itself. */
const notNow = [408, 425, 429]

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
  readonly reach: (address: string) => boolean
}

/** @returns the HTTP status; null if none came in time. A redirect is not followed. */
export async function post({ url, headers: given, body, signal, reach }: Post): Promise<number | null> {
  const headers = { 'content-type': 'application/json', ...given }
  const ask = { method: 'POST', url, headers, body, reach } as const
  // What the target says beside its status is of no use here, and may be endless.
  const result = await exchange(ask, answerWithinMs, { mostAnswerBytes: 0, stopping: signal })
  return result.kind === 'answered' ? result.status : null
}

/** @param before how often this message, and this target, failed before */
export function becameOf(
  httpStatus: number | null,
  before: { readonly attempts: number; readonly failures: number },
  pace: Pace,
): DeliveryOutcome['became'] {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { state: 'delivered' }
  const isAway = httpStatus === null || httpStatus >= 500 || notNow.includes(httpStatus)
  // A target that is away is waited for as long as it takes, and nothing overtakes meanwhile.
  if (isAway) return { state: 'away', dueAt: pace.whenAway(before.failures + 1) }
  const dueAt = pace.whenRefused(before.attempts + 1)
  return dueAt === null ? { state: 'failed' } : { state: 'waiting', dueAt }
}

const longestAwayMs = 15 * 60_000
const longestRefusedMs = 6 * 3_600_000
/** With these pauses more than a day, for a person to see it and mend it. */
const mostRefusals = 12

/** When to try again. */
export class Pace {
  readonly #deps: { readonly clock: Clock; readonly randomness: Randomness; readonly baseMs: number }

  constructor(deps: { readonly clock: Clock; readonly randomness: Randomness; readonly baseMs: number }) {
    this.#deps = deps
  }

  /** Nothing waits for longer: a later instant was said by a clock that was wrong. */
  latest(): Instant {
    return this.#deps.clock.now() + longestRefusedMs
  }

  /** @param failures in a row, 1 or more */
  whenAway(failures: number): Instant {
    return this.#after(this.#deps.baseMs * 2 ** (failures - 1), longestAwayMs)
  }

  /** @returns null where it has been refused too often to be tried again by itself */
  whenRefused(attempts: number): Instant | null {
    return attempts >= mostRefusals ? null : this.#after(this.#deps.baseMs * 4 ** (attempts - 1), longestRefusedMs)
  }

  /** With a little chance, so that tills that lost a server together do not come back together. */
  #after(pauseMs: number, longestMs: number): Instant {
    const { clock, randomness } = this.#deps
    return clock.now() + Math.round(Math.min(pauseMs, longestMs) * (0.75 + randomness.fraction() / 4))
  }
}
