import { clockStatusOf, type OffsetSpan, offsetShown, usualOffset } from '../../../shared/domain/clock-skew.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { HttpResult } from '../platform/outgoing/exchange.ts'
import type { Clock } from '../ports.ts'
import type { AuthorityTime, RequestCount } from './port.ts'

/** So many answers count; among five, two may be off. */
const mostKept = 5
/** Our wall clock and our steady one never part by this much unless the one is set or the machine sleeps. */
const stepMs = 10_000
const mostAsks = 3
/** Twice the usual time-out of a request: the computer slept before a later answer was read. */
const mostTookMs = 120_000

/**
 * The authority's clock, known by the dates of its answers: windows that it judges are judged by it. Before the first
 * answer it is taken to be like ours.
 */
export class AuthorityClock implements Clock, AuthorityTime {
  readonly #own: Clock
  #spans: readonly OffsetSpan[] = []
  /** By how much our wall clock was ahead of our steady one when last an answer was heard. */
  #leadMs = 0
  #since: Instant | null = null
  #answeredAt: Instant | null = null
  readonly #requests = new Map<string, RequestCount>()

  constructor(own: Clock) {
    this.#own = own
  }

  requests(): Iterable<RequestCount> {
    return this.#requests.values()
  }

  count(endpoint: string, code: string): void {
    const key = `${endpoint} ${code}`
    this.#requests.set(key, { endpoint, code, count: (this.#requests.get(key)?.count ?? 0) + 1 })
  }

  answeredAt(): Instant | null {
    return this.#answeredAt
  }

  now(): Instant {
    return this.#own.now() + (this.#offsetMs() ?? 0)
  }

  steadyMs(): number {
    return this.#own.steadyMs()
  }

  status(): ReturnType<AuthorityTime['status']> {
    const offsetMs = this.#offsetMs()
    return { kind: clockStatusOf(offsetMs), offsetMs: offsetMs ?? 0, since: this.#since ?? this.#own.now() }
  }

  /** An exchange with the authority, whose answer also says what time it is there. */
  async timed(task: () => Promise<HttpResult>): Promise<HttpResult> {
    const startedMs = this.#own.steadyMs()
    const leadMs = this.#lead()
    const result = await task()
    if (result.kind === 'answered' && result.status < 500 && result.status !== 429) this.#answeredAt = this.#own.now()
    const date = result.kind === 'answered' ? Date.parse(result.headers('date') ?? '') : Number.NaN
    const tookMs = this.#own.steadyMs() - startedMs
    // If the computer slept meanwhile, the date is old by an unknown time.
    const hasSlept = tookMs > mostTookMs || Math.abs(this.#lead() - leadMs) > stepMs
    if (!Number.isNaN(date) && !hasSlept) this.#hear(date, tookMs)
    return result
  }

  /**
   * Whether our clock will do to send by. Where that is not known, or it would not, the authority is asked what time it
   * is: a clock that was set right must not go on being called wrong.
   */
  async isFitToSend(ask: () => Promise<unknown>): Promise<boolean> {
    for (let asks = 0; asks < mostAsks; asks += 1) {
      const { kind } = this.status()
      if (kind === 'right' || kind === 'off' || (kind === 'unknown' && asks > 0)) break
      await ask()
    }
    return this.status().kind !== 'wrong'
  }

  #hear(date: Instant, tookMs: number): void {
    const before = this.status().kind
    const heardAt = this.#own.now()
    const span = offsetShown({ date, askedAt: heardAt - tookMs, heardAt })
    this.#spans = this.#hasStepped() ? [span] : [span, ...this.#spans].slice(0, mostKept)
    this.#leadMs = this.#lead()
    if (clockStatusOf(usualOffset(this.#spans)) !== before) this.#since = heardAt
  }

  /** What was measured against a clock that has been set since says nothing any more. */
  #offsetMs(): number | null {
    return this.#hasStepped() ? null : usualOffset(this.#spans)
  }

  #hasStepped(): boolean {
    return Math.abs(this.#lead() - this.#leadMs) > stepMs
  }

  #lead(): number {
    return this.#own.now() - this.#own.steadyMs()
  }
}
