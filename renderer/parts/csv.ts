import { csvCell } from '../../shared/api/export-table.ts'

/** RFC 4180. */
export const csvRows = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/** With the byte order mark, which spreadsheets need to read UTF-8. */
export const csvOf = (rows: readonly (readonly unknown[])[]): string => `\u{feff}${csvRows(rows)}`

/** Offers the person a file made by this page. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
