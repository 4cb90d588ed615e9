/** In full width too: where Japanese or Chinese is set up a spreadsheet reads those alike. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/
/** Where a semicolon separates cells, as in much of Europe, what follows one begins a cell as well. */
const afterSemicolon = /;(?=[\s"]*[=+\-@＝＋－＠])/g
/** Below zero it begins like a formula, and is none. */
const figure = /^-?\d+(\.\d+)?$/

/** One cell of a CSV file, quoted where RFC 4180 asks for it. A spreadsheet would run one that begins like a formula (OWASP: CSV injection). */
export function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('"', '')
  const begun = formula.test(text) && !figure.test(text) ? `'${text}` : text
  const safe = begun.replace(afterSemicolon, ";'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
