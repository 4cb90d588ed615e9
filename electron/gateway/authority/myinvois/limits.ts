import { KeyedRateLimiter, type RateLimit } from '../../platform/rate-limiter.ts'
import type { Clock } from '../../ports.ts'

/** Share of the limit for background work at once. */
const steady = 0.1
/** Share for people who wait: they ask seldom, so many may go at once. */
const prompt = 0.5

interface Limit {
  /** For each client id (myinvois 2, 5). */
  readonly perMinute: number
  /** The share that may go at once; the rest is spread over the minute. */
  readonly atOnce: number
}

const limitedRequests = {
  login: { perMinute: 12, atOnce: prompt },
  submit: { perMinute: 100, atOnce: steady },
  getSubmission: { perMinute: 300, atOnce: steady },
  getDocument: { perMinute: 60, atOnce: steady },
  getDetails: { perMinute: 125, atOnce: steady },
  search: { perMinute: 12, atOnce: steady },
  cancel: { perMinute: 12, atOnce: prompt },
  validateTin: { perMinute: 60, atOnce: prompt },
  searchTin: { perMinute: 60, atOnce: prompt },
  taxpayerQr: { perMinute: 60, atOnce: prompt },
} as const satisfies Readonly<Record<string, Limit>>

/** A little more than a minute: requests may arrive closer together than they were sent. */
const minuteThereMs = 61_000

type SteadyClock = Pick<Clock, 'steadyMs'>

export type LimitedRequest = keyof typeof limitedRequests

/** Requests without a limit are held together. */
type HeldKind = LimitedRequest | null

/** If the authority does not say how long to wait (reliability UP9). */
const shortestHoldMs = 1_000

const keyOf = (kind: HeldKind, clientId: string) => `${kind} ${clientId}`

/** Keeps all our work together under the authority's limits, so that it never has to slow us down. */
export class Limits {
  readonly #clock: SteadyClock
  readonly #limiters: ReadonlyMap<LimitedRequest, KeyedRateLimiter>
  /** On the steady clock. A pause holds for all requests of the same kind and client. */
  readonly #heldUntilMs = new Map<string, number>()

  /** @param scale multiplies every limit; more than 1 only if the other side agrees */
  constructor(scale: number, clock: SteadyClock) {
    this.#clock = clock
    const limited = Object.entries(limitedRequests) as [LimitedRequest, Limit][]
    this.#limiters = new Map(
      limited.map(([request, limit]) => [request, KeyedRateLimiter.bucket(burstOf(limit, scale))]),
    )
  }

  async wait(request: LimitedRequest, clientId: string): Promise<void> {
    await this.#limiters.get(request)?.wait(clientId)
  }

  /**
   * After a 429 although we kept to the limit: another till may use the same client, or the limit is lower than
   * published. @param askedMs null if the authority named no time
   */
  pause(kind: HeldKind, clientId: string, askedMs: number | null): void {
    const key = keyOf(kind, clientId)
    const nowMs = this.#clock.steadyMs()
    this.#heldUntilMs.set(key, nowMs + Math.max(askedMs ?? 0, shortestHoldMs, this.heldMs(kind, clientId) ?? 0))
  }

  /** @returns null if requests may go */
  heldMs(kind: HeldKind, clientId: string): number | null {
    const key = keyOf(kind, clientId)
    const left = (this.#heldUntilMs.get(key) ?? 0) - this.#clock.steadyMs()
    if (left > 0) return Math.ceil(left)
    this.#heldUntilMs.delete(key)
    return null
  }
}

/** Both parts together never exceed the limit in any minute. */
function burstOf({ perMinute, atOnce: part }: Limit, scale: number): RateLimit {
  const limit = Math.max(1, Math.floor(perMinute * scale))
  const atOnce = Math.max(1, Math.floor(limit * part))
  // At least one: with a limit of one, that is one in 61 seconds.
  return { atOnce, more: Math.max(1, limit - atOnce), spanMs: minuteThereMs }
}
