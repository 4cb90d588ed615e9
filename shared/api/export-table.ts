import type { WireRecord } from './shapes/record.ts'

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

export const exportHeading: readonly string[] = [...columns, 'AUTHORITY_UUID']

/** @returns the cells, not yet as CSV */
export const exportCellsOf = (record: WireRecord): readonly unknown[] => [
  ...columns.map((column) => record[column]),
  record.AUTHORITY?.UUID,
]

/** Full-width signs too, because Japanese and Chinese spreadsheets run them as formulas. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/
/** Many European spreadsheets separate cells by semicolons, so a formula can begin after one. */
const afterSemicolon = /;(?=[\s"]*[=+\-@＝＋－＠])/g
/** A negative number begins like a formula, but is none. */
const figure = /^-?\d+(\.\d+)?$/

/** Quoted as in RFC 4180. A spreadsheet would run a cell that begins like a formula (OWASP: CSV injection). */
export function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replaceAll('"', '')
  const begun = formula.test(text) && !figure.test(text) ? `'${text}` : text
  const safe = begun.replace(afterSemicolon, ";'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
