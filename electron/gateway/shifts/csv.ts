/** A spreadsheet would run a cell that begins like a formula (OWASP: CSV injection). */
const formula = /^[=+\-@\t\r]/
const number = /^-?\d+(\.\d+)?$/

/** A figure of our own making is a number to a spreadsheet; nothing else may be more than text. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  const harmless = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export type Cells = readonly (string | number | null)[]

/** RFC 4180, with the mark by which spreadsheets know UTF-8. */
const csvOf = (lines: readonly Cells[]): string =>
  `\u{feff}${lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`

/** An answer that is a file. @param name of letters, digits and `-` only */
export const csvReply = (name: string, lines: readonly Cells[]) => ({
  status: 200,
  media: { type: 'text/csv; charset=utf-8', content: csvOf(lines) },
  headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
})
