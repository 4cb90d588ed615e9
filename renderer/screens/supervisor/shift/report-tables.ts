import { grouped } from '../../../../shared/document/figures.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { useCodes } from '../../../gateway/codes.ts'
import { type Say, useWords } from '../../../words/language.ts'
import { reportWords } from '../../../words/report.ts'
import { statusWords } from '../../../words/status.ts'
import {
  byStatus,
  byTax,
  type Group,
  type Report,
  type SoldRow,
  soldBy,
  taxTotals,
  totals,
  type Wanted,
} from './report-sums.ts'

/** As it stands on the screen, in the file and on paper. */
export interface Table {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Totals, one for each currency. */
  readonly foot: readonly (readonly string[])[]
  /** Cells from here on are figures. */
  readonly firstFigure: number
}

type Word = keyof (typeof reportWords)['en']

export function useTables(report: Report, wanted: Wanted): readonly Table[] {
  const say = useWords(reportWords)
  const sayStatus = useWords(statusWords)
  const taxTypes = useCodes('tax_type')
  const sum = totals(report, wanted)
  const sold = (title: Word, names: readonly Word[], namesOf: (group: Group) => readonly string[]): Table => ({
    title: say(title),
    head: [
      ...names.map((name) => say(name)),
      say('currency'),
      say('documents'),
      say('sales'),
      say('given_back'),
      say('net'),
    ],
    rows: soldBy(report, wanted, namesOf).map((row) => [...row.names, ...figuresOf(row)]),
    foot: sum.map((row) => [say('total'), ...names.slice(1).map(() => ''), ...figuresOf(row)]),
    firstFigure: names.length + 1,
  })
  const isLong = new Set(report.groups.map(({ day }) => day)).size > 1
  return [
    sold('by_till', ['outlet', 'till'], (group) => [group.OUTLET_NAME, group.TERMINAL_NAME]),
    ...(isLong ? [sold('by_day', ['day'], ({ day }) => [day])] : []),
    {
      title: say('by_status'),
      head: [say('status'), say('currency'), say('documents'), say('amount')],
      rows: byStatus(report, wanted).map(({ status, currency, count, amount }) => [
        sayStatus(status),
        currency,
        String(count),
        amount,
      ]),
      foot: [],
      firstFigure: 2,
    },
    taxTable(report, wanted, { say, nameOf: (code) => taxTypes.find(({ value }) => value === code)?.label ?? code }),
  ]
}

const figuresOf = ({ currency, count, sales, givenBack, net }: SoldRow) => [
  currency,
  String(count),
  sales,
  givenBack,
  net,
]

interface Naming {
  readonly say: Say<Word>
  readonly nameOf: (code: string) => string
}

const taxTable = (report: Report, wanted: Wanted, { say, nameOf }: Naming): Table => ({
  title: say('by_tax'),
  head: [say('tax'), say('rate'), say('currency'), say('taxable'), say('tax_amount')],
  rows: byTax(report, wanted).map(({ type, rate, currency, taxable, amount }) => [
    nameOf(type),
    rate === null ? '' : `${rate}%`,
    currency,
    taxable,
    amount,
  ]),
  foot: taxTotals(byTax(report, wanted)).map(({ currency, amount }) => [say('total'), '', currency, '', amount]),
  firstFigure: 3,
})

/** A cell as people read it; files keep the bare figure. */
export const readable = (cell: string, isFigure: boolean): string =>
  isFigure && cell.includes('.') ? grouped(cell) : cell

interface Paper {
  readonly language: Language
  readonly title: string
  /** Whose report, and of when. */
  readonly of: string
  readonly made: string
  /** That these are no real sales. */
  readonly warning: string | null
  readonly tables: readonly Table[]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

const style = `body{font:14px/1.4 sans-serif;margin:16mm}h1{font-size:20px;margin:0}table{width:100%;border-collapse:collapse;margin-top:16px}
caption{text-align:left;font-weight:700;padding:4px 0}td,th{padding:3px 6px;border-bottom:1px solid #bbb;text-align:left}
.n{text-align:right;font-variant-numeric:tabular-nums}tfoot th{border-top:2px solid #000}tr{break-inside:avoid}.w{font-weight:700;border:2px solid #000;padding:4px}`

/** A complete document to print; every text in it is escaped. */
export const reportPage = ({ language, title, of, made, warning, tables }: Paper): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${style}</style></head><body>
${warning === null ? '' : `<p class="w">${escaped(warning)}</p>`}<h1>${escaped(title)}</h1><p>${escaped(of)}<br>${escaped(made)}</p>
${tables.map(tableOf).join('')}</body></html>`

function tableOf({ title, head, rows, foot, firstFigure }: Table): string {
  const cells = (row: readonly string[], tag: 'td' | 'th') =>
    `<tr>${row.map((cell, at) => `<${tag}${at < firstFigure ? '' : ' class="n"'}>${escaped(readable(cell, at >= firstFigure))}</${tag}>`).join('')}</tr>`
  const all = (each: readonly (readonly string[])[], tag: 'td' | 'th') => each.map((row) => cells(row, tag)).join('')
  return `<table><caption>${escaped(title)}</caption><thead>${cells(head, 'th')}</thead><tbody>${all(rows, 'td')}</tbody><tfoot>${all(foot, 'th')}</tfoot></table>`
}
