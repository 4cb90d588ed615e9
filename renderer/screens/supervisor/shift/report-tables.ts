import { queryOptions } from '@tanstack/react-query'
import { iteratePages } from '../../../../shared/api/operator-client.ts'
import { groupDigits } from '../../../../shared/document/figures.ts'
import { operator } from '../../../gateway/api.ts'
import { useCodeLabel } from '../../../gateway/codes.ts'
import { signedTotalOf } from '../../../parts/figures.tsx'
import { useWithdrawnText } from '../../../parts/withdrawal.ts'
import { useWords } from '../../../words/language.ts'
import { reportWords } from '../../../words/report.ts'
import { usePaymentMethodName, useStatusName } from './report-figures.tsx'
import {
  isWanted,
  type ReportFilter,
  type ReportGroup,
  type SalesReport,
  type SalesRow,
  sumByPayment,
  sumByStatus,
  sumByTax,
  sumSalesBy,
  taxTotals,
} from './report-sums.ts'

export interface ReportProps {
  readonly company: string
  readonly days: { readonly from: string; readonly to: string }
}

/** The report of these days. A record changes it, so its key begins with `records`. */
export const reportOf = (asked: ReportProps) =>
  queryOptions({ queryKey: ['records', 'report', asked], queryFn: () => fetchReport(asked) })

/** Reads all pages of the report. */
async function fetchReport({ company, days }: ReportProps): Promise<SalesReport> {
  const asked = iteratePages((place) => operator('report', { query: { company, ...days, ...place } }))
  const pages = await Array.fromAsync(asked)
  return {
    groups: pages.flatMap(({ groups }) => groups),
    taxes: pages.flatMap(({ taxes }) => taxes),
    payments: pages.flatMap(({ payments }) => payments),
    withdrawn: pages.flatMap(({ withdrawn }) => withdrawn),
    unreadable: pages.reduce((sum, { unreadable }) => sum + unreadable, 0),
  }
}

type Cells = readonly (readonly string[])[]

/** A table for the screen and for the file. */
export interface ReportTable {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: Cells
  /** Totals, one for each currency. */
  readonly foot: Cells
  /** The cells from this index on hold figures. */
  readonly firstFigure: number
}

type Word = keyof (typeof reportWords)['en']

export function useReportTables(report: SalesReport, wanted: ReportFilter): readonly ReportTable[] {
  const say = useWords(reportWords)
  const statusOf = useStatusName()
  const nameOf = usePaymentMethodName()
  const methodOf = ({ METHOD }: SalesReport['payments'][number]) => nameOf(METHOD)
  const taxOf = useCodeLabel('tax_type')
  const told = useWithdrawnText()
  const sum = sumSalesBy(report, wanted)
  const taxes = sumByTax(report, wanted)
  const table = (title: Word, head: readonly Word[], rows: Cells, foot: Cells = []): ReportTable => ({
    title: say(title),
    head: head.map((name) => say(name)),
    rows,
    foot,
    firstFigure: head.indexOf('CURRENCY_CODE') + 1,
  })
  const sold = (title: Word, names: readonly Word[], namesOf: (group: ReportGroup) => readonly string[]) =>
    table(
      title,
      [...names, 'CURRENCY_CODE', 'documents', 'sales', 'given_back', 'sold'],
      sumSalesBy(report, wanted, namesOf).map((row) => [...row.names, ...figuresOf(row)]),
      sum.map((row) => [say('total'), ...names.slice(1).map(() => ''), ...figuresOf(row)]),
    )
  const isLong = new Set(report.groups.map(({ day }) => day)).size > 1
  const totals = sum.map((row) => [say('total'), row.currency, String(row.count), row.net])
  const figures = ['CURRENCY_CODE', 'documents', 'amount'] as const
  const byStatus = sumByStatus(report, wanted)
  const counted = byStatus.filter((part) => part.counted)
  const notCounted = byStatus.filter((part) => !part.counted)
  const rateOf = ({ RATE }: (typeof taxes)[number]) => (RATE === null ? '' : `${RATE}%`)
  return [
    sold('by_till', ['OUTLET_NAME', 'TERMINAL_NAME'], (group) => [group.OUTLET_NAME, group.TERMINAL_NAME]),
    ...(isLong ? [sold('by_day', ['day'], ({ day }) => [day])] : []),
    table('METHOD', ['METHOD', ...figures], cellsOf(sumByPayment(report, wanted), methodOf), totals),
    table('by_status', ['status', ...figures], cellsOf(counted, statusOf), totals),
    table('not_counted', ['status', ...figures], cellsOf(notCounted, statusOf)),
    table(
      'by_tax',
      ['TAX_TYPE', 'rate', 'CURRENCY_CODE', 'taxable', 'tax_amount'],
      taxes.map((tax) => [taxOf(tax.TAX_TYPE), rateOf(tax), tax.CURRENCY_CODE, tax.taxable, tax.amount]),
      taxTotals(taxes).map(({ currency, amount }) => [say('total'), '', currency, '', amount]),
    ),
    table(
      'withdrawn',
      ['status', 'sale', 'by', 'CURRENCY_CODE', 'amount'],
      report.withdrawn.filter(isWanted(wanted)).map((each) => {
        const { word, text } = told(each)
        return [word, each.SALE_CODE, text, each.CURRENCY_CODE, signedTotalOf(each)]
      }),
    ),
  ].filter(({ rows }) => rows.length > 0)
}

type Sum = Pick<ReportGroup, 'CURRENCY_CODE' | 'count' | 'amount'>

const cellsOf = <Part extends Sum>(parts: readonly Part[], nameOf: (part: Part) => string): Cells =>
  parts.map((part) => [nameOf(part), part.CURRENCY_CODE, String(part.count), part.amount])

const figuresOf = (row: SalesRow) => [row.currency, String(row.count), row.sales, row.givenBack, row.net]

/** A cell for the screen. A file has the plain figure. */
export const groupDigitsIfFigure = (cell: string, isFigure: boolean): string =>
  isFigure && cell.includes('.') ? groupDigits(cell) : cell
