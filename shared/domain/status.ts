import { isWaitingForConsolidation, travelsInAnother } from './consolidation-rules.ts'
import type { AttentionCode, Instant, Phase, RecordState } from './record.ts'

/** What a till sees (interface 3, contract 4). */
export const statuses = ['Pending', 'InProgress', 'Valid', 'Invalid', 'Cancelled', 'Voided'] as const
export type Status = (typeof statuses)[number]

type StatusFacts = Pick<RecordState, 'phase' | 'everSent' | 'sentBefore' | 'confirmedNotReceived'>

/** Pending promises that no attempt can have been accepted, so a record that was ever sent is InProgress. */
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

/** Something was sent and it is not known what became of it. */
export const isInDoubt = ({ phase, everSent, sentBefore }: StatusFacts): boolean =>
  phase === 'unknown' ||
  phase === 'conflict' ||
  (phase === 'sending' && sentBefore) ||
  ((phase === 'queued' || phase === 'held') && everSent)

/** A credit or refund note: it counts as minus if several kinds are summed. */
export const givesBack = ({ kind }: Pick<RecordState, 'kind'>): boolean =>
  kind === 'credit_note' || kind === 'refund_note'

/** Pending, InProgress or Valid: a record that stands in the way of cancelling the document it refers to. */
export const isActive = (record: Pick<StatusFacts, 'phase'>): boolean => !inactivePhases.includes(record.phase)

export const inactivePhases: readonly Phase[] = ['invalid', 'voided', 'cancelled']

/**
 * What the gateway still has to do for a record by itself. `settle`: it asked and has not stored the answer yet;
 * found at start, it shows that the answer is lost. `release`: it waits for other records. `link`: it is valid,
 * and the authority has not shown yet where anybody can see that.
 */
export const works = ['send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link'] as const
export type Work = (typeof works)[number]

export function workOf(record: RecordState): Work | null {
  switch (record.phase) {
    case 'queued':
      return travelsInAnother(record) ? null : 'send'
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
      return record.attention === 'waits_for_original' ? 'release' : null
    case 'invalid':
    case 'voided':
    case 'cancelled':
      return null
  }
}

/** Members have their document's. */
const workOfLink = ({ authority, consolidatedInto }: RecordState): Work | null =>
  authority?.longId === '' && consolidatedInto === null ? 'link' : null

function workOfCancellation({ cancellation }: RecordState): Work | null {
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

/** A cancellation that has no last word yet. */
export const isRunning = (cancellation: RecordState['cancellation']): boolean =>
  cancellation?.state === 'requested' || cancellation?.state === 'asking' || cancellation?.state === 'unknown'

/** What a record's own facts do not tell. */
export interface Surroundings {
  /** What keeps the whole company from sending; shown on what waits because of it. */
  readonly lane: AttentionCode | null
  /** Receipts of sales before this instant should have been consolidated; null if it was not asked for. */
  readonly overdueBefore: Instant | null
}

/** What is said with a record: its own trouble first, then what it shares with others. */
export function attentionOf(record: RecordState, { lane, overdueBefore }: Surroundings): AttentionCode | null {
  if (record.attention !== null) return record.attention
  if (isWaitingForConsolidation(record))
    return overdueBefore !== null && record.issuedAt < overdueBefore ? 'consolidation_overdue' : null
  return record.phase === 'queued' && !travelsInAnother(record) ? lane : null
}
