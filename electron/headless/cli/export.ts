import { csvCell } from '../../../shared/api/csv-cell.ts'
import { exportHeading, exportRow } from '../../../shared/api/export-table.ts'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import type { Reached } from './calls-over.ts'

interface Period {
  readonly from: string
  readonly to: string
  readonly format: 'csv' | 'json'
}

type Page = OperatorAnswer<'export'>

/** Prints all of it, so that there is nothing more to say. */
export async function exportTo(
  print: (text: string) => void,
  reached: Reached,
  { from, to, format }: Period,
): Promise<null> {
  const opening = format === 'csv' ? line(exportHeading) : '['
  let isFirst = true
  for (let after: string | null | undefined; after !== null; ) {
    const page: Page = await reached.call('export', { query: { from, to, ...(after !== undefined && { after }) } })
    // Only now: days that are refused leave nothing that looks like the beginning of a file.
    if (after === undefined) print(opening)
    for (const record of page.items) {
      print(format === 'csv' ? line(exportRow(record)) : `${isFirst ? '' : ','}\n${JSON.stringify(record)}`)
      isFirst = false
    }
    after = page.next
  }
  if (format === 'json') print('\n]\n')
  return null
}

const line = (cells: readonly unknown[]): string => `${cells.map(csvCell).join(',')}\r\n`
