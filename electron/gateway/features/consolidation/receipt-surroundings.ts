import { ringgitRate, settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { amountTolerance, decimalOf, one, sum, zero } from '../../../../shared/document/decimal.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { mayBuyerAsk } from '../../../../shared/domain/consolidation-period.ts'
import { defaultRules } from '../../../../shared/domain/consolidation-rules.ts'
import type { ConversionFacts } from '../../../../shared/domain/person-acts.ts'
import type { EpochMs, RecordState } from '../../../../shared/domain/record.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import type { Company } from '../../store/port/port.ts'
import type { Records, StoredRecord } from '../../store/port/records.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'

type KeptRecords = Pick<Records, 'body' | 'notesOn' | 'originals'>

interface Moment {
  readonly company: Pick<Company, 'profile' | 'rules'>
  readonly now: EpochMs
  /** Whether the notes give back all of the receipt, if that is known already. */
  readonly isGivenBack?: boolean
}

export async function receiptContextOf(
  records: KeptRecords,
  { seq, record }: StoredRecord,
  { company, now, isGivenBack: known }: Moment,
): Promise<ConversionFacts> {
  const { timeZone } = company.profile
  const { lateDays } = company.rules.consolidation ?? defaultRules
  return {
    isInTime: mayBuyerAsk(dayOf(record.issuedAt, timeZone), dayOf(now, timeZone), lateDays),
    isGivenBack: known ?? (await isGivenBack(records, seq)),
  }
}

/**
 * Whether the notes give back all of a document. A note on several documents does not say how much belongs to which, so
 * those count together. @param read the notes that count, if they were read already
 */
export async function isGivenBack(
  records: KeptRecords,
  original: number,
  read?: readonly StoredRecord[],
): Promise<boolean> {
  const notes = read ?? (await records.notesOn(original))
  if (notes.length === 0) return false
  const receipts = await eachOnce(notes.map(({ seq }) => records.originals(seq)))
  const all = [...receipts, ...(await eachOnce(receipts.map(({ seq }) => records.notesOn(seq))))]
  const figures = await Promise.all(all.map((each) => figuresOf(records, each)))
  const excludingTax = sum(figures.map((each) => each.excludingTax))
  const left = sum(figures.map((each) => each.includingTax))
  // Each returned line is rounded separately.
  const mostRounding = amountTolerance.times(figures.reduce((lines, each) => lines + each.linesBack, 0))
  return left.lte(zero) || (excludingTax.lte(zero) && left.lte(mostRounding))
}

/** What is given back of a document, in its currency; null for nothing. Notes on several documents are left out. */
export async function amountGivenBack(
  records: KeptRecords,
  { currencyCode }: RecordState,
  notes: readonly StoredRecord[],
): Promise<string | null> {
  const back = notes.filter(({ record }) => givesBack(record) && record.currencyCode === currencyCode)
  const originals = await Promise.all(back.map(({ seq }) => records.originals(seq)))
  const own = back.filter((_, at) => originals[at]?.length === 1)
  return own.length === 0 ? null : sum(own.map(({ record }) => decimalOf(record.totalPayable))).toFixed(2)
}

async function eachOnce(found: readonly Promise<readonly StoredRecord[]>[]): Promise<readonly StoredRecord[]> {
  return [...new Map((await Promise.all(found)).flat().map((stored) => [stored.seq, stored])).values()]
}

/** Amounts in ringgit, with their sign. A body that cannot be read counts as zero. */
async function figuresOf(records: KeptRecords, { seq, record }: StoredRecord) {
  const sale = parseSaleOrNull(await records.body(seq, record.revision), record)
  const isBack = givesBack(record)
  const { totals } = sale ? settleAmounts(sale, []) : { totals: null }
  const signed = (sale ? ringgitRate(sale) : one).times(isBack ? -1 : 1)
  return {
    excludingTax: signed.times(totals?.totalExcludingTax ?? zero),
    includingTax: signed.times(totals?.totalIncludingTax ?? zero),
    linesBack: isBack ? (sale?.lines.length ?? 0) : 0,
  }
}
