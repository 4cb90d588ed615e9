import { iteratePages } from '../../../../shared/api/operator-client.ts'
import { groupDigits } from '../../../../shared/document/figures.ts'
import { operator } from '../../../gateway/api.ts'
import { useCodeLabel } from '../../../gateway/codes.ts'
import { signedTotalOf } from '../../../parts/figures.tsx'
import { useWithdrawnText } from '../../../parts/withdrawal.ts'
import { useWords } from '../../../words/language.ts'
import { reportWords } from '../../../words/report.ts'
import { statusWords } from '../../../words/status.ts'
import {
  isCounted,
  isWanted,
  type ReportFilter,
  type ReportGroup,
  type SalesReport,
  type SalesRow,
  sumByStatus,
  sumByTax,
  sumSalesBy,
  taxTotals,
} from './report-sums.ts'

export interface ReportProps {
  readonly company: string
  readonly days: { readonly from: string; readonly to: string }
}

/** Reads all pages of the report. */
export async function fetchReport({ company, days }: ReportProps): Promise<SalesReport> {
  const asked = iteratePages((place) => operator('report', { query: { company, ...days, ...place } }))
  const pages = await Array.fromAsync(asked)
  return {
    groups: pages.flatMap(({ groups }) => groups),
    taxes: pages.flatMap(({ taxes }) => taxes),
    withdrawn: pages.flatMap(({ withdrawn }) => withdrawn),
    unreadable: pages.reduce((sum, { unreadable }) => sum + unreadable, 0),
  }
}

/** A table for the screen and for the file. */
export interface ReportTable {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Totals, one for each currency. */
  readonly foot: readonly (readonly string[])[]
  /** The cells from this index on hold figures. */
  readonly firstFigure: number
}

type Word = keyof (typeof reportWords)['en']

export function useReportTables(report: SalesReport, wanted: ReportFilter): readonly ReportTable[] {
  const say = useWords(reportWords)
  const sayStatus = useWords(statusWords)
  const taxOf = useCodeLabel('tax_type')
  const told = useWithdrawnText()
  const sum = sumSalesBy(report, wanted)
  const taxes = sumByTax(report, wanted)
  const sold = (
    title: Word,
    names: readonly Word[],
    namesOf: (group: ReportGroup) => readonly string[],
  ): ReportTable => ({
    title: say(title),
    head: ([...names, 'CURRENCY_CODE', 'documents', 'sales', 'given_back', 'net'] as const).map((name) => say(name)),
    rows: sumSalesBy(report, wanted, namesOf).map((row) => [...row.names, ...figuresOf(row)]),
    foot: sum.map((row) => [say('total'), ...names.slice(1).map(() => ''), ...figuresOf(row)]),
    firstFigure: names.length + 1,
  })
  const isLong = new Set(report.groups.map(({ day }) => day)).size > 1
  return [
    sold('by_till', ['OUTLET_NAME', 'TERMINAL_NAME'], (group) => [group.OUTLET_NAME, group.TERMINAL_NAME]),
    ...(isLong ? [sold('by_day', ['day'], ({ day }) => [day])] : []),
    ...(['by_status', 'not_counted'] as const).map((title) => ({
      title: say(title),
      head: [say('status'), say('CURRENCY_CODE'), say('documents'), say('amount')],
      rows: sumByStatus(report, wanted)
        .filter(({ status }) => isCounted(status) === (title === 'by_status'))
        .map((row) => [sayStatus(row.status), row.currency, String(row.count), row.amount]),
      foot: title === 'by_status' ? sum.map((row) => [say('total'), row.currency, String(row.count), row.net]) : [],
      firstFigure: 2,
    })),
    {
      title: say('by_tax'),
      head: [say('TAX_TYPE'), say('rate'), say('CURRENCY_CODE'), say('taxable'), say('tax_amount')],
      rows: taxes.map(({ type, rate, currency, taxable, amount }) => [
        taxOf(type),
        rate === null ? '' : `${rate}%`,
        currency,
        taxable,
        amount,
      ]),
      foot: taxTotals(taxes).map(({ currency, amount }) => [say('total'), '', currency, '', amount]),
      firstFigure: 3,
    },
    {
      title: say('withdrawn'),
      head: [say('status'), say('sale'), say('by'), say('CURRENCY_CODE'), say('amount')],
      rows: report.withdrawn.filter(isWanted(wanted)).map((each) => {
        const { word, text } = told(each)
        return [word, each.SALE_CODE, text, each.CURRENCY_CODE, signedTotalOf(each)]
      }),
      foot: [],
      firstFigure: 4,
    },
  ].filter(({ rows }) => rows.length > 0)
}

const figuresOf = (row: SalesRow) => [row.currency, String(row.count), row.sales, row.givenBack, row.net]

/** A cell for the screen. A file has the plain figure. */
export const groupDigitsIfFigure = (cell: string, isFigure: boolean): string =>
  isFigure && cell.includes('.') ? groupDigits(cell) : cell
