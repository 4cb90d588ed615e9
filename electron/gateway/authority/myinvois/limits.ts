import { hash } from 'node:crypto'
import { type Burst, KeyedRateLimiter } from '../../platform/rate-limiter.ts'
import type { Clock } from '../../ports.ts'
import type { Turns } from '../../store/port/processes.ts'

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

export type LimitedRequest = keyof typeof limitedRequests

/** @returns false where nobody knows whether there is one */
type TakeTurn = (clientId: string) => Promise<boolean>

/** Keeps all our work together under the authority's limits, so that it never has to slow us down. */
export class Limits {
  readonly #takes: ReadonlyMap<LimitedRequest, TakeTurn>
  readonly #slow = new Map<string, Slow>()
  readonly #lines = new Map<string, Promise<boolean>>()
  readonly #clock: Pick<Clock, 'steadyMs'>

  /**
   * @param scale multiplies every limit; more than 1 only where the other side agrees
   * @param turns counts for all processes that share client ids; absent, this one counts by itself
   */
  constructor(scale: number, clock: Pick<Clock, 'steadyMs'>, turns?: Turns) {
    this.#clock = clock
    const limited = Object.entries(limitedRequests) as [LimitedRequest, Limit][]
    const takeOf = (request: LimitedRequest, burst: Burst) => (turns ? together(turns, request, burst) : alone(burst))
    this.#takes = new Map(limited.map(([request, limit]) => [request, takeOf(request, burstOf(limit, scale))]))
  }

  /**
   * Waits for a turn; after the authority said that it is too much, each takes the time of several.
   * @returns false where nobody knows whether there is one: nothing may be sent then
   */
  async wait(request: LimitedRequest, clientId: string): Promise<boolean> {
    const key = `${request} ${clientId}`
    // One after the other: all would have their first turn before any has its second.
    const before = this.#lines.get(key) ?? Promise.resolve(true)
    // Whatever became of who was before.
    const mine = Promise.allSettled([before]).then(() => this.#takeTurns(request, clientId))
    this.#lines.set(key, mine)
    try {
      return await mine
    } finally {
      if (this.#lines.get(key) === mine) this.#lines.delete(key)
    }
  }

  async #takeTurns(request: LimitedRequest, clientId: string): Promise<boolean> {
    const take = this.#takes.get(request)
    for (let turns = this.#paceOf(request, clientId); turns > 0; turns -= 1)
      if ((await take?.(clientId)) === false) return false
    return true
  }

  /**
   * The authority said 429 although we kept its limit: others share it, another till with the same client say, or it is
   * lower than published, as in the sandbox. From now on half as many go, then a quarter; after a while without it, twice
   * as many again.
   */
  slowDown(request: LimitedRequest, clientId: string): void {
    const pace = Math.min(2 * this.#paceOf(request, clientId), slowestPace)
    this.#slow.set(`${request} ${clientId}`, { pace, sinceMs: this.#clock.steadyMs() })
  }

  /** Turns that one request takes. */
  #paceOf(request: LimitedRequest, clientId: string): number {
    const slow = this.#slow.get(`${request} ${clientId}`)
    if (!slow) return 1
    const eased = Math.floor((this.#clock.steadyMs() - slow.sinceMs) / easedAfterMs)
    const pace = Math.max(1, slow.pace / 2 ** eased)
    if (pace === 1) this.#slow.delete(`${request} ${clientId}`)
    return pace
  }
}

interface Slow {
  readonly pace: number
  /** On the steady clock. */
  readonly sinceMs: number
}

/** A power of two. */
const slowestPace = 16
const easedAfterMs = 5 * 60_000

/** What may go at once and what comes after it are together no more than the limit, in whichever minute (bucket law). */
function burstOf({ perMinute, atOnce: part }: Limit, scale: number): Burst {
  const limit = Math.max(1, Math.floor(perMinute * scale))
  const atOnce = Math.max(1, Math.floor(limit * part))
  // A limit of one leaves nothing for later; one every sixty-one seconds is still no more than one in each.
  return { atOnce, more: Math.max(1, limit - atOnce), spanMs: minuteThereMs }
}

function alone(burst: Burst): TakeTurn {
  const allowance = KeyedRateLimiter.bucket(burst)
  return async (clientId) => {
    await allowance.wait(clientId)
    return true
  }
}

/** By a digest: a client id is nobody else's to know. */
function together(turns: Turns, request: LimitedRequest, { atOnce, more, spanMs }: Burst): TakeTurn {
  const rate = { atOnce, everyMs: spanMs / more }
  return async (clientId) => {
    const key = `${request} ${hash('sha256', clientId)}`
    for (;;) {
      const waitMs = await turns.take(key, rate)
      if (waitMs === null || waitMs === 0) return waitMs === 0
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }
}
