import { type Burst, KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import type { Clock } from '../../ports.ts'

/** Background work goes at an even pace. */
const steady = 0.1
/** A person at a till waits for the answer, and seldom asks: a good part may go at once. */
const prompt = 0.5

interface Limit {
  /** Requests a minute for each client id that the authority allows (myinvois 2, 5). */
  readonly perMinute: number
  /** The part of them that may go at once; the rest comes evenly over the minute. */
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

/** The authority counts from arrival: requests on a quick way come closer together than they were sent. */
const minuteThereMs = 61_000

type SteadyClock = Pick<Clock, 'steadyMs'>

export type LimitedRequest = keyof typeof limitedRequests

/** Requests are held back by kind, as they are limited; those without a limit together. */
type HeldKind = LimitedRequest | null

/** Where the authority says too much and not until when (reliability UP9). */
const shortestHoldMs = 1_000

const keyOf = (kind: HeldKind, clientId: string) => `${kind} ${clientId}`

/** Keeps all our work together under the authority's limits, so that it never has to slow us down. */
export class Limits {
  readonly #clock: SteadyClock
  readonly #limiters: ReadonlyMap<LimitedRequest, KeyedRateLimiter>
  /**
   * On the steady clock. The authority's pause holds for all requests of the same kind and client: none of them asks again
   * before it is over.
   */
  readonly #heldUntilMs = new Map<string, number>()

  /** @param scale multiplies every limit; more than 1 only where the other side agrees */
  constructor(scale: number, clock: SteadyClock) {
    this.#clock = clock
    const limited = Object.entries(limitedRequests) as [LimitedRequest, Limit][]
    this.#limiters = new Map(
      limited.map(([request, limit]) => [request, KeyedRateLimiter.bucket(burstOf(limit, scale))]),
    )
  }

  /** Waits until it may be sent. */
  async wait(request: LimitedRequest, clientId: string): Promise<void> {
    await this.#limiters.get(request)?.wait(clientId)
  }

  /**
   * The authority said 429 although we kept its limit: others share it, another till with the same client say, or it is
   * lower than published, as in the sandbox.
   * @param askedMs null where it did not say how long it wants none
   */
  pause(kind: HeldKind, clientId: string, askedMs: number | null): void {
    const key = keyOf(kind, clientId)
    const nowMs = this.#clock.steadyMs()
    this.#heldUntilMs.set(key, nowMs + Math.max(askedMs ?? 0, shortestHoldMs, this.heldMs(kind, clientId) ?? 0))
  }

  /** @returns for how many whole milliseconds this process was told to send nothing; null where it may */
  heldMs(kind: HeldKind, clientId: string): number | null {
    const key = keyOf(kind, clientId)
    const left = (this.#heldUntilMs.get(key) ?? 0) - this.#clock.steadyMs()
    if (left > 0) return Math.ceil(left)
    this.#heldUntilMs.delete(key)
    return null
  }
}

/** What may go at once and what comes after it are together no more than the limit, in whichever minute (bucket law). */
function burstOf({ perMinute, atOnce: part }: Limit, scale: number): Burst {
  const limit = Math.max(1, Math.floor(perMinute * scale))
  const atOnce = Math.max(1, Math.floor(limit * part))
  // A limit of one leaves nothing for later; one every sixty-one seconds is still no more than one in each.
  return { atOnce, more: Math.max(1, limit - atOnce), spanMs: minuteThereMs }
}
