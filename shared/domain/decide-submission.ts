import type { HistoryGapReason } from './attempt.ts'
import { isConsolidatedDocument, isReceipt, isWaitingForConsolidation } from './consolidation-rules.ts'
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
import type { BusinessKey, EpochMs, Identity, RecordState } from './record.ts'
import { isCancelling, workOf } from './status.ts'

/** How far a till's clock may be ahead of ours (contract 5). */
export const maxTillClockAheadMs = 5 * 60_000

export interface IdentityAndIsGuidGiven {
  readonly identity: Identity
  /** Whether the till gave a SALE_GUID. Otherwise the business key names the sale. */
  readonly namesGuid: boolean
}

export interface MatchingRecords {
  readonly byGuid: RecordState | null
  /** The record with this key that is not voided. */
  readonly byKey: RecordState | null
  /** The latest record with this key, if all of them are voided. */
  readonly voidedByKey: RecordState | null
  /** Whether the body is that of `byGuid`, or else of `byKey`. */
  readonly isSameBody: boolean
  /** Whether the body is the receipt's, before its buyer asked for an e-invoice. The till has no other body. */
  readonly isBodyBeforeConversion: boolean
}

export type SubmissionDecision =
  | { readonly kind: 'receives' }
  | { readonly kind: 'revises'; readonly record: RecordState }
  | { readonly kind: 'replays'; readonly record: RecordState }
  /** The record that is in the way; null if there is none to show. */
  | { readonly kind: 'refused'; readonly code: Refusal; readonly record: RecordState | null }

/** The idempotency table of contract 5: a repeat never makes a second document. */
export function decideSubmission(names: IdentityAndIsGuidGiven, known: MatchingRecords): SubmissionDecision {
  if (names.namesGuid) {
    if (known.byGuid) return againstNamed(names.identity, known.byGuid, known)
    if (known.byKey) return refuse('business_key_reused', known.byKey)
    return { kind: 'receives' }
  }
  if (known.byKey) return againstSame(names.identity, known.byKey, known, 'business_key_reused')
  // A blind retry must not revive a voided sale. A new SALE_GUID shows that it is meant.
  if (known.voidedByKey) return refuse('record_voided', known.voidedByKey)
  return { kind: 'receives' }
}

type Bodies = Pick<MatchingRecords, 'isSameBody' | 'isBodyBeforeConversion'>

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
  // For an invalid record any other body is a correction.
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

/** Why a note is held; null if it can go. */
export type HoldReason = 'waits_for_original' | 'waits_for_consolidation' | 'original_not_valid' | null

/** Originals must be valid when the note is issued (myinvois 6.4). */
export function holdReasonOf(originals: readonly Original[]): HoldReason {
  if (originals.some((original) => isLost(original))) return 'original_not_valid'
  const isReady = (original: Original) => original.phase === 'valid' && !isCancelling(original.cancellation)
  const awaited = originals.filter((original) => !isReady(original))
  if (awaited.length === 0) return null
  return awaited.every(isReceipt) ? 'waits_for_consolidation' : 'waits_for_original'
}

type Original = Pick<RecordState, 'phase' | 'closed' | 'cancellation' | 'consolidated' | 'members'>

/** An invalid original can still be corrected, until a supervisor closes it. */
const isLost = (original: Pick<RecordState, 'phase' | 'closed'>): boolean =>
  original.phase === 'voided' || original.phase === 'cancelled' || original.closed

/**
 * Holds or releases a note as its originals change. A note that may have been sent is never held: it could then be
 * neither sent, looked up nor voided.
 */
export function decideNoteHold(
  note: RecordState,
  attention: HoldReason,
  at: EpochMs,
): Happens<EventOf<'held' | 'released'>> | Unchanged {
  if ((note.phase !== 'held' && note.phase !== 'queued') || note.everSent || note.consolidatedInto !== null)
    return unchanged
  if (attention === note.attention || note.attention === 'cannot_be_sent') return unchanged
  if (attention) return happens({ type: 'held', attention, at })
  return note.phase === 'held' ? happens({ type: 'released', at }) : unchanged
}

type Recheck = EventOf<'presumed_sent'>

/** A loss of history, for example by a restore. */
export interface HistoryGap {
  readonly upTo: number
  readonly reason: HistoryGapReason
  /** Sales before this time may have come in and be forgotten. */
  readonly soldBefore: EpochMs
  /** The time of the last event before the gap; null if it is not known. */
  readonly since: EpochMs | null
}

/**
 * After a loss of history, everything that could be sent is looked up first (reliability ST13). A receipt too, because
 * its buyer may have asked for an e-invoice. A record that has a name at the authority stays as it is, because it is
 * polled.
 */
export function decideGapRecheck(
  record: RecordState,
  reason: HistoryGapReason,
  at: EpochMs,
): Happens<Recheck> | Unchanged {
  const isOnItsWay = workOf(record) === 'send' || record.phase === 'held' || record.phase === 'sending'
  const mayGo = isOnItsWay || isWaitingForConsolidation(record)
  return mayGo ? happens({ type: 'presumed_sent', reason, at }) : unchanged
}

/** After one of these events a record is sent as new. */
const beginnings: readonly EventType[] = ['received', 'revised', 'resent', 'converted', 'unconsolidated']
export const isFollowedByFreshSend = ({ type }: RecordEvent): boolean => beginnings.includes(type)

/**
 * A repeated correction or sale may have been sent before, and be forgotten (reliability ST13). So it is looked up
 * first.
 */
export function decideRepeatRecheck(
  { seq, record }: { readonly seq: number; readonly record: RecordState },
  event: RecordEvent,
  gap: HistoryGap,
): Happens<Recheck> | Unchanged {
  if (!isFollowedByFreshSend(event) || isConsolidatedDocument(record)) return unchanged
  if (!isForgettable({ seq, record }, gap)) return unchanged
  const decision = decideGapRecheck(record, gap.reason, event.at)
  if (decision.kind === 'unchanged') return unchanged
  return happens({ ...decision.event, from: forgottenFrom({ seq, record }, gap) })
}

/** A forgotten document with the same number may hold the same receipts. */
export function decideConsolidatedRecheck(
  members: readonly { readonly seq: number; readonly record: RecordState }[],
  gap: HistoryGap,
  at: EpochMs,
): Happens<Recheck> | Unchanged {
  const forgettable = members.filter((member) => isForgettable(member, gap))
  if (forgettable.length === 0) return unchanged
  const from = Math.min(gap.since ?? at, ...forgettable.map((member) => forgottenFrom(member, gap)))
  return happens({ type: 'presumed_sent', reason: gap.reason, from, at })
}

/** The earliest time at which a forgotten event can have happened. The record itself is older than the gap. */
const forgottenFrom = (
  { seq, record }: { readonly seq: number; readonly record: RecordState },
  { upTo }: HistoryGap,
): EpochMs => (seq <= upTo ? record.submittedAt : Math.min(record.submittedAt, record.issuedAt - maxTillClockAheadMs))

const isForgettable = (
  { seq, record }: { readonly seq: number; readonly record: Pick<RecordState, 'issuedAt'> },
  { upTo, soldBefore }: HistoryGap,
): boolean => seq <= upTo || record.issuedAt < soldBefore
