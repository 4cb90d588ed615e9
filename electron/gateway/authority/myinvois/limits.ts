import { Allowance } from '../../allowance.ts'
import type { Clock } from '../../ports.ts'

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

/** Keeps all our work together under the authority's limits, so that it never has to slow us down. */
export class Limits {
  readonly #allowances: ReadonlyMap<LimitedRequest, Allowance>

  readonly #slow = new Map<string, Slow>()
  readonly #lines = new Map<string, Promise<void>>()
  readonly #clock: Pick<Clock, 'steadyMs'>

  /** @param scale multiplies every limit; more than 1 only where the other side agrees */
  constructor(scale: number, clock: Pick<Clock, 'steadyMs'>) {
    this.#clock = clock
    const limited = Object.entries(limitedRequests) as [LimitedRequest, Limit][]
    this.#allowances = new Map(limited.map(([request, limit]) => [request, allowanceOf(limit, scale)]))
  }

  /** Waits for a turn; after the authority said that it is too much, each takes the time of several. */
  async wait(request: LimitedRequest, clientId: string): Promise<void> {
    const key = `${request} ${clientId}`
    // One after the other: all would have their first turn before any has its second.
    const before = this.#lines.get(key) ?? Promise.resolve()
    const mine = before.then(() => this.#takeTurns(request, clientId))
    this.#lines.set(key, mine)
    await mine
    if (this.#lines.get(key) === mine) this.#lines.delete(key)
  }

  async #takeTurns(request: LimitedRequest, clientId: string): Promise<void> {
    const allowance = this.#allowances.get(request)
    for (let turns = this.#paceOf(request, clientId); turns > 0; turns -= 1) await allowance?.wait(clientId)
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
function allowanceOf({ perMinute, atOnce: part }: Limit, scale: number): Allowance {
  const limit = Math.max(1, Math.floor(perMinute * scale))
  const atOnce = Math.max(1, Math.floor(limit * part))
  // A limit of one leaves nothing for later; one every sixty-one seconds is still no more than one in each.
  return Allowance.bucket({ atOnce, more: Math.max(1, limit - atOnce), spanMs: minuteThereMs })
}
