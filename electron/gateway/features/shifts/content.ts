import { receiptAmounts } from '../../../../shared/document/receipt-amounts.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { unreadableMethod } from '../../../../shared/domain/shift-report.ts'
import { givesBack } from '../../../../shared/domain/status.ts'

/** How a document was paid, and its taxes, below zero if it gives back. @param sale null if it cannot be read */
export function contentOf(record: RecordState, sale: Sale | null) {
  const sign = givesBack(record) ? -1n : 1n
  return {
    record,
    paymentMethod: sale ? (sale.paymentMethod ?? null) : unreadableMethod,
    payments: (sale?.payments ?? []).map(({ method, amount }) => ({ method, amount: amount.toFixed(2) })),
    taxes: (sale ? receiptAmounts(sale).shares : []).flatMap(({ taxes }) =>
      taxes.map(({ taxType, rate, taxable, amount }) => ({
        taxType,
        rate,
        taxable: sign * taxable,
        // An exempted tax is shown and not paid (myinvois 13).
        amount: taxType === 'E' ? 0n : sign * amount,
      })),
    ),
  }
}
