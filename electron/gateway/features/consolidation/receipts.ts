import { receiptAmounts } from '../../../../shared/document/receipt-amounts.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { endOfDay, monthOrDayOf } from '../../../../shared/domain/consolidation-period.ts'
import type { Receipt, ReceiptNote } from '../../../../shared/domain/consolidation-plan.ts'
import { defaultRules } from '../../../../shared/domain/consolidation-rules.ts'
import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import type { Consolidations, RecordWithBody, TillKey, WaitingReceipt } from '../../store/port/consolidation.ts'
import type { Company } from '../../store/port/port.ts'
import type { SaleCursor, StoredRecord } from '../../store/port/records.ts'
import { numberOrSaleCode, parseSale } from '../../stored-sale.ts'

export interface ConsolidationScope {
  readonly company: Company
  readonly lastDay: string
  /** Whether overdue receipts go as voluntary disclosure (myinvois 13). */
  readonly discloses?: boolean
}

/** Tills are heard between two pages. */
const pageSize = 100

export const rulesOf = ({ rules }: Company) => rules.consolidation ?? defaultRules
const scopeEnd = ({ company, lastDay }: ConsolidationScope) => endOfDay(lastDay, company.profile.timeZone)

export const tillsWithReceipts = (consolidations: Consolidations, scope: ConsolidationScope) =>
  consolidations.tills(scope.company.profile.companyGuid, scopeEnd(scope))

export interface WaitingTillReceipts {
  readonly receipts: readonly Receipt[]
  /** Receipts whose bodies cannot be read any more, so that their amounts are not known. */
  readonly unreadable: readonly StoredRecord[]
}

/** The receipts of a till, in a form small enough for a month of sales. */
export async function readTillReceipts(
  consolidations: Consolidations,
  till: TillKey,
  scope: ConsolidationScope,
): Promise<WaitingTillReceipts> {
  const receipts: Receipt[] = []
  const unreadable: StoredRecord[] = []
  const place = { ...till, issuedBefore: scopeEnd(scope) }
  for (let after: SaleCursor | null = null; ; ) {
    const page: readonly WaitingReceipt[] = await consolidations.receipts(place, after, pageSize)
    for (const waiting of page) {
      const receipt = nullIfThrown(() => receiptOf(waiting, scope))
      if (receipt) receipts.push(receipt)
      else unreadable.push({ seq: waiting.seq, record: waiting.record })
    }
    const last = page.at(-1)
    if (!last) return { receipts, unreadable }
    after = { issuedAt: last.record.issuedAt, seq: last.seq }
  }
}

function receiptOf(waiting: WaitingReceipt, { company }: ConsolidationScope): Receipt {
  const { seq, record } = waiting
  const sale = saleIn(waiting)
  const day = dayOf(record.issuedAt, company.profile.timeZone)
  return {
    seq,
    version: record.version,
    group: {
      family: record.family,
      outletName: record.outletName,
      terminalName: record.terminalName,
      period: monthOrDayOf(day, rulesOf(company).frequency),
      ...currencyOf(sale),
    },
    shiftCode: record.shiftCode,
    saleCode: numberOrSaleCode(sale, record),
    issuedAt: record.issuedAt,
    amounts: receiptAmounts(sale),
    notes: waiting.notes.flatMap((note) => nullIfThrown(() => adjustmentOf(note, sale)) ?? []),
  }
}

/** @returns null for a note that cannot be subtracted: it waits, and is sent by itself when its receipt is valid */
function adjustmentOf(note: RecordWithBody, receipt: Sale): ReceiptNote | null {
  const sale = saleIn(note)
  const [own, other] = [currencyOf(sale), currencyOf(receipt)]
  const isSameMoney = own.currencyCode === other.currencyCode && own.exchangeRate === other.exchangeRate
  if (sale.buyer || !isSameMoney || sale.originals?.length !== 1) return null
  const { seq, record } = note
  const sign = record.kind === 'debit_note' ? 1n : -1n
  const { version } = record
  return {
    seq,
    version,
    saleCode: numberOrSaleCode(sale, record),
    sign,
    lines: sale.lines.length,
    amounts: receiptAmounts(sale),
  }
}

const saleIn = ({ body, record }: RecordWithBody): Sale => parseSale(body, record)

const currencyOf = ({ currencyCode = 'MYR', exchangeRate }: Sale) => ({
  currencyCode,
  exchangeRate: currencyCode === 'MYR' ? null : (exchangeRate?.toFixed() ?? null),
})
