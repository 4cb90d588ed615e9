import { Allowance } from '../../allowance.ts'
import type { Clock } from '../../ports.ts'

/** Requests a minute for each client id that the authority allows (myinvois 2, 5). */
export const requestsPerMinute = {
  login: 12,
  submit: 100,
  getSubmission: 300,
  getDocument: 60,
  getDetails: 125,
  search: 12,
  cancel: 12,
  validateTin: 60,
  searchTin: 60,
} as const

/** The authority counts from arrival: requests on a quick way come closer together than they were sent. */
const minuteThereMs = 61_000

export type LimitedRequest = keyof typeof requestsPerMinute

/** Keeps all our work together under the authority's limits, so that it never has to slow us down. */
export class Limits {
  readonly #allowances: ReadonlyMap<LimitedRequest, Allowance>

  /** @param scale multiplies every limit; more than 1 only where the other side agrees */
  constructor(clock: Clock, scale: number) {
    const limited = Object.entries(requestsPerMinute) as [LimitedRequest, number][]
    this.#allowances = new Map(
      limited.map(([request, perMinute]) => [
        request,
        new Allowance(Math.max(1, Math.floor(perMinute * scale)), clock, minuteThereMs),
      ]),
    )
  }

  wait(request: LimitedRequest, clientId: string): Promise<void> {
    return this.#allowances.get(request)?.wait(clientId) ?? Promise.resolve()
  }
}
