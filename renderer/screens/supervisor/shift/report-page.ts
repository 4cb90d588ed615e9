import type { Language } from '../../../../shared/words/words.ts'
import { readable, type Table } from './report-tables.ts'

export interface Paper {
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
