import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { amountText, type Hundredths, hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import { givesBack, statuses } from '../../../../shared/domain/status.ts'

type Page = OperatorAnswer<'report'>
export type ReportGroup = Page['groups'][number]
type Tax = Page['taxes'][number]
export type Family = ReportGroup['FAMILY']

/** All pages together. */
export interface SalesReport {
  readonly groups: readonly ReportGroup[]
  readonly taxes: readonly Tax[]
  readonly unreadable: number
  /** Documents that were voided, cancelled or closed for good, and notes that give back. */
  readonly withdrawn: Page['withdrawn']
}

/** Filters of the report; null means all. */
export interface ReportFilter {
  readonly family: Family
  readonly outlet: string | null
}

/** One row of a table of sales, in one currency. */
export interface SalesRow {
  /** The texts of the first cells. */
  readonly names: readonly string[]
  readonly currency: string
  readonly count: number
  readonly sales: string
  readonly givenBack: string
  readonly net: string
}

const isBack = ({ KIND: kind }: Pick<ReportGroup, 'KIND'>): boolean => givesBack({ kind })
/** @param status as it is shown */
export const isCounted = (status: string): boolean => status !== 'Voided' && status !== 'Cancelled'

export const isWanted =
  ({ family, outlet }: ReportFilter) =>
  (group: Pick<ReportGroup, 'FAMILY' | 'OUTLET_NAME'>): boolean =>
    group.FAMILY === family && (outlet === null || group.OUTLET_NAME === outlet)

/** Sums of the documents that count, by names and currency, sorted by name. Without names, the totals of all. */
export function sumSalesBy(
  report: SalesReport,
  wanted: ReportFilter,
  namesOf: (group: ReportGroup) => readonly string[] = () => [],
): SalesRow[] {
  const counted = report.groups.filter((group) => isWanted(wanted)(group) && isCounted(shownStatusOf(group)))
  return inSortedGroups(counted, (group) => [...namesOf(group), group.CURRENCY_CODE]).map((groups) =>
    rowOf(namesOf(groups[0]), groups[0].CURRENCY_CODE, groups),
  )
}

/** @returns those with the same names together, sorted by the names */
const inSortedGroups = <Row>(rows: readonly Row[], namesOf: (row: Row) => readonly (string | null)[]) =>
  [...Map.groupBy(rows, (row) => JSON.stringify(namesOf(row)))]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, group]) => group as [Row, ...Row[]])

function rowOf(names: readonly string[], currency: string, groups: readonly ReportGroup[]): SalesRow {
  const sales = sumAmounts(groups.filter((group) => !isBack(group)))
  const givenBack = sumAmounts(groups.filter(isBack))
  return {
    names,
    currency,
    count: groups.reduce((sum, { count }) => sum + count, 0),
    sales: amountText(sales),
    givenBack: amountText(givenBack),
    net: amountText(sales - givenBack),
  }
}

export const sumAmounts = (groups: readonly { readonly amount: string }[]): Hundredths =>
  groups.reduce((sum, { amount }) => sum + hundredthsOf(amount), 0n)

type Reported = Pick<ReportGroup, 'STATUS' | 'for_consolidation' | 'in_doubt' | 'nothing_to_declare'>

/** The status of a sum, shown as in the lists of documents. */
export const shownStatusOf = (group: Reported) =>
  (['nothing_to_declare', 'in_doubt'] as const).find((part) => group[part]) ??
  (group.for_consolidation ? 'unconsolidated' : group.STATUS)

/** In the order of a document's life; what was refused and closed for good stands apart. Notes that give back are negative. */
export function sumByStatus({ groups, withdrawn }: SalesReport, wanted: ReportFilter) {
  const closed = withdrawn.filter(({ STATUS }) => STATUS === 'Invalid')
  const parts = [
    ...groups.map((group) => ({ ...group, status: shownStatusOf(group) })),
    ...closed.map((record) => ({ ...record, status: 'closed_refused', count: 1, amount: record.TOTAL_PAYABLE })),
    ...closed.map((record) => ({ ...record, status: 'Invalid', count: -1, amount: record.TOTAL_PAYABLE })),
  ].filter(isWanted(wanted))
  const [first, ...others] = statuses
  const order = [first, 'unconsolidated', 'in_doubt', ...others, 'closed_refused', 'nothing_to_declare'] as const
  return order.flatMap((status) => {
    const own = Map.groupBy(
      parts.filter((part) => part.status === status),
      ({ CURRENCY_CODE: currency }) => currency,
    )
    const sums = [...own].map(([currency, each]) => ({
      status,
      currency,
      count: each.reduce((sum, { count }) => sum + count, 0),
      // What is taken away counts the other way round.
      amount: amountText(
        each.reduce((sum, part) => sum + (isBack(part) === part.count < 0 ? 1n : -1n) * hundredthsOf(part.amount), 0n),
      ),
    }))
    return sums.filter(({ count }) => count > 0)
  })
}

export function sumByTax({ taxes }: SalesReport, wanted: ReportFilter) {
  const own = taxes.filter(isWanted(wanted))
  return inSortedGroups(own, ({ TAX_TYPE, RATE, CURRENCY_CODE }) => [TAX_TYPE, RATE, CURRENCY_CODE]).map((group) => {
    const { TAX_TYPE: type, RATE: rate, CURRENCY_CODE: currency } = group[0]
    const taxable = amountText(group.reduce((sum, each) => sum + hundredthsOf(each.taxable), 0n))
    return { type, rate, currency, taxable, amount: amountText(sumAmounts(group)) }
  })
}

/** The total of all taxes, one for each currency. */
export const taxTotals = (rows: ReturnType<typeof sumByTax>) =>
  [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: amountText(sumAmounts(own)),
  }))
