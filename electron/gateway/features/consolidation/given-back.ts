import { ringgitRate, settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { one, sum, tolerance, zero } from '../../../../shared/document/decimal.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { isSameMonth } from '../../../../shared/domain/consolidation-period.ts'
import type { ReceiptSurroundings } from '../../../../shared/domain/person-acts.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import { keptSale } from '../../kept-sale.ts'
import type { Records, Stored } from '../../store/port/records.ts'

type KeptRecords = Pick<Records, 'body' | 'notesOn' | 'originals'>

interface Moment {
  readonly timeZone: string
  readonly now: Instant
  /** Those on the receipt that count, if they were read already. */
  readonly notes?: readonly Stored[]
}

export async function surroundingsOf(
  records: KeptRecords,
  { seq, record }: Stored,
  { timeZone, now, notes }: Moment,
): Promise<ReceiptSurroundings> {
  return {
    isInTime: isSameMonth(dayOf(record.issuedAt, timeZone), dayOf(now, timeZone)),
    isGivenBack: await isGivenBack(records, notes ?? (await records.notesOn(seq))),
  }
}

/**
 * Whether the notes that count leave nothing of a receipt. Nothing tells how much of a note on several receipts is whose,
 * so those count together.
 */
async function isGivenBack(records: KeptRecords, notes: readonly Stored[]): Promise<boolean> {
  if (notes.length === 0) return false
  const receipts = await eachOnce(notes.map(({ seq }) => records.originals(seq)))
  const all = [...receipts, ...(await eachOnce(receipts.map(({ seq }) => records.notesOn(seq))))]
  const figures = await Promise.all(all.map((each) => figuresOf(records, each)))
  const excludingTax = sum(figures.map((each) => each.excludingTax))
  const left = sum(figures.map((each) => each.includingTax))
  // Each line that comes back by itself is rounded by itself.
  const mostRounding = tolerance.times(figures.reduce((lines, each) => lines + each.linesBack, 0))
  return left.lte(zero) || (excludingTax.lte(zero) && left.lte(mostRounding))
}

async function eachOnce(found: readonly Promise<readonly Stored[]>[]): Promise<readonly Stored[]> {
  return [...new Map((await Promise.all(found)).flat().map((stored) => [stored.seq, stored])).values()]
}

/** In ringgit, with the sign by which they count. What cannot be read any more counts for nothing. */
async function figuresOf(records: KeptRecords, { seq, record }: Stored) {
  const sale = keptSale(await records.body(seq, record.revision), record)
  const isBack = givesBack(record)
  const { totals } = sale ? settleAmounts(sale, []) : { totals: null }
  const signed = (sale ? ringgitRate(sale) : one).times(isBack ? -1 : 1)
  return {
    excludingTax: signed.times(totals?.totalExcludingTax ?? zero),
    includingTax: signed.times(totals?.totalIncludingTax ?? zero),
    linesBack: isBack ? (sale?.lines.length ?? 0) : 0,
  }
}
