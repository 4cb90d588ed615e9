import type { Family, Instant, Kind, RecordState } from './record.ts'
import { statusOf } from './status.ts'

/** Null for what the authority does not list. */
export interface ListedThere {
  readonly uuid: string
  readonly documentNumber: string
  readonly family: Family | null
  readonly kind: Kind | null
  readonly status: StatusThere | null
  readonly total: string | null
  readonly receivedAt: Instant | null
}

export const statusesThere = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const
export type StatusThere = (typeof statusesThere)[number]

/** With all its names there, also of earlier revisions. */
export interface SentHere {
  readonly record: RecordState
  readonly uuids: readonly string[]
}

/**
 * missing_there: sent and not listed there · unknown_here: listed and not known here · second_there: another valid
 * document with a number of ours · the rest are differences in that field.
 */
export const differenceKinds = [
  'missing_there',
  'unknown_here',
  'second_there',
  'status_differs',
  'total_differs',
  'number_differs',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export interface Difference {
  readonly kind: DifferenceKind
  readonly here: RecordState | null
  readonly there: ListedThere | null
}

/** The end is not part of it. */
export interface Stretch {
  readonly from: Instant
  readonly to: Instant
}

/** Between the two clocks, and on the way. */
export const clockSkewMs = 10 * 60_000
export const longestWayMs = 2 * 3_600_000

const statusThereOf = (record: RecordState): StatusThere | null => {
  const status = statusOf(record)
  switch (status) {
    case 'Valid':
    case 'Invalid':
    case 'Cancelled':
      return status
    case 'InProgress':
      return 'Submitted'
    case 'Pending':
    case 'Voided':
      return null
  }
}

const isLive = ({ status }: ListedThere): boolean => status === 'Valid' || status === 'Submitted'

/** Missing totals and numbers count as equal. */
function differencesOf(record: RecordState, there: ListedThere): readonly Difference[] {
  const differs = (kind: DifferenceKind, isSo: boolean): readonly Difference[] =>
    isSo ? [{ kind, here: record, there }] : []
  return [
    ...differs('status_differs', there.status !== null && there.status !== statusThereOf(record)),
    ...differs('total_differs', there.total !== null && there.total !== record.totalPayable),
    ...differs('number_differs', there.documentNumber !== record.documentNumber),
  ]
}

export interface Known {
  /** Also by an earlier revision's name. */
  byUuid(uuid: string): SentHere | undefined
  byNumber(there: ListedThere): SentHere | undefined
}

/** @param period outside of it, an unknown document is normal */
export function compareListed(there: ListedThere, known: Known, period: Stretch): readonly Difference[] {
  const own = known.byUuid(there.uuid)
  if (own?.record.authority?.uuid === there.uuid) return differencesOf(own.record, there)
  // An earlier revision that is valid is a second document.
  if (own) return isLive(there) ? [{ kind: 'second_there', here: own.record, there }] : []
  const named = known.byNumber(there)
  if (named) {
    if (named.record.authority === null) return differencesOf(named.record, there)
    return isLive(there) ? [{ kind: 'second_there', here: named.record, there }] : []
  }
  const isOutside = there.receivedAt !== null && (there.receivedAt < period.from || there.receivedAt >= period.to)
  return isOutside ? [] : [{ kind: 'unknown_here', here: null, there }]
}

/** When the authority must have received the record. */
export const stretchOf = ({ firstSentAt, validatedAt, submittedAt }: RecordState): Stretch => {
  const sentAt = firstSentAt ?? submittedAt
  // It arrived before it was validated.
  return { from: sentAt - clockSkewMs, to: (validatedAt ?? sentAt + longestWayMs) + clockSkewMs }
}

/** @param read in any order */
export function isCovered({ from, to }: Stretch, read: readonly Stretch[]): boolean {
  let reached = from
  for (const stretch of read.toSorted((one, other) => one.from - other.from))
    if (stretch.from <= reached) reached = Math.max(reached, stretch.to)
  return reached >= to
}
