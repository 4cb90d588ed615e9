import { hash } from 'node:crypto'
import { type Burst, KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import type { Clock } from '../../ports.ts'
import { type SharedRateLimiter, slowing } from '../../store/port/processes.ts'
import { Holds } from './holds.ts'

/** Work that nobody stands waiting for goes at an even pace. */
const steady = 0.1
/** Somebody at a till waits for the answer, and seldom asks: a good part may go at once. */
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

/** After so long a database that counts for all processes is asked again. */
const noAnswerMs = 5_000

type SteadyClock = Pick<Clock, 'steadyMs'>

export type LimitedRequest = keyof typeof limitedRequests

/** Requests are held back by kind, as they are limited; those without a limit together. */
type HeldKind = LimitedRequest | null

/** Until when a request of one kind may not go yet. */
interface Pace {
  /** Waits for a permit. @returns null where there is one, else for how many milliseconds not to ask again */
  wait(clientId: string): Promise<number | null>
  /** The authority said that it is too much, and wants none for so long. */
  slowDown(clientId: string, heldMs: number): void
}

/** Keeps all our work together under the authority's limits, so that it never has to slow us down. */
export class Limits {
  readonly #paces: ReadonlyMap<LimitedRequest, Pace>
  readonly #holds: Holds
  readonly #lines = new Map<string, Promise<number | null>>()

  /**
   * @param scale multiplies every limit; more than 1 only where the other side agrees
   * @param shared counts for all processes that share client ids; absent, this one counts by itself
   */
  constructor(scale: number, clock: SteadyClock, shared?: SharedRateLimiter) {
    this.#holds = new Holds(clock)
    const limited = Object.entries(limitedRequests) as [LimitedRequest, Limit][]
    const paceOf = (request: LimitedRequest, burst: Burst) =>
      shared ? sharedPace(shared, request, burst) : new OwnPace(burst, clock)
    this.#paces = new Map(limited.map(([request, limit]) => [request, paceOf(request, burstOf(limit, scale))]))
  }

  /**
   * Waits for a permit; after the authority said that it is too much, each takes the time of several.
   * @returns null where it may be sent; else for how many milliseconds nothing may be: another process was told so, or
   * nobody knows whether there is a permit
   */
  async wait(request: LimitedRequest, clientId: string): Promise<number | null> {
    const key = `${request} ${clientId}`
    // One after the other: all would have their first permit before any has its second.
    const before = this.#lines.get(key) ?? Promise.resolve(null)
    // Whatever became of who was before.
    const mine = Promise.allSettled([before]).then(() => this.#paces.get(request)?.wait(clientId) ?? null)
    this.#lines.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#lines.get(key) === mine) this.#lines.delete(key)
    }
  }

  /**
   * The authority said 429 although we kept its limit: others share it, another till with the same client say, or it is
   * lower than published, as in the sandbox. From now on half as many go, then a quarter; after a while without it, twice
   * as many again.
   * @param askedMs null where it did not say how long it wants none
   */
  slowDown(kind: HeldKind, clientId: string, askedMs: number | null): void {
    const heldMs = this.#holds.hold(kind, clientId, askedMs)
    if (kind !== null) this.#paces.get(kind)?.slowDown(clientId, heldMs)
  }

  /** @returns for how many whole milliseconds this process was told to send nothing; null where it may */
  heldMs(kind: HeldKind, clientId: string): number | null {
    return this.#holds.leftMs(kind, clientId)
  }
}

/** What may go at once and what comes after it are together no more than the limit, in whichever minute (bucket law). */
function burstOf({ perMinute, atOnce: part }: Limit, scale: number): Burst {
  const limit = Math.max(1, Math.floor(perMinute * scale))
  const atOnce = Math.max(1, Math.floor(limit * part))
  // A limit of one leaves nothing for later; one every sixty-one seconds is still no more than one in each.
  return { atOnce, more: Math.max(1, limit - atOnce), spanMs: minuteThereMs }
}

interface Slow {
  readonly pace: number
  /** On the steady clock. */
  readonly sinceMs: number
}

class OwnPace implements Pace {
  readonly #limiter: KeyedRateLimiter
  readonly #clock: SteadyClock
  /** By client id. */
  readonly #slow = new Map<string, Slow>()

  constructor(burst: Burst, clock: SteadyClock) {
    this.#limiter = KeyedRateLimiter.bucket(burst)
    this.#clock = clock
  }

  async wait(clientId: string): Promise<null> {
    for (let permits = this.#paceOf(clientId); permits > 0; permits -= 1) await this.#limiter.wait(clientId)
    return null
  }

  slowDown(clientId: string): void {
    const pace = Math.min(2 * this.#paceOf(clientId), slowing.slowestPace)
    this.#slow.set(clientId, { pace, sinceMs: this.#clock.steadyMs() })
  }

  /** Permits that one request takes. */
  #paceOf(clientId: string): number {
    const slow = this.#slow.get(clientId)
    if (!slow) return 1
    const eased = Math.floor((this.#clock.steadyMs() - slow.sinceMs) / slowing.easedAfterMs)
    const pace = Math.max(1, slow.pace / 2 ** eased)
    if (pace === 1) this.#slow.delete(clientId)
    return pace
  }
}

/** By a digest: a client id is nobody else's to know. */
function sharedPace(limiter: SharedRateLimiter, request: LimitedRequest, { atOnce, more, spanMs }: Burst): Pace {
  const rate = { atOnce, everyMs: spanMs / more }
  const keyOf = (clientId: string) => `${request} ${hash('sha256', clientId)}`
  return {
    async wait(clientId) {
      for (;;) {
        const permit = await limiter.take(keyOf(clientId), rate)
        if (!permit) return noAnswerMs
        if (permit.waitMs === 0) return null
        if (permit.isHeld) return permit.waitMs
        await new Promise((resolve) => setTimeout(resolve, permit.waitMs))
      }
    },
    // Whoever heard it goes on: what the authority answered must not wait for the database.
    slowDown: (clientId, heldMs) => void limiter.refused(keyOf(clientId), heldMs),
  }
}
