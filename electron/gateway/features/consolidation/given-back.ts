import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { decimalOf, sum, zero } from '../../../../shared/document/decimal.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { isSameMonth } from '../../../../shared/domain/consolidation-period.ts'
import type { ReceiptSurroundings } from '../../../../shared/domain/person-acts.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { keptSale } from '../../kept-sale.ts'
import type { Records, Stored } from '../../store/port/records.ts'

type KeptRecords = Pick<Records, 'body' | 'notesOn' | 'originals'>

/** What decides whether a receipt may still become an e-invoice of its own. */
export const surroundingsOf = async (
  records: KeptRecords,
  receipt: Stored,
  { timeZone, now }: { readonly timeZone: string; readonly now: Instant },
): Promise<ReceiptSurroundings> => ({
  isInTime: isSameMonth(dayOf(receipt.record.issuedAt, timeZone), dayOf(now, timeZone)),
  isGivenBack: await isGivenBack(records, receipt),
})

/**
 * Whether the notes that count leave nothing of a receipt. Nothing tells how much of a note on several receipts is whose,
 * so those count together.
 */
async function isGivenBack(records: KeptRecords, receipt: Stored): Promise<boolean> {
  const notes = await records.notesOn(receipt.seq)
  if (notes.length === 0) return false
  const receipts = await eachOnce(notes.map(({ seq }) => records.originals(seq)))
  const all = [...receipts, ...(await eachOnce(receipts.map(({ seq }) => records.notesOn(seq))))]
  const figures = await Promise.all(all.map((each) => figuresOf(records, each)))
  const excludingTax = sum(figures.map((each) => each.excludingTax))
  const left = sum(figures.map((each) => each.includingTax))
  // Each line that comes back by itself is rounded by itself.
  const mostRounding = decimalOf('0.01').times(figures.reduce((lines, each) => lines + each.linesBack, 0))
  return left.lte(zero) || (excludingTax.lte(zero) && left.lte(mostRounding))
}

async function eachOnce(found: readonly Promise<readonly Stored[]>[]): Promise<readonly Stored[]> {
  return [...new Map((await Promise.all(found)).flat().map((stored) => [stored.seq, stored])).values()]
}

/** In ringgit, with the sign by which they count. What cannot be read any more counts for nothing. */
async function figuresOf(records: KeptRecords, { seq, record }: Stored) {
  const sale = keptSale(await records.body(seq, record.revision), record)
  const isBack = record.kind === 'refund_note' || record.kind === 'credit_note'
  const { totals } = sale ? settleAmounts(sale, []) : { totals: null }
  const signed = (sale?.exchangeRate ?? decimalOf('1')).times(isBack ? -1 : 1)
  return {
    excludingTax: signed.times(totals?.totalExcludingTax ?? zero),
    includingTax: signed.times(totals?.totalIncludingTax ?? zero),
    linesBack: isBack ? (sale?.lines.length ?? 0) : 0,
  }
}
