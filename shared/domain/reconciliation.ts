import type { Family, Instant, Kind, RecordState } from './record.ts'
import { statusOf } from './status.ts'

/** A document as the authority lists it; null for what it does not say. */
export interface ListedThere {
  readonly uuid: string
  readonly documentNumber: string
  readonly family: Family | null
  readonly kind: Kind | null
  readonly status: StatusThere | null
  /** Two places. */
  readonly total: string | null
  readonly receivedAt: Instant | null
}

export const statusesThere = ['Submitted', 'Valid', 'Invalid', 'Cancelled'] as const
export type StatusThere = (typeof statusesThere)[number]

/** A record that the authority may have, with every name that it has for it and its earlier revisions. */
export interface SentHere {
  readonly record: RecordState
  readonly uuids: readonly string[]
}

/**
 * missing_there: we say they have it and they do not list it · unknown_here: they list what we do not know ·
 * second_there: they hold another valid document under a number of ours · the rest differ in that.
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

/** A stretch of time, the end not in it. */
export interface Stretch {
  readonly from: Instant
  readonly to: Instant
}

/** The authority's clock and ours may disagree, and what is sent may arrive, within this. */
export const clockSkewMs = 10 * 60_000
/** A document that was sent may reach the authority with a later attempt. */
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

/** What a document there says otherwise than the record of it here; totals and numbers that are not said agree. */
function differencesOf(record: RecordState, there: ListedThere): readonly Difference[] {
  const differs = (kind: DifferenceKind, isSo: boolean): readonly Difference[] =>
    isSo ? [{ kind, here: record, there }] : []
  return [
    ...differs('status_differs', there.status !== null && there.status !== statusThereOf(record)),
    ...differs('total_differs', there.total !== null && there.total !== record.totalPayable),
    ...differs('number_differs', there.documentNumber !== record.documentNumber),
  ]
}

/** Finds the record that a document there is. */
export interface Known {
  /** Under this name or an earlier one. */
  byUuid(uuid: string): SentHere | undefined
  byNumber(there: ListedThere): SentHere | undefined
}

/** @param period only of what came in then is it strange that we do not know it */
export function compareListed(there: ListedThere, known: Known, period: Stretch): readonly Difference[] {
  const own = known.byUuid(there.uuid)
  if (own?.record.authority?.uuid === there.uuid) return differencesOf(own.record, there)
  // An earlier revision was refused; one that counts beside the present one is a document too many.
  if (own) return isLive(there) ? [{ kind: 'second_there', here: own.record, there }] : []
  const named = known.byNumber(there)
  if (named) {
    if (named.record.authority === null) return differencesOf(named.record, there)
    return isLive(there) ? [{ kind: 'second_there', here: named.record, there }] : []
  }
  const isOutside = there.receivedAt !== null && (there.receivedAt < period.from || there.receivedAt >= period.to)
  return isOutside ? [] : [{ kind: 'unknown_here', here: null, there }]
}

/** When the authority must have received a record that it has. */
export const stretchOf = ({ firstSentAt, validatedAt, submittedAt }: RecordState): Stretch => {
  const sentAt = firstSentAt ?? submittedAt
  // What was validated had arrived by then.
  return { from: sentAt - clockSkewMs, to: (validatedAt ?? sentAt + longestWayMs) + clockSkewMs }
}

/** Whether all of a stretch was read to its end. @param read in any order */
export function isCovered({ from, to }: Stretch, read: readonly Stretch[]): boolean {
  let reached = from
  for (const stretch of read.toSorted((one, other) => one.from - other.from))
    if (stretch.from <= reached) reached = Math.max(reached, stretch.to)
  return reached >= to
}
