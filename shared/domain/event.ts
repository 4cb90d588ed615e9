import type { AttentionCode } from './attention.ts'
import type { DoubtReason, UnsentReason } from './outcome.ts'
import type { AuthorityError, Content, Identity, Instant, Phase } from './record.ts'

/** Every change of a record is exactly one of these; the journal is the list of them. */
export type RecordEvent =
  | Received
  | On<'revised', { content: Content; holds: AttentionCode | null }>
  | On<'held', { attention: AttentionCode }>
  | On<'released'>
  | On<'voided', By>
  | On<'closed', By>
  /** The document is stamped with another issue time than the sale's, which is too long ago. */
  | On<'restamped', { from: Instant; to: Instant }>
  | On<'claimed', { attemptId: string }>
  | On<'unsent', { reason: UnsentReason }>
  | On<'taken', { uuid: string; submissionUid: string }>
  | On<'refused', { errors: readonly AuthorityError[] }>
  | On<'doubted', { reason: DoubtReason }>
  | On<'not_found'>
  | On<'requeued'>
  | On<'conflicted', { attention: 'conflict' | 'in_doubt_expired' }>
  | On<'found', { uuid: string; submissionUid: string }>
  | On<'validated', { longId: string; validatedAt: Instant; cancellableUntil: Instant }>
  | On<'invalidated', { errors: readonly AuthorityError[] }>
  | On<'rejection_requested', { reason: string }>
  | On<'cancel_requested', By & { reason: string }>
  | On<'cancel_asked'>
  | On<'cancel_unsent'>
  | On<'cancel_doubted'>
  | On<'cancel_refused', { code: string; message: string }>
  | On<'cancelled', { elsewhere: boolean }>
  | On<'anomaly', { observed: string }>

export type Received = On<'received', { identity: Identity; content: Content; holds: AttentionCode | null }>
export type EventType = RecordEvent['type']

type On<Type extends string, Facts = unknown> = { readonly type: Type; readonly at: Instant } & Readonly<Facts>
/** Who did it: `token:<name>` or `person:<name>`. */
type By = { by: string }

interface Transition {
  readonly from: readonly Phase[]
  /** `same`: the phase stays, something else about the record changes. */
  readonly to: Phase | 'same'
}

/**
 * What may happen to a record, and nothing else may. There is no way out of `sending` by time, and none from
 * `unknown` to `voided`: that is how documents get sent twice or sent after a void.
 */
export const transitions = {
  received: { from: [], to: 'queued' },
  revised: { from: ['invalid'], to: 'queued' },
  held: { from: ['queued', 'held'], to: 'held' },
  released: { from: ['held'], to: 'queued' },
  voided: { from: ['queued', 'held'], to: 'voided' },
  closed: { from: ['invalid'], to: 'same' },
  restamped: { from: ['queued'], to: 'same' },
  claimed: { from: ['queued'], to: 'sending' },
  unsent: { from: ['sending'], to: 'queued' },
  taken: { from: ['sending'], to: 'submitted' },
  refused: { from: ['sending'], to: 'invalid' },
  doubted: { from: ['sending', 'submitted'], to: 'unknown' },
  not_found: { from: ['unknown', 'conflict'], to: 'same' },
  requeued: { from: ['unknown'], to: 'queued' },
  conflicted: { from: ['unknown', 'queued'], to: 'conflict' },
  found: { from: ['unknown', 'conflict'], to: 'submitted' },
  validated: { from: ['submitted'], to: 'valid' },
  invalidated: { from: ['submitted'], to: 'invalid' },
  rejection_requested: { from: ['valid'], to: 'same' },
  cancel_requested: { from: ['valid'], to: 'same' },
  cancel_asked: { from: ['valid'], to: 'same' },
  cancel_unsent: { from: ['valid'], to: 'same' },
  cancel_doubted: { from: ['valid'], to: 'same' },
  cancel_refused: { from: ['valid'], to: 'same' },
  cancelled: { from: ['valid', 'submitted'], to: 'cancelled' },
  anomaly: { from: ['submitted', 'valid', 'invalid', 'cancelled'], to: 'same' },
} as const satisfies Record<EventType, Transition>
