import type { HistoryGapReason } from './attempt.ts'
import { isConsolidatedDocument, isWaitingForConsolidation } from './consolidation-rules.ts'
import { mostFutureMs } from './decide-submission.ts'
import {
  type EventOf,
  type EventType,
  type Happens,
  happens,
  type RecordEvent,
  type Unchanged,
  unchanged,
} from './event.ts'
import type { Instant, RecordState } from './record.ts'
import { workOf } from './status.ts'

type Recheck = EventOf<'mistrusted'>

/** What is known of it when what is kept here was last found to be older than what happened. */
export interface HistoryGap {
  /** Of the last record that was kept then. */
  readonly upTo: number
  readonly reason: HistoryGapReason
  /** What was sold before it may have come in before and be forgotten. */
  readonly soldBefore: Instant
  /** When the last of what was not forgotten happened; null where that is not known. */
  readonly since: Instant | null
}

/**
 * What is kept here may be older than what happened: all that could be sent next is looked up first (reliability ST13),
 * and a receipt before it goes into a document, since its buyer may have asked for an e-invoice meanwhile. What the
 * authority has given a name is asked about by that name, and never sent, so it stays as it is.
 */
export function decideRecheck(
  record: RecordState,
  reason: HistoryGapReason,
  at: Instant,
): Happens<Recheck> | Unchanged {
  const isOnItsWay = workOf(record) === 'send' || record.phase === 'held' || record.phase === 'sending'
  const mayGo = isOnItsWay || isWaitingForConsolidation(record)
  return mayGo ? happens({ type: 'mistrusted', reason, at }) : unchanged
}

/** After these a record goes to the authority as one that was never there. */
const beginnings: readonly EventType[] = ['received', 'revised', 'resent', 'converted', 'uncovered']
export const isBeginning = ({ type }: RecordEvent): boolean => beginnings.includes(type)

/**
 * What begins again may be what was done already and forgotten: the same correction, the same sale that the till sends
 * again (reliability ST13). It is looked for since it can have been there.
 */
export function decideRepeatRecheck(
  { seq, record }: { readonly seq: number; readonly record: RecordState },
  event: RecordEvent,
  gap: HistoryGap,
): Happens<Recheck> | Unchanged {
  if (!isBeginning(event) || isConsolidatedDocument(record)) return unchanged
  if (!isForgettable({ seq, record }, gap)) return unchanged
  const decision = decideRecheck(record, gap.reason, event.at)
  if (decision.kind === 'unchanged') return unchanged
  return happens({ ...decision.event, from: forgottenFrom({ seq, record }, gap) })
}

/** A document under a number that an earlier one may have, made of receipts that were forgotten to be part of that. */
export function decideDocumentRecheck(
  members: readonly { readonly seq: number; readonly record: RecordState }[],
  gap: HistoryGap,
  at: Instant,
): Happens<Recheck> | Unchanged {
  const forgettable = members.filter((member) => isForgettable(member, gap))
  if (forgettable.length === 0) return unchanged
  const from = Math.min(gap.since ?? at, ...forgettable.map((member) => forgottenFrom(member, gap)))
  return happens({ type: 'mistrusted', reason: gap.reason, from, at })
}

/** Since when something that is forgotten can have happened to a record: one that is kept was kept before. */
const forgottenFrom = (
  { seq, record }: { readonly seq: number; readonly record: RecordState },
  { upTo }: HistoryGap,
): Instant => (seq <= upTo ? record.submittedAt : Math.min(record.submittedAt, record.issuedAt - mostFutureMs))

/** Whether something may have happened to a record that is not kept here. */
const isForgettable = (
  { seq, record }: { readonly seq: number; readonly record: Pick<RecordState, 'issuedAt'> },
  { upTo, soldBefore }: HistoryGap,
): boolean => seq <= upTo || record.issuedAt < soldBefore
