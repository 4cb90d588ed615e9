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
