import type { DoubtReason, HistoryGapReason, UnsentReason } from './attempt.ts'
import type { AttentionCode, AuthorityError, AuthorityReference, Content, EpochMs, Identity, Phase } from './record.ts'

/** Every change of a record is one of these events. The journal is the list of them. */
export type RecordEvent =
  | Received
  | On<'revised', { content: Content; holds: AttentionCode | null }>
  /** `turnedAwayBytes`: the document's size, if the authority refuses this document and no other. */
  | On<'held', { attention: AttentionCode; turnedAwayBytes?: number }>
  /** A person sends it again, unchanged. */
  | On<'resent', By & { holds: AttentionCode | null }>
  | On<'released'>
  | On<'consolidated', { into: string }>
  /** The receipt's consolidated document became valid. */
  | On<'validated_in', { authority: AuthorityReference; validatedAt: EpochMs; sentAt: EpochMs; documentTime?: EpochMs }>
  /** The receipt's consolidated document was refused or cancelled. The receipt waits for the next run. */
  | On<'unconsolidated', { from: string; because: 'invalid' | 'cancelled'; holds: AttentionCode | null }>
  /** The buyer asked for an e-invoice. Notes that wait with the receipt follow. */
  | On<'converted', By & { content: Content; holds: AttentionCode | null }>
  | On<'voided', By & { reason?: string }>
  | On<'closed', By & { reason?: string }>
  /** The document has another issue time than the sale, which is too old. */
  | On<'restamped', { from: EpochMs; to: EpochMs }>
  | On<'claimed', { attemptId: string; documentTime: EpochMs }>
  | On<'unsent', { reason: UnsentReason }>
  | On<'taken', { uuid: string; submissionUid: string }>
  | On<'refused', { errors: readonly AuthorityError[] }>
  | On<'outcome_unknown', { reason: DoubtReason }>
  /**
   * After a loss of history the record may have been sent. `from`: the authority may have it since then; absent if the
   * record's own history tells.
   */
  | On<'presumed_sent', { reason: HistoryGapReason; from?: EpochMs }>
  | On<'not_found'>
  | On<'requeued'>
  | On<'conflicted', { attention: 'conflict' | 'in_doubt_expired' }>
  /** A person's decision about a conflict, with what they saw (reliability 4.3). */
  | On<'taken_over', Evidence & { uuid: string; submissionUid: string }>
  | On<'confirmed_not_received', Evidence>
  | On<'marked_refused', Evidence>
  | On<'found', { uuid: string; submissionUid: string }>
  | On<'validated', { longId: string; validatedAt: EpochMs; cancellableUntil: EpochMs }>
  /** The long id came later than the validity. */
  | On<'linked', { longId: string }>
  | On<'invalidated', { errors: readonly AuthorityError[] }>
  | On<'rejection_requested', { reason: string }>
  | On<'cancel_requested', By & { reason: string }>
  | On<'cancel_asked'>
  | On<'cancel_unsent'>
  | On<'cancel_outcome_unknown'>
  | On<'cancel_refused', { code: string; message: string }>
  /**
   * `cancelledAt`: by the authority; absent if it does not say. `isTooLate`: we had asked, but another person cancelled
   * it; absent if we had not asked.
   */
  | On<'cancelled', { elsewhere: boolean; isTooLate?: true; cancelledAt?: EpochMs }>
  | On<'anomaly', { observed: string }>

export type Received = On<'received', { identity: Identity; content: Content; holds: AttentionCode | null }>
export type EventType = RecordEvent['type']
export type EventOf<Type extends EventType> = Extract<RecordEvent, { type: Type }>

type On<Type extends string, Facts = unknown> = { readonly type: Type; readonly at: EpochMs } & Readonly<Facts>
/** `token:<name>` or `person:<name>`. */
type By = { by: string }
type Evidence = By & { evidence: string }

interface Transition {
  readonly from: readonly Phase[]
  /** `same`: the phase stays, and only other fields change. */
  readonly to: Phase | 'same'
}

/**
 * The only possible changes. No time-out leaves `sending`, and nothing leads from `unknown` or `conflict` to `voided`:
 * otherwise documents would be sent twice, or after a void.
 */
export const transitions = {
  received: { from: [], to: 'queued' },
  revised: { from: ['invalid'], to: 'queued' },
  resent: { from: ['invalid'], to: 'queued' },
  held: { from: ['queued', 'held'], to: 'held' },
  released: { from: ['held'], to: 'queued' },
  consolidated: { from: ['queued', 'held'], to: 'queued' },
  validated_in: { from: ['queued'], to: 'valid' },
  unconsolidated: { from: ['queued', 'valid'], to: 'queued' },
  converted: { from: ['queued', 'held'], to: 'same' },
  voided: { from: ['queued', 'held'], to: 'voided' },
  closed: { from: ['invalid'], to: 'same' },
  restamped: { from: ['queued'], to: 'same' },
  claimed: { from: ['queued'], to: 'sending' },
  unsent: { from: ['sending'], to: 'queued' },
  taken: { from: ['sending'], to: 'submitted' },
  refused: { from: ['sending'], to: 'invalid' },
  outcome_unknown: { from: ['sending', 'submitted'], to: 'unknown' },
  presumed_sent: { from: ['queued', 'held', 'sending'], to: 'unknown' },
  not_found: { from: ['unknown', 'conflict'], to: 'same' },
  requeued: { from: ['unknown'], to: 'queued' },
  conflicted: { from: ['unknown', 'queued'], to: 'conflict' },
  found: { from: ['unknown', 'conflict'], to: 'submitted' },
  taken_over: { from: ['conflict'], to: 'submitted' },
  confirmed_not_received: { from: ['conflict'], to: 'queued' },
  marked_refused: { from: ['conflict', 'held', 'queued'], to: 'invalid' },
  validated: { from: ['submitted'], to: 'valid' },
  linked: { from: ['valid'], to: 'same' },
  invalidated: { from: ['submitted'], to: 'invalid' },
  rejection_requested: { from: ['valid'], to: 'same' },
  cancel_requested: { from: ['valid'], to: 'same' },
  cancel_asked: { from: ['valid'], to: 'same' },
  cancel_unsent: { from: ['valid'], to: 'same' },
  cancel_outcome_unknown: { from: ['valid'], to: 'same' },
  cancel_refused: { from: ['valid'], to: 'same' },
  cancelled: { from: ['valid', 'submitted'], to: 'cancelled' },
  anomaly: { from: ['submitted', 'valid', 'invalid', 'cancelled'], to: 'same' },
} as const satisfies Record<EventType, Transition>

/** Each is an error code of the API (contract 2). */
export type Refusal =
  | `${'sale_guid' | 'business_key' | 'document_number'}_reused`
  | `record_${'voided' | 'cancelled' | 'closed'}`
  | `void_denied_${'valid' | 'in_progress' | 'locked' | 'consolidated' | 'cancelled' | 'invalid'}`
  | `cancel_denied_${'status' | 'period' | 'referenced' | 'consolidated'}`
  | `resolution_denied_${'status' | 'found' | 'not_found' | 'quarantine'}`
  | `${'release' | 'closure' | 'resend' | 'conversion'}_denied_status`
  | `conversion_denied_${'period' | 'consolidated' | 'refunded'}`

export interface Refused {
  readonly kind: 'refused'
  readonly code: Refusal
}

export interface Happens<Event extends RecordEvent = RecordEvent> {
  readonly kind: 'happens'
  readonly event: Event
}

/** The record is already so, or the news is old. */
export interface Unchanged {
  readonly kind: 'unchanged'
}

export const refused = (code: Refusal): Refused => ({ kind: 'refused', code })
export const happens = <Event extends RecordEvent>(event: Event): Happens<Event> => ({ kind: 'happens', event })
export const unchanged: Unchanged = { kind: 'unchanged' }
