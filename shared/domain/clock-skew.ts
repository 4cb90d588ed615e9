import type { EpochMs } from './record.ts'

/** A date shown by another clock, and our times before and after it was read. */
export interface ShownDate {
  /** In whole seconds, as in HTTP. */
  readonly date: EpochMs
  readonly askedAt: EpochMs
  readonly heardAt: EpochMs
}

const dateStepMs = 1_000

/** In milliseconds; negative if that clock is behind. */
export interface OffsetSpan {
  readonly least: number
  readonly most: number
}

export const offsetSpanOf = ({ date, askedAt, heardAt }: ShownDate): OffsetSpan => ({
  least: date - heardAt,
  most: Math.ceil(date + dateStepMs - askedAt),
})

/**
 * The offset that most answers allow, so that one wrong date changes nothing. If several offsets fit, the one nearest
 * to zero. It is at most a second too high. If the other clock were believed to be ahead, documents would get a date in
 * the future. @param spans newest first @returns milliseconds, null if nothing is known
 */
export function estimateOffset(spans: readonly OffsetSpan[]): number | null {
  const agreeing = spans
    .map(({ least }) => spans.filter((other) => other.least <= least && least <= other.most))
    .toSorted((one, other) => other.length - one.length)[0]
  if (!agreeing) return null
  const least = Math.max(...agreeing.map((span) => span.least))
  const most = Math.min(least + dateStepMs, ...agreeing.map((span) => span.most))
  return Math.max(least, Math.min(most, 0))
}

/** off: a person should set the clock · wrong: the authority would refuse its dates, so nothing is sent. */
export type ClockStatus = 'unknown' | 'right' | 'off' | 'wrong'

const mostRightMs = 60_000
const mostSendableMs = 10 * 60_000

/** @param offsetMs null if nothing is known */
export function clockStatusOf(offsetMs: number | null): ClockStatus {
  if (offsetMs === null) return 'unknown'
  const apartMs = Math.abs(offsetMs)
  if (apartMs > mostSendableMs) return 'wrong'
  return apartMs > mostRightMs ? 'off' : 'right'
}
