import { csvCell } from '../../../../shared/api/csv-cell.ts'

export type Cells = readonly (string | number | null)[]

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
const csvOf = (lines: readonly Cells[]): string =>
  `\u{feff}${lines.map((line) => `${line.map((value) => csvCell(value)).join(',')}\r\n`).join('')}`

/** An answer that is a file. @param name of letters, digits and `-` only */
export const csvReply = (name: string, lines: readonly Cells[]) =>
  ({
    status: 200,
    media: { type: 'text/csv; charset=utf-8', content: csvOf(lines) },
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
  }) as const
