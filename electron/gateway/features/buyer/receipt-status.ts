import { isReceipt } from '../../../../shared/domain/decide-consolidation.ts'
import { conversionDenial } from '../../../../shared/domain/decide-conversion.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'

/** What a buyer can still have of a receipt. */
export type ReceiptStatus = 'open' | 'converted' | 'cancelled' | 'consolidated' | 'over' | 'not_here'

/** @param isInTime the month of the sale is not over (myinvois 6.6) */
export function receiptStatus(record: RecordState, isInTime: boolean): ReceiptStatus {
  if (record.phase === 'voided' || record.phase === 'cancelled') return 'cancelled'
  if (!isReceipt(record)) return 'converted'
  switch (conversionDenial(record, isInTime)) {
    case null:
      return 'open'
    case 'conversion_denied_consolidated':
      return 'consolidated'
    case 'conversion_denied_period':
      return 'over'
    default:
      return 'not_here'
  }
}

/** Whoever has the paper reads these two from it; the total as people write one: `RM 1,234.5`. */
export const isHolder = ({ saleCode, totalPayable }: RecordState, code: string, total: string): boolean =>
  code.trim() === saleCode && plainAmount(total) === totalPayable

function plainAmount(text: string): string | null {
  const read = /^(?:RM|MYR)?0*(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(/[\s,]/g, '').toUpperCase())
  return read ? `${read[1]}.${(read[2] ?? '').padEnd(2, '0')}` : null
}
