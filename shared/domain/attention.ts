import { isWaitingForConsolidation, travelsInAnother } from './consolidation-rules.ts'
import type { Instant, RecordState } from './record.ts'

/** Why a person must know or act (contract 4). */
export const attentionCodes = [
  'in_doubt_expired',
  'conflict',
  'buyer_differs',
  'cannot_be_sent',
  'waits_for_original',
  'original_not_valid',
  'rejection_requested',
  'company_not_ready',
  'clock_wrong',
  'consolidation_overdue',
  'sending_paused',
] as const
export type AttentionCode = (typeof attentionCodes)[number]

/** What a record's own facts do not tell. */
export interface Surroundings {
  /** What keeps the whole company from sending; shown on what waits because of it. */
  readonly lane: AttentionCode | null
  /** Receipts of sales before this instant should have been consolidated; null where nobody asked. */
  readonly overdueBefore: Instant | null
}

/** What is said with a record: its own trouble first, then what it shares with others. */
export function attentionOf(record: RecordState, { lane, overdueBefore }: Surroundings): AttentionCode | null {
  if (record.attention !== null) return record.attention
  if (isWaitingForConsolidation(record))
    return overdueBefore !== null && record.issuedAt < overdueBefore ? 'consolidation_overdue' : null
  return record.phase === 'queued' && !travelsInAnother(record) ? lane : null
}
