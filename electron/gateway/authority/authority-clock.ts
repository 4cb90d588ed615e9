import { clockStatusOf, estimateOffset, type OffsetSpan, offsetSpanOf } from '../../../shared/domain/clock-skew.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { HttpResult } from '../platform/outgoing/exchange.ts'
import { type Clock, leadOf } from '../ports.ts'
import type { AuthorityContact, AuthorityTime } from './port.ts'

/** Of five answers, two may be wrong. */
const mostKept = 5
/** Without a set clock or sleep, the two clocks never differ so much. */
const stepMs = 10_000
const mostAsks = 3
/** Twice a request's usual time-out: the computer slept. */
const mostTookMs = 120_000

/**
 * Known from the dates of answers: the authority's periods are counted by it. Before the first answer it equals ours.
 */
export class AuthorityClock implements Clock, AuthorityTime {
  readonly #own: Clock
  #spans: readonly OffsetSpan[] = []
  /** How far our wall clock was ahead of the steady clock at the last answer. */
  #leadMs = 0
  #since: EpochMs | null = null
  #contact: AuthorityContact = { lastContactAt: null, unansweredSince: null }
  #heard: () => void = () => undefined

  constructor(own: Clock) {
    this.#own = own
  }

  contact(): AuthorityContact {
    return this.#contact
  }

  onReturn(heard: () => void): void {
    this.#heard = heard
  }

  now(): EpochMs {
    return this.#own.now() + (this.#offsetMs() ?? 0)
  }

  steadyMs(): number {
    return this.#own.steadyMs()
  }

  status(): ReturnType<AuthorityTime['status']> {
    const offsetMs = this.#offsetMs()
    return { kind: clockStatusOf(offsetMs), offsetMs: offsetMs ?? 0, since: this.#since ?? this.#own.now() }
  }

  async timed(task: () => Promise<HttpResult>): Promise<HttpResult> {
    const startedMs = this.#own.steadyMs()
    const leadMs = leadOf(this.#own)
    const result = await task()
    const wasAway = this.#contact.unansweredSince !== null
    this.#contact = contactAfter(result, this.#contact, this.#own.now())
    if (wasAway && this.#contact.unansweredSince === null) this.#heard()
    const date = result.kind === 'answered' ? Date.parse(result.headers('date') ?? '') : Number.NaN
    const tookMs = this.#own.steadyMs() - startedMs
    // If the computer slept, the date is old by an unknown time.
    const hasSlept = tookMs > mostTookMs || Math.abs(leadOf(this.#own) - leadMs) > stepMs
    if (!Number.isNaN(date) && !hasSlept) this.#hear(date, tookMs)
    return result
  }

  /**
   * Asks the authority if our clock is unknown or wrong: a clock that was set right meanwhile must not stay “wrong”.
   */
  async isFitToSend(ask: () => Promise<unknown>): Promise<boolean> {
    for (let asks = 0; asks < mostAsks; asks += 1) {
      const { kind } = this.status()
      if (kind === 'right' || kind === 'off' || (kind === 'unknown' && asks > 0)) break
      await ask()
    }
    return this.status().kind !== 'wrong'
  }

  #hear(date: EpochMs, tookMs: number): void {
    const before = this.status().kind
    const heardAt = this.#own.now()
    const span = offsetSpanOf({ date, askedAt: heardAt - tookMs, heardAt })
    this.#spans = this.#hasStepped() ? [span] : [span, ...this.#spans].slice(0, mostKept)
    this.#leadMs = leadOf(this.#own)
    if (clockStatusOf(estimateOffset(this.#spans)) !== before) this.#since = heardAt
  }

  /** Null if our clock was set since the offset was measured. */
  #offsetMs(): number | null {
    return this.#hasStepped() ? null : estimateOffset(this.#spans)
  }

  #hasStepped(): boolean {
    return Math.abs(leadOf(this.#own) - this.#leadMs) > stepMs
  }
}

function contactAfter(result: HttpResult, before: AuthorityContact, now: EpochMs): AuthorityContact {
  if (result.kind === 'too_late') return before
  if (result.kind !== 'answered') return { ...before, unansweredSince: before.unansweredSince ?? now }
  const isGood = result.status < 500 && result.status !== 429
  return { lastContactAt: isGood ? now : before.lastContactAt, unansweredSince: null }
}
