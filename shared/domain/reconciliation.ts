import type { EpochMs, Family, Kind, RecordState } from './record.ts'
import { statusOf } from './status.ts'

/** A document in the authority's list. A field that the list does not have is null. */
export interface ListedThere {
  readonly uuid: string
  readonly documentNumber: string
  readonly family: Family | null
  readonly kind: Kind | null
  readonly status: StatusThere | null
  readonly total: string | null
  readonly receivedAt: EpochMs | null
}

export const statusesThere = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const
export type StatusThere = (typeof statusesThere)[number]

/** A record that was sent, with all its UUIDs, also those of earlier revisions. */
export interface RecordWithUuids {
  readonly record: RecordState
  readonly uuids: readonly string[]
}

/**
 * missing_there: we sent it, and the authority does not list it. unknown_here: the authority lists it, and we do not
 * know it. second_there: another valid document with one of our numbers. The rest: that field differs.
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

/** A span of time. Its end is not part of it. */
export interface TimeSpan {
  readonly from: EpochMs
  readonly to: EpochMs
}

/** How far the two clocks may differ, and how long a document may be on its way. */
export const clockSkewMs = 10 * 60_000
export const mostTransitMs = 2 * 3_600_000

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

/** A missing total or number counts as equal. */
function differencesOf(record: RecordState, there: ListedThere): readonly Difference[] {
  const differs = (kind: DifferenceKind, isSo: boolean): readonly Difference[] =>
    isSo ? [{ kind, here: record, there }] : []
  return [
    ...differs('status_differs', there.status !== null && there.status !== statusThereOf(record)),
    ...differs('total_differs', there.total !== null && there.total !== record.totalPayable),
    ...differs('number_differs', there.documentNumber !== record.documentNumber),
  ]
}

export interface SentRecordLookup {
  /** Also finds a record by the UUID of an earlier revision. */
  byUuid(uuid: string): RecordWithUuids | undefined
  byNumber(there: ListedThere): RecordWithUuids | undefined
}

/** @param period a document outside of it may be unknown here */
export function compareDocument(there: ListedThere, known: SentRecordLookup, period: TimeSpan): readonly Difference[] {
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

/** The time within which the authority must have received the record. */
export const arrivalSpanOf = ({ firstSentAt, validatedAt, submittedAt }: RecordState): TimeSpan => {
  const sentAt = firstSentAt ?? submittedAt
  // It arrived before it was validated.
  return { from: sentAt - clockSkewMs, to: (validatedAt ?? sentAt + mostTransitMs) + clockSkewMs }
}

/** @param read stretches that were read, in any order */
export function isSpanCovered({ from, to }: TimeSpan, read: readonly TimeSpan[]): boolean {
  let reached = from
  for (const stretch of read.toSorted((one, other) => one.from - other.from))
    if (stretch.from <= reached) reached = Math.max(reached, stretch.to)
  return reached >= to
}
