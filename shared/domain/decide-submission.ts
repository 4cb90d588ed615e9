import type { HistoryGapReason } from './attempt.ts'
import { isConsolidatedDocument, isWaitingForConsolidation } from './consolidation-rules.ts'
import {
  type EventOf,
  type EventType,
  type Happens,
  happens,
  type RecordEvent,
  type Refusal,
  type Unchanged,
  unchanged,
} from './event.ts'
import type { AttentionCode, BusinessKey, Identity, Instant, RecordState } from './record.ts'
import { isRunning, workOf } from './status.ts'

/** How far ahead of ours the clock of a till may be (contract 5). */
export const mostFutureMs = 5 * 60_000

export interface SubmissionNames {
  readonly identity: Identity
  /** The till named the record itself; without that, its business key does. */
  readonly namesGuid: boolean
}

/** What the store knows under the names the submission uses. */
export interface KnownRecords {
  readonly byGuid: RecordState | null
  /** The one under the same family, kind and business key that is not voided. */
  readonly byKey: RecordState | null
  /** Only voided ones stand under that key; the latest of them. */
  readonly voidedByKey: RecordState | null
  /** The body is the one kept for `byGuid`, or else `byKey`. */
  readonly isSameBody: boolean
  /** It is what the receipt was before its buyer asked for an e-invoice of their own: the till knows of no other. */
  readonly isBodyBeforeConversion: boolean
}

export type SubmissionDecision =
  | { readonly kind: 'receives' }
  | { readonly kind: 'revises'; readonly record: RecordState }
  | { readonly kind: 'replays'; readonly record: RecordState }
  /** `record` is the one in the way, for the caller to see; null where there is none to show. */
  | { readonly kind: 'refused'; readonly code: Refusal; readonly record: RecordState | null }

/** The idempotency table of contract 5: a till may send anything again and never make a second document. */
export function decideSubmission(names: SubmissionNames, known: KnownRecords): SubmissionDecision {
  if (names.namesGuid) {
    if (known.byGuid) return againstNamed(names.identity, known.byGuid, known)
    if (known.byKey) return refuse('business_key_reused', known.byKey)
    return { kind: 'receives' }
  }
  if (known.byKey) return againstSame(names.identity, known.byKey, known, 'business_key_reused')
  // A blind retry must not bring a voided sale back to life; a new SALE_GUID says that it is meant.
  if (known.voidedByKey) return refuse('record_voided', known.voidedByKey)
  return { kind: 'receives' }
}

type Bodies = Pick<KnownRecords, 'isSameBody' | 'isBodyBeforeConversion'>

function againstNamed(identity: Identity, record: RecordState, bodies: Bodies): SubmissionDecision {
  if (record.companyGuid !== identity.companyGuid) return refuse('sale_guid_reused', null)
  if (record.kind !== identity.kind || record.family !== identity.family) return refuse('sale_guid_reused', record)
  if (record.phase === 'voided') return refuse('record_voided', record)
  if (record.phase === 'cancelled') return refuse('record_cancelled', record)
  return againstSame(identity, record, bodies, 'sale_guid_reused')
}

function againstSame(
  identity: Identity,
  record: RecordState,
  { isSameBody, isBodyBeforeConversion }: Bodies,
  reused: Refusal,
): SubmissionDecision {
  if (isSameBody) return { kind: 'replays', record }
  // An invalid one is being corrected, and any other body is a correction.
  if (isBodyBeforeConversion && record.phase !== 'invalid') return { kind: 'replays', record }
  if (record.closed) return refuse('record_closed', record)
  const isCorrection = record.phase === 'invalid' && !record.consolidated
  return isCorrection && isSameKey(record, identity) ? { kind: 'revises', record } : refuse(reused, record)
}

const refuse = (code: Refusal, record: RecordState | null): SubmissionDecision => ({ kind: 'refused', code, record })

const isSameKey = (one: BusinessKey, other: BusinessKey): boolean =>
  one.companyCode === other.companyCode &&
  one.outletName === other.outletName &&
  one.terminalName === other.terminalName &&
  one.shiftCode === other.shiftCode &&
  one.saleCode === other.saleCode

/** What the documents a note refers to allow it: to go, to wait for them, or never to go as it is. */
export type Originals = 'ready' | 'awaited' | 'lost'

/** An original must be valid when its note is issued (myinvois 6.4). */
export function originalsOf(originals: readonly Original[]): Originals {
  if (originals.some((original) => isLost(original))) return 'lost'
  const isReady = (original: Original) => original.phase === 'valid' && !isRunning(original.cancellation)
  return originals.every(isReady) ? 'ready' : 'awaited'
}

type Original = Pick<RecordState, 'phase' | 'closed' | 'cancellation'>

/** Invalid is not lost: it may still be corrected, until a supervisor closes it. */
const isLost = (original: Pick<RecordState, 'phase' | 'closed'>): boolean =>
  original.phase === 'voided' || original.phase === 'cancelled' || original.closed

export const holdFor = (originals: Originals): AttentionCode | null =>
  originals === 'ready' ? null : originals === 'awaited' ? 'waits_for_original' : 'original_not_valid'

/**
 * Brings a waiting note in line with its originals. One that was ever sent goes again as it is or to a person: held,
 * it could neither be sent nor looked up nor voided.
 */
export function decideHold(
  note: RecordState,
  originals: Originals,
  at: Instant,
): Happens<EventOf<'held' | 'released'>> | Unchanged {
  if ((note.phase !== 'held' && note.phase !== 'queued') || note.everSent || note.consolidatedInto !== null)
    return unchanged
  const attention = holdFor(originals)
  if (attention === note.attention || note.attention === 'cannot_be_sent') return unchanged
  if (attention) return happens({ type: 'held', attention, at })
  return note.phase === 'held' ? happens({ type: 'released', at }) : unchanged
}

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
