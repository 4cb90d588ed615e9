import type { WireRecord } from './shapes/record.ts'

/** What an accountant looks for, left to right. */
const columns = [
  'ISSUED_AT',
  'FAMILY',
  'KIND',
  'DOCUMENT_NUMBER',
  'STATUS',
  'CURRENCY_CODE',
  'TOTAL_PAYABLE',
  'COMPANY_CODE',
  'OUTLET_NAME',
  'TERMINAL_NAME',
  'SHIFT_CODE',
  'SALE_CODE',
  'SALE_GUID',
  'REVISION',
  'SUBMITTED_AT',
  'SENT_AT',
  'VALIDATED_AT',
  'VOIDED_AT',
  'VOIDED_BY',
  'CANCELLED_AT',
  'CONSOLIDATED',
  'CONSOLIDATED_INTO',
] as const satisfies readonly (keyof WireRecord)[]

/** The first row of what is exported, from the command line and from the screens alike. */
export const exportHeading: readonly string[] = [...columns, 'AUTHORITY_UUID']

/** @returns the cells of a record, not yet written as CSV */
export const exportRow = (record: WireRecord): readonly unknown[] => [
  ...columns.map((column) => record[column]),
  record.AUTHORITY?.UUID,
]

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
