import { isReceipt } from './consolidation-rules.ts'
import type { RecordEvent } from './event.ts'
import { type Happens, happens, type Refusal, type Refused, refused } from './event.ts'
import type { Content, Instant, RecordState } from './record.ts'

export interface ConversionCommand {
  readonly by: string
  readonly at: Instant
  /** The receipt as an e-invoice of its own. */
  readonly content: Content
  /** The month of the sale is not over (myinvois 6.6). */
  readonly isInTime: boolean
}

/** The buyer asks later: a receipt that waits for consolidation becomes an e-invoice of its own. */
export function decideConversion(
  record: RecordState,
  { by, at, content, isInTime }: ConversionCommand,
): Happens<Extract<RecordEvent, { type: 'converted' }>> | Refused {
  const denial = conversionDenial(record, isInTime)
  return denial === null ? happens({ type: 'converted', by, content, at }) : refused(denial)
}

/** What stands in the way of it; null for nothing. @param isInTime the month of the sale is not over */
export function conversionDenial(record: RecordState, isInTime: boolean): Refusal | null {
  if (record.consolidatedInto !== null) return 'conversion_denied_consolidated'
  if (!isReceipt(record) || record.phase !== 'queued' || record.everSent || record.locked)
    return 'conversion_denied_status'
  return isInTime ? null : 'conversion_denied_period'
}
