import type { reportPageSchema } from '../../../../shared/api/operator/report.ts'
import type { z } from 'zod'
import { Fault } from '../../../../shared/api/faults.ts'
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
  withdrawalOf,
} from '../../../../shared/domain/shift-report.ts'
import { companyNamed, type OperatorHandlers, ok } from '../../http/call.ts'
import { nextSaleCursor, parseSaleCursor } from '../records/cursors.ts'
import type { RecordDeps } from '../records/find.ts'
import { contentOf } from '../shifts/content.ts'
import { paidSumShown, withdrawalShown } from '../shifts/shown.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'

type Report = z.output<typeof reportPageSchema>

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
    const contents: ReturnType<typeof contentOf>[] = []
    let unreadable = 0
    for (const { seq, record } of own) {
      const ending = hasEnding(record) ? endingOf(record, await records.events(seq)) : null
      for (const each of withdrawalOf({ record, ending }))
        withdrawn.push({ OUTLET_NAME: record.outletName, ...withdrawalShown(each) })
      if (!isCounted(record)) continue
      const sale = parseSaleOrNull(await records.body(seq, record.revision), record)
      contents.push(contentOf(record, sale))
      if (!sale) unreadable += 1
    }
    return ok({
      groups: summed(
        own.map(({ record }) => groupOf(record, dayOf(record.issuedAt, timeZone))),
        ['amount'],
      ).map(({ row, count }) => ({ ...row, count })),
      taxes: summed(contents.flatMap(taxesOf), ['taxable', 'amount']).map(({ row }) => row),
      payments: [...Map.groupBy(contents, ({ record }) => record.outletName)].flatMap(([OUTLET_NAME, documents]) =>
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

function taxesOf({ record, taxes }: ReturnType<typeof contentOf>) {
  const { outletName, terminalName, family, currencyCode } = record
  return taxes.map(({ taxType, rate, taxable, amount }) => ({
    OUTLET_NAME: outletName,
    TERMINAL_NAME: terminalName,
    FAMILY: family,
    CURRENCY_CODE: currencyCode,
    TAX_TYPE: taxType,
    RATE: rate,
    taxable: amountText(taxable),
    amount: amountText(amount),
  }))
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
