import type { reportPageSchema } from '../../../../shared/api/operator/report.ts'
import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
import { receiptAmounts } from '../../../../shared/document/receipt-amounts.ts'
import type { Sale } from '../../../../shared/document/sale.ts'
import { type Day, dayOf } from '../../../../shared/domain/calendar.ts'
import { isConsolidatedDocument } from '../../../../shared/domain/consolidation-rules.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { amountText, type Hundredths, hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import {
  endingOf,
  hasEnding,
  isCounted,
  statusAndFlagsOf,
  sumsByPayment,
  unreadableMethod,
  withdrawalOf,
} from '../../../../shared/domain/shift-report.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import { companyNamed, type OperatorHandlers, ok } from '../../http/call.ts'
import { nextSaleCursor, parseSaleCursor } from '../records/cursors.ts'
import type { RecordDeps } from '../records/find.ts'
import { paidSumShown, withdrawalShown } from '../shifts/shown.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'

type Report = z.output<typeof reportPageSchema>
type Tax = Report['taxes'][number]

/** Tills are heard between two pages. */
const pageSize = 200

export const reportsRoutes = ({ records, companies }: Pick<RecordDeps, 'records' | 'companies'>) => ({
  report: async ({ query, caller }) => {
    const { from, to } = query
    if (from > to) throw new Fault('range_reversed')
    const { companyGuid, timeZone } = (await companyNamed(companies, query.company, caller)).profile
    const after = parseSaleCursor(query.after)
    const found = await records.soldBetween({ companyGuid, outlets: caller.outlets, from, to, after, limit: pageSize + 1 })
    const page = found.slice(0, pageSize)
    // A consolidated document repeats its receipts.
    const own = page.filter(({ record }) => !isConsolidatedDocument(record))
    const withdrawn: Report['withdrawn'] = []
    const taxes: Tax[] = []
    const paid: ReturnType<typeof paidOf>[] = []
    let unreadable = 0
    for (const { seq, record } of own) {
      const ending = hasEnding(record) ? endingOf(record, await records.events(seq)) : null
      for (const each of withdrawalOf({ record, ending }))
        withdrawn.push({ OUTLET_NAME: record.outletName, ...withdrawalShown(each) })
      if (!isCounted(record)) continue
      const sale = parseSaleOrNull(await records.body(seq, record.revision), record)
      paid.push(paidOf(record, sale))
      if (sale) taxes.push(...taxesOf(record, sale))
      else unreadable += 1
    }
    return ok({
      groups: summed(
        own.map(({ record }) => groupOf(record, dayOf(record.issuedAt, timeZone))),
        ['amount'],
      ).map(({ row, count }) => ({ ...row, count })),
      taxes: summed(taxes, ['taxable', 'amount']).map(({ row }) => row),
      payments: [...Map.groupBy(paid, ({ record }) => record.outletName)].flatMap(([OUTLET_NAME, documents]) =>
        sumsByPayment(documents).map((sum) => ({ OUTLET_NAME, ...paidSumShown(sum) })),
      ),
      withdrawn,
      unreadable,
      next: nextSaleCursor(found, pageSize),
    } satisfies Report)
  },
}) satisfies Partial<OperatorHandlers>

function groupOf(record: RecordState, day: Day): Report['groups'][number] {
  const { status, isForConsolidation, isInDoubt, isCounted: counted } = statusAndFlagsOf(record)
  return {
    day,
    OUTLET_NAME: record.outletName,
    TERMINAL_NAME: record.terminalName,
    FAMILY: record.family,
    KIND: record.kind,
    STATUS: status,
    for_consolidation: isForConsolidation,
    in_doubt: isInDoubt,
    counted,
    CURRENCY_CODE: record.currencyCode,
    count: 1,
    amount: record.totalPayable,
  }
}

/** As the report of a shift reads it. @param sale null if it cannot be read */
const paidOf = (record: RecordState, sale: Sale | null) => ({
  record,
  paymentMethod: sale ? (sale.paymentMethod ?? null) : unreadableMethod,
  payments: (sale?.payments ?? []).map(({ method, amount }) => ({ method, amount: amount.toFixed(2) })),
})

/** An exempted tax is shown and not paid (myinvois 13). */
function taxesOf(record: RecordState, sale: Sale): readonly Tax[] {
  const { outletName, terminalName, family, currencyCode } = record
  const sign = givesBack(record) ? -1n : 1n
  return receiptAmounts(sale).shares.flatMap((share) =>
    share.taxes.map(({ taxType, rate, taxable, amount }) => ({
      OUTLET_NAME: outletName,
      TERMINAL_NAME: terminalName,
      FAMILY: family,
      CURRENCY_CODE: currencyCode,
      TAX_TYPE: taxType,
      RATE: rate,
      taxable: amountText(sign * taxable),
      amount: amountText(taxType === 'E' ? 0n : sign * amount),
    })),
  )
}

/** Adds up rows that differ only in their sums, in order, and counts them. */
function summed<Row extends object, Sum extends keyof Row & string>(
  rows: readonly (Row & Record<Sum, string>)[],
  sums: readonly Sum[],
) {
  const without = Object.fromEntries(sums.map((sum) => [sum, undefined]))
  const groups = Map.groupBy(rows, (row) => JSON.stringify({ ...row, ...without }))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const totals = Object.fromEntries(sums.map((sum) => [sum, totalOf(group.map((row) => row[sum]))]))
    return [{ row: { ...first, ...totals }, count: group.length }]
  })
}

const totalOf = (amounts: readonly string[]): string =>
  amountText(amounts.reduce<Hundredths>((sum, amount) => sum + hundredthsOf(amount), 0n))
