import { csvCell } from '../../shared/api/export-table.ts'

/** By which spreadsheets know UTF-8. */
export const csvMark = '\u{feff}'

/** RFC 4180. */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/** A whole file. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string => csvMark + csvRows(rows)

/** Hands the person a file that was made in the page. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
