import { isReceipt } from './decide-consolidation.ts'
import { type Happens, happens, type Refused, refused } from './decision.ts'
import type { RecordEvent } from './event.ts'
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
  if (record.consolidatedInto !== null) return refused('conversion_denied_consolidated')
  if (!isReceipt(record) || record.phase !== 'queued' || record.everSent || record.locked)
    return refused('conversion_denied_status')
  if (!isInTime) return refused('conversion_denied_period')
  return happens({ type: 'converted', by, content, at })
}
