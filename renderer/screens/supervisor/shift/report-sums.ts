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
  const counted = report.groups.filter((group) => group.counted && isWanted(wanted)(group))
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

const sumAmounts = (groups: readonly { readonly amount: string }[]): Hundredths =>
  groups.reduce((sum, { amount }) => sum + hundredthsOf(amount), 0n)

const sumCounts = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0)

/** The sums of several shifts as one, for each group that they are sums of. */
export const added = <Sum extends Pick<ReportGroup, 'count' | 'amount'>>(sums: readonly Sum[]): Sum[] =>
  [...Map.groupBy(sums, (sum) => JSON.stringify({ ...sum, count: 0, amount: '' })).values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, count: sumCounts(group), amount: amountText(sumAmounts(group)) })),
  )

type Reported = Pick<ReportGroup, 'STATUS' | 'for_consolidation' | 'in_doubt' | 'counted'>

/** The status of a sum, shown as in the lists of documents. */
export function shownStatusOf({ STATUS: status, for_consolidation, in_doubt, counted }: Reported) {
  if (status === 'Voided' && counted) return 'nothing_to_declare' as const
  if (status === 'Invalid' && !counted) return 'closed_refused' as const
  if (in_doubt) return 'in_doubt' as const
  return for_consolidation ? ('unconsolidated' as const) : status
}

/** In the order of a document's life. Notes that give back are negative. What does not count stands by its kind. */
export function sumByStatus({ groups }: SalesReport, wanted: ReportFilter) {
  const parts = groups.filter(isWanted(wanted)).map((group) => ({ ...group, status: shownStatusOf(group) }))
  const [first, ...others] = statuses
  const order = [first, 'unconsolidated', 'in_doubt', ...others, 'closed_refused', 'nothing_to_declare'] as const
  return order.flatMap((status) =>
    inSortedGroups(
      parts.filter((part) => part.status === status),
      (part) => [part.CURRENCY_CODE, part.counted || part.KIND === 'invoice' ? '' : part.KIND],
    ).map((each) => ({
      status,
      counted: each[0].counted,
      CURRENCY_CODE: each[0].CURRENCY_CODE,
      kind: each[0].counted ? null : each[0].KIND,
      count: sumCounts(each),
      amount: amountText(sumAmounts(each.filter((part) => !isBack(part))) - sumAmounts(each.filter(isBack))),
    })),
  )
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
