import type { Clock } from '../../ports.ts'

/**
 * Requests a minute for each client id (myinvois 2). Not shared with the adapter: this table must notice a wrong number there.
 */
export const limitsPerMinute = {
  login: 12,
  documentTypes: null,
  validateTin: 60,
  submit: 100,
  // Cancelling and rejecting share one path and one count.
  changeState: 12,
  getSubmission: 300,
  getRaw: 60,
  getDetails: 125,
  search: 12,
  searchTin: 60,
  taxpayerQr: 60,
} as const

export type LimitedApi = keyof typeof limitsPerMinute
export const limitedApis = Object.keys(limitsPerMinute) as readonly LimitedApi[]

export interface RequestStatistics {
  readonly api: LimitedApi
  total: number
  /** Refused requests included. */
  mostInAMinute: number
  refused: number
}

export type LimitResult =
  | { readonly kind: 'granted'; readonly limit: number | null; readonly remaining: number | null }
  | { readonly kind: 'exceeded'; readonly limit: number; readonly waitMs: number }

interface RequestWindow extends RequestStatistics {
  recent: { readonly at: number; readonly isGranted: boolean }[]
}

const minuteMs = 60_000

/** Counts over the last sixty seconds, as API gateways do. */
export class RateLimits {
  readonly #clock: Clock
  readonly #scale: () => number
  readonly #seen = new Map<string, RequestWindow>()

  /** @param scale multiplies every limit; read at each request */
  constructor(clock: Clock, scale: () => number) {
    this.#clock = clock
    this.#scale = scale
  }

  take(api: LimitedApi, clientId: string): LimitResult {
    const now = this.#clock.steadyMs()
    const key = `${api} ${clientId}`
    const seen = this.#seen.get(key) ?? { api, recent: [], total: 0, mostInAMinute: 0, refused: 0 }
    this.#seen.set(key, seen)
    seen.recent = seen.recent.filter(({ at }) => now - at < minuteMs)
    const granted = seen.recent.filter(({ isGranted }) => isGranted)
    const limit = this.#limitOf(api)
    const isGranted = limit === null || granted.length < limit
    seen.recent.push({ at: now, isGranted })
    seen.total += 1
    seen.mostInAMinute = Math.max(seen.mostInAMinute, seen.recent.length)
    if (isGranted) return { kind: 'granted', limit, remaining: limit === null ? null : limit - granted.length - 1 }
    seen.refused += 1
    return { kind: 'exceeded', limit, waitMs: minuteMs - (now - (granted[0]?.at ?? now)) }
  }

  list(): readonly RequestStatistics[] {
    return [...this.#seen.values()]
  }

  #limitOf(api: LimitedApi): number | null {
    const perMinute = limitsPerMinute[api]
    return perMinute === null ? null : Math.max(1, Math.floor(perMinute * this.#scale()))
  }
}
