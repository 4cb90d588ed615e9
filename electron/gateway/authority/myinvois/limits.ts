import { Allowance } from '../../allowance.ts'

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

  /** @param scale multiplies every limit; more than 1 only where the other side agrees */
  constructor(scale: number) {
    const limited = Object.entries(limitedRequests) as [LimitedRequest, Limit][]
    this.#allowances = new Map(limited.map(([request, limit]) => [request, allowanceOf(limit, scale)]))
  }

  wait(request: LimitedRequest, clientId: string): Promise<void> {
    return this.#allowances.get(request)?.wait(clientId) ?? Promise.resolve()
  }
}

/** What may go at once and what comes after it are together no more than the limit, in whichever minute (bucket law). */
function allowanceOf({ perMinute, atOnce: part }: Limit, scale: number): Allowance {
  const limit = Math.max(1, Math.floor(perMinute * scale))
  const atOnce = Math.max(1, Math.floor(limit * part))
  // A limit of one leaves nothing for later; one every sixty-one seconds is still no more than one in each.
  return Allowance.bucket({ atOnce, more: Math.max(1, limit - atOnce), spanMs: minuteThereMs })
}
