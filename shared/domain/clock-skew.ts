import type { Instant } from './record.ts'

/** A date that another clock showed, and between which instants of our own clock it was shown. */
export interface ShownDate {
  /** In whole seconds, as the Date header of HTTP has it. */
  readonly date: Instant
  readonly askedAt: Instant
  readonly heardAt: Instant
}

const dateStepMs = 1_000

/** Between what and what a clock is ahead of ours, in milliseconds; negative where it is behind. */
export interface OffsetSpan {
  readonly least: number
  readonly most: number
}

/** That clock was read at some moment between question and answer. */
export const offsetShown = ({ date, askedAt, heardAt }: ShownDate): OffsetSpan => ({
  least: date - heardAt,
  most: Math.ceil(date + dateStepMs - askedAt),
})

/**
 * How far that clock is ahead, by the answers that agree with most others: a single one that is off, out of a cache for
 * example, changes nothing. The offset nearest to zero is taken that all of these allow. It is at most a second more
 * than the least possible one, because a clock that is believed to be ahead makes documents of the future.
 * @param spans the newest first
 * @returns milliseconds, null where nothing is known
 */
export function usualOffset(spans: readonly OffsetSpan[]): number | null {
  const agreeing = spans
    .map(({ least }) => spans.filter((other) => other.least <= least && least <= other.most))
    .toSorted((one, other) => other.length - one.length)[0]
  if (!agreeing) return null
  const least = Math.max(...agreeing.map((span) => span.least))
  const most = Math.min(least + dateStepMs, ...agreeing.map((span) => span.most))
  return Math.max(least, Math.min(most, 0))
}

/** off: a person should set the clock · wrong: what is stamped by it would be refused, so nothing is sent. */
export type ClockStatus = 'unknown' | 'right' | 'off' | 'wrong'

const mostRightMs = 60_000
const mostSendableMs = 10 * 60_000

/** @param offsetMs null where nothing is known */
export function clockStatusOf(offsetMs: number | null): ClockStatus {
  if (offsetMs === null) return 'unknown'
  const apartMs = Math.abs(offsetMs)
  if (apartMs > mostSendableMs) return 'wrong'
  return apartMs > mostRightMs ? 'off' : 'right'
}
