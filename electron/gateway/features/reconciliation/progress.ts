import type { Difference, Stretch } from '../../../../shared/domain/reconciliation.ts'
import type { Instant } from '../../../../shared/domain/record.ts'

/** How far one stretch of time has been read. */
export interface Leg extends Stretch {
  readonly pagesRead: number
  /** As the authority says; null where it says nothing, or was not asked yet. */
  readonly pagesSaid: number | null
  readonly documentsRead: number
  readonly documentsSaid: number | null
  /** short: it came to an end with fewer than the authority says there are. */
  readonly state: 'waiting' | 'reading' | 'read' | 'short'
}

/** Why it is not going on. */
export type Halt = 'not_answered' | 'restarted' | 'failed' | 'cannot_list'

export interface Progress {
  readonly period: Stretch
  readonly legs: readonly Leg[]
  readonly halt: Halt | null
}

export interface Outcome {
  readonly at: Instant
  readonly compared: number
  /** Records that may be missing there or not: not all of their time was read. */
  readonly unproven: number
  readonly count: number
  /** The first of them. */
  readonly differences: readonly Difference[]
}

/** So many differences are kept; `count` says how many there are. */
export const mostDifferences = 2_000

const legMs = 3 * 86_400_000

export function legsOf({ from, to }: Stretch): readonly Leg[] {
  const legs: Leg[] = []
  for (let start = from; start < to; start += legMs)
    legs.push(freshLeg({ from: start, to: Math.min(start + legMs, to) }))
  return legs
}

const freshLeg = ({ from, to }: Stretch): Leg => ({
  from,
  to,
  pagesRead: 0,
  pagesSaid: null,
  documentsRead: 0,
  documentsSaid: null,
  state: 'waiting',
})

/** Both hold the second in the middle: what came within it may be counted to either. */
export function halvesOf({ from, to }: Leg): readonly Leg[] {
  const middle = from + Math.ceil((to - from) / 2 / 1000) * 1000
  return [freshLeg({ from, to: middle }), freshLeg({ from: middle, to })]
}
