import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { amountText, type Hundredths, hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import { givesBack, statuses } from '../../../../shared/domain/status.ts'

type Page = OperatorAnswer<'report'>
export type ReportGroup = Page['groups'][number]
export type Family = ReportGroup['FAMILY']

/** All pages together. */
export type SalesReport = Pick<Page, 'groups' | 'taxes' | 'payments' | 'withdrawn' | 'unreadable'>

/** Filters of the report; null means all. */
export interface ReportFilter {
  readonly family: Family
  readonly outlet: string | null
}

/** One row of a table of sales, in one currency. */
export type SalesRow = ReturnType<typeof rowOf>

const isBack = ({ KIND: kind }: Pick<ReportGroup, 'KIND'>): boolean => givesBack({ kind })
/** @param part with its status as it is shown */
export const isCounted = ({ status }: { readonly status: string }): boolean =>
  status !== 'Voided' && status !== 'Cancelled'

export const isWanted =
  ({ family, outlet }: ReportFilter) =>
  (group: Pick<ReportGroup, 'FAMILY' | 'OUTLET_NAME'>): boolean =>
    group.FAMILY === family && (outlet === null || group.OUTLET_NAME === outlet)

/** Sums of the documents that count, by names and currency, sorted by name. Without names, the totals of all. */
export function sumSalesBy(
  report: SalesReport,
  wanted: ReportFilter,
  namesOf: (group: ReportGroup) => readonly string[] = () => [],
) {
  const counted = report.groups.filter(
    (group) => isWanted(wanted)(group) && isCounted({ status: shownStatusOf(group) }),
  )
  return inSortedGroups(counted, (group) => [...namesOf(group), group.CURRENCY_CODE]).map((groups) =>
    rowOf(namesOf(groups[0]), groups[0].CURRENCY_CODE, groups),
  )
}

/** @returns those with the same names together, sorted by the names */
const inSortedGroups = <Row>(rows: readonly Row[], namesOf: (row: Row) => readonly (string | null)[]) =>
  [...Map.groupBy(rows, (row) => JSON.stringify(namesOf(row)))]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, group]) => group as [Row, ...Row[]])

function rowOf(names: readonly string[], currency: string, groups: readonly ReportGroup[]) {
  const sales = sumAmounts(groups.filter((group) => !isBack(group)))
  const givenBack = sumAmounts(groups.filter(isBack))
  return {
    names,
    currency,
    count: sumCounts(groups),
    sales: amountText(sales),
    givenBack: amountText(givenBack),
    net: amountText(sales - givenBack),
  }
}

export const sumAmounts = (groups: readonly { readonly amount: string }[]): Hundredths =>
  groups.reduce((sum, { amount }) => sum + hundredthsOf(amount), 0n)

const sumCounts = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

type Reported = Pick<ReportGroup, 'STATUS' | 'for_consolidation' | 'in_doubt' | 'nothing_to_declare'>

/** The status of a sum, shown as in the lists of documents. */
export const shownStatusOf = (group: Reported) =>
  (['nothing_to_declare', 'in_doubt'] as const).find((part) => group[part]) ??
  (group.for_consolidation ? ('unconsolidated' as const) : group.STATUS)

/**
 * In the order of a document's life; what was refused and closed for good stands apart. Notes that give back are
 * negative. What does not count stands by its kind.
 */
export function sumByStatus({ groups, withdrawn }: SalesReport, wanted: ReportFilter) {
  const closed = withdrawn.filter(({ STATUS }) => STATUS === 'Invalid')
  const parts = [
    ...groups.map((group) => ({ ...group, status: shownStatusOf(group) })),
    ...closed.map((record) => ({ ...record, status: 'closed_refused', count: 1, amount: record.TOTAL_PAYABLE })),
    ...closed.map((record) => ({ ...record, status: 'Invalid', count: -1, amount: `-${record.TOTAL_PAYABLE}` })),
  ].filter(isWanted(wanted))
  const [first, ...others] = statuses
  const order = [first, 'unconsolidated', 'in_doubt', ...others, 'closed_refused', 'nothing_to_declare'] as const
  return order.flatMap((status) => {
    const sums = inSortedGroups(
      parts.filter((part) => part.status === status),
      (part) => [part.CURRENCY_CODE, isCounted(part) || part.KIND === 'invoice' ? '' : part.KIND],
    ).map((each) => ({
      status,
      CURRENCY_CODE: each[0].CURRENCY_CODE,
      kind: isCounted(each[0]) ? null : each[0].KIND,
      count: sumCounts(each),
      amount: amountText(sumAmounts(each.filter((part) => !isBack(part))) - sumAmounts(each.filter(isBack))),
    }))
    return sums.filter(({ count }) => count > 0)
  })
}

export const sumByPayment = ({ payments }: SalesReport, wanted: ReportFilter) =>
  inSortedGroups(payments.filter(isWanted(wanted)), ({ METHOD, CURRENCY_CODE }) => [METHOD, CURRENCY_CODE]).map(
    (own) => ({ ...own[0], count: sumCounts(own), amount: amountText(sumAmounts(own)) }),
  )

export const sumByTax = ({ taxes }: SalesReport, wanted: ReportFilter) =>
  inSortedGroups(taxes.filter(isWanted(wanted)), (tax) => [tax.TAX_TYPE, tax.RATE, tax.CURRENCY_CODE]).map((own) => ({
    ...own[0],
    taxable: amountText(own.reduce((sum, { taxable }) => sum + hundredthsOf(taxable), 0n)),
    amount: amountText(sumAmounts(own)),
  }))

/** The total of all taxes, one for each currency. */
export const taxTotals = (rows: ReturnType<typeof sumByTax>) =>
  [...Map.groupBy(rows, (row) => row.CURRENCY_CODE)].map(([currency, own]) => ({
    currency,
    amount: amountText(sumAmounts(own)),
  }))
