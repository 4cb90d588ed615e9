import { mostFutureMs } from './clock-skew.ts'
import { isConsolidatedDocument, isWaitingForConsolidation } from './decide-consolidation.ts'
import { type Happens, happens, type Unchanged, unchanged } from './decision.ts'
import type { EventType, RecordEvent } from './event.ts'
import type { MistrustReason } from './outcome.ts'
import type { Instant, RecordState } from './record.ts'
import { workOf } from './work.ts'

type Mistrusted = Extract<RecordEvent, { type: 'mistrusted' }>

/** What is known of it when what is kept here was last mistrusted. */
export interface Mistrust {
  /** Of the last record that was kept then. */
  readonly upTo: number
  readonly reason: MistrustReason
  /** What was sold before it may have come in before and be forgotten; null where the journal forgot nothing. */
  readonly soldBefore: Instant | null
  /** When the last of what was not forgotten happened; null where that is not known. */
  readonly since: Instant | null
}

/**
 * What is kept here may be older than what happened: whatever could be sent next is looked up first (reliability ST13),
 * and a receipt before it goes into a document, since its buyer may have asked for an e-invoice meanwhile. What the
 * authority has given a name is asked about by that name, and never sent, so it stays as it is.
 */
export function decideMistrust(
  record: RecordState,
  reason: MistrustReason,
  at: Instant,
): Happens<Mistrusted> | Unchanged {
  const isOnItsWay = workOf(record) === 'send' || record.phase === 'held' || record.phase === 'sending'
  const isForgetful = reason !== 'journal_ahead'
  const mayGo = isOnItsWay || (isForgetful && isWaitingForConsolidation(record))
  return mayGo ? happens({ type: 'mistrusted', reason, at }) : unchanged
}

/** After these a record goes to the authority as one that was never there. */
const beginnings: readonly EventType[] = ['received', 'revised', 'resent', 'converted', 'uncovered']
export const isBeginning = ({ type }: RecordEvent): boolean => beginnings.includes(type)

/**
 * What begins anew may be what was done already and forgotten: the same correction, the same sale that the till sends
 * again (reliability ST13). It is looked for since it can have been there.
 */
export function decideRepeatMistrust(
  { seq, record }: { readonly seq: number; readonly record: RecordState },
  event: RecordEvent,
  mistrust: Mistrust,
): Happens<Mistrusted> | Unchanged {
  if (mistrust.soldBefore === null || !isBeginning(event) || isConsolidatedDocument(record)) return unchanged
  if (!isForgettable({ seq, record }, mistrust)) return unchanged
  const decision = decideMistrust(record, mistrust.reason, event.at)
  if (decision.kind === 'unchanged') return unchanged
  return happens({ ...decision.event, from: forgottenFrom({ seq, record }, mistrust) })
}

/** A document under a number that an earlier one may have, made of receipts that were forgotten to be part of that. */
export function decideDocumentMistrust(
  members: readonly { readonly seq: number; readonly record: RecordState }[],
  mistrust: Mistrust,
  at: Instant,
): Happens<Mistrusted> | Unchanged {
  const forgettable = members.filter((member) => isForgettable(member, mistrust))
  if (forgettable.length === 0) return unchanged
  const from = Math.min(mistrust.since ?? at, ...forgettable.map((member) => forgottenFrom(member, mistrust)))
  return happens({ type: 'mistrusted', reason: mistrust.reason, from, at })
}

/** Since when something that is forgotten can have happened to a record: one that is kept was kept before. */
const forgottenFrom = (
  { seq, record }: { readonly seq: number; readonly record: RecordState },
  { upTo }: Mistrust,
): Instant => (seq <= upTo ? record.submittedAt : Math.min(record.submittedAt, record.issuedAt - mostFutureMs))

/** Whether something may have happened to a record that is not kept here. */
const isForgettable = (
  { seq, record }: { readonly seq: number; readonly record: Pick<RecordState, 'issuedAt'> },
  { upTo, soldBefore }: Mistrust,
): boolean => seq <= upTo || (soldBefore !== null && record.issuedAt < soldBefore)
