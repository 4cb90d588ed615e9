import { csvCell } from '../../shared/catalogue/csv-cell.ts'

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\u{feff}${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`

/** Hands the person a file that was made in the page. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
