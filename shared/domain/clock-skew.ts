import type { Instant } from './record.ts'

/** A date somebody else's clock showed, and between which instants of our own clock it was shown. */
export interface ShownDate {
  /** In whole seconds, as the Date header of HTTP has it. */
  readonly date: Instant
  readonly askedAt: Instant
  readonly heardAt: Instant
}

const dateStepMs = 1_000

/** How far ahead of ours the clock of a till may be (contract 5). */
export const mostFutureMs = 5 * 60_000

/**
 * How far that clock is ahead of ours. It was read somewhere between question and answer, so there is an earliest and a
 * latest it can have been; a clock that can be like ours is taken to be.
 * @returns milliseconds, negative where it is behind
 */
export function offsetShown({ date, askedAt, heardAt }: ShownDate): number {
  const least = date - heardAt
  const most = date + dateStepMs - askedAt
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2)
}

/** The one in the middle, so that a single answer that is off, out of a cache for example, changes nothing. */
export function usualOffset(offsets: readonly number[]): number | null {
  const sorted = offsets.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? null
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
