import { csvCell } from '../../../shared/catalogue/csv-cell.ts'
import type { Answer, Reached } from './reach.ts'

interface Period {
  readonly from: string
  readonly to: string
  readonly format: 'csv' | 'json'
}

interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly next: number | null
}

/** What an accountant looks for, left to right. */
const columns = [
  'SUBMITTED_AT',
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
  'ISSUED_AT',
  'SENT_AT',
  'VALIDATED_AT',
  'VOIDED_AT',
  'VOIDED_BY',
  'CANCELLED_AT',
  'CONSOLIDATED',
  'CONSOLIDATED_INTO',
] as const

/** @returns the answer that ended it early, null where all went well */
export async function exportTo(
  print: (text: string) => void,
  reached: Reached,
  { from, to, format }: Period,
): Promise<Answer | null> {
  const opening = format === 'csv' ? `${[...columns, 'AUTHORITY_UUID'].join(',')}\r\n` : '['
  let isFirst = true
  for (let after: number | null = 0; after !== null; ) {
    const answer = await reached.call({
      method: 'GET',
      path: `/export?from=${encodeURIComponent(from)}&to=${encodeURIComponent(to)}&after=${after}`,
    })
    if (answer.status !== 200) return answer
    // Only now: days that are refused leave nothing that looks like the beginning of a file.
    if (after === 0) print(opening)
    const page = answer.body as Page
    for (const record of page.items) {
      print(format === 'csv' ? `${row(record)}\r\n` : `${isFirst ? '' : ','}\n${JSON.stringify(record)}`)
      isFirst = false
    }
    after = page.next
  }
  if (format === 'json') print('\n]\n')
  return null
}

function row(record: Page['items'][number]): string {
  const authority = record['AUTHORITY'] as { readonly UUID: string } | null
  return [...columns.map((column) => record[column]), authority?.UUID].map(csvCell).join(',')
}
