import { isReceiptOrMember, isWaitingForConsolidation } from './consolidation-rules.ts'
import type { AttentionCode, EpochMs, Phase, RecordState } from './record.ts'

/** See interface 3, contract 4. */
export const statuses = ['Pending', 'InProgress', 'Valid', 'Invalid', 'Cancelled', 'Voided'] as const
export type Status = (typeof statuses)[number]

type StatusFacts = Pick<RecordState, 'phase' | 'everSent' | 'sentBefore' | 'confirmedNotReceived'>

/** Pending promises that nothing was sent, so a record that was ever sent is InProgress. */
export function statusOf(record: Pick<StatusFacts, 'phase' | 'everSent' | 'confirmedNotReceived'>): Status {
  switch (record.phase) {
    case 'queued':
    case 'held':
      return record.everSent || record.confirmedNotReceived ? 'InProgress' : 'Pending'
    case 'sending':
    case 'unknown':
    case 'conflict':
    case 'submitted':
      return 'InProgress'
    case 'valid':
      return 'Valid'
    case 'invalid':
      return 'Invalid'
    case 'voided':
      return 'Voided'
    case 'cancelled':
      return 'Cancelled'
  }
}

export const isInDoubt = ({ phase, everSent, sentBefore }: StatusFacts): boolean =>
  phase === 'unknown' ||
  phase === 'conflict' ||
  (phase === 'sending' && sentBefore) ||
  ((phase === 'queued' || phase === 'held') && everSent)

/** Credit and refund notes, which sums over several kinds subtract. */
export const givesBack = ({ kind }: Pick<RecordState, 'kind'>): boolean =>
  kind === 'credit_note' || kind === 'refund_note'

/** Whether it is Pending, InProgress or Valid. Then it prevents the cancellation of its original. */
export const isPendingOrValid = (record: Pick<StatusFacts, 'phase'>): boolean => !inactivePhases.includes(record.phase)

export const inactivePhases: readonly Phase[] = ['invalid', 'voided', 'cancelled']

/**
 * The next work of the gateway for a record. `settle`: it was sent and no answer is stored; if this is found at a
 * start, the answer is lost. `release`: it waits for other records. `link`: it is valid, but has no public page yet.
 */
export const workKinds = ['send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link'] as const
export type WorkKind = (typeof workKinds)[number]

export function workOf(record: RecordState): WorkKind | null {
  switch (record.phase) {
    case 'queued':
      return isReceiptOrMember(record) ? null : 'send'
    case 'submitted':
      return 'poll'
    case 'unknown':
    case 'conflict':
      return 'look_up'
    case 'sending':
      return 'settle'
    case 'valid':
      return workOfCancellation(record) ?? workOfLink(record)
    case 'held':
      return waitingAttentions.includes(record.attention) ? 'release' : null
    case 'invalid':
    case 'voided':
    case 'cancelled':
      return null
  }
}

const workOfLink = ({ authority, consolidatedInto }: RecordState): WorkKind | null =>
  authority?.longId === '' && consolidatedInto === null ? 'link' : null

function workOfCancellation({ cancellation }: RecordState): WorkKind | null {
  switch (cancellation?.state) {
    case 'requested':
    case 'unknown':
      return 'cancel'
    case 'asking':
      return 'settle'
    default:
      return null
  }
}

export const isCancelling = (cancellation: RecordState['cancellation']): boolean =>
  cancellation?.state === 'requested' || cancellation?.state === 'asking' || cancellation?.state === 'unknown'

export interface AttentionContext {
  /** Why the whole company cannot send. */
  readonly lane: AttentionCode | null
  /** Receipts of sales before this are overdue; null if the caller does not need it. */
  readonly overdueBefore: EpochMs | null
}

/** A note with one of these goes on automatically: when its original is valid, or with the consolidation of its receipt. */
export const waitingAttentions: readonly (string | null)[] = ['waits_for_original', 'waits_for_consolidation']

/** These are of a whole company, so no document is in the list To do for them. */
export const ofManyAttentions = ['company_not_ready', 'clock_wrong', 'consolidation_overdue', 'sending_paused']

/** Whether a person has to act. */
export const needsPerson = (attention: string | null): boolean =>
  attention !== null && !waitingAttentions.includes(attention)

/** How many records need a person, of the numbers of records with each attention. */
export const countNeedy = (attentions: Iterable<readonly [attention: string, count: number]>): number =>
  [...attentions].reduce((sum, [attention, count]) => (needsPerson(attention) ? sum + count : sum), 0)

/** The record's own attention comes before those of its surroundings. */
export function attentionOf(record: RecordState, { lane, overdueBefore }: AttentionContext): AttentionCode | null {
  if (record.attention !== null) return record.attention
  if (isWaitingForConsolidation(record))
    return overdueBefore !== null && record.issuedAt < overdueBefore ? 'consolidation_overdue' : null
  return record.phase === 'queued' && !isReceiptOrMember(record) ? lane : null
}
