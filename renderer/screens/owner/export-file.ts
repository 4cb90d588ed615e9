import { exportCellsOf, exportHeading } from '../../../shared/api/export-table.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { csvByteOrderMark, csvRows } from '../../parts/csv.ts'

interface Page<Item> {
  readonly items: readonly Item[]
}

interface Exported {
  readonly file: Blob
  readonly count: number
}

/**
 * One file of all records, as the command line writes it. Each page goes to the browser before the next is asked for,
 * and the browser keeps large files on disk: years of sales need no more memory than a day.
 */
export async function buildExportFile(
  pages: AsyncIterable<Page<WireRecord>>,
  format: 'csv' | 'json',
): Promise<Exported> {
  const opening = format === 'csv' ? csvByteOrderMark + csvRows([exportHeading]) : '['
  const pieces = [new Blob([opening])]
  let count = 0
  for await (const { items: records } of pages) {
    pieces.push(new Blob([format === 'csv' ? csvRows(records.map(exportCellsOf)) : listed(records, count)]))
    count += records.length
  }
  if (format === 'json') pieces.push(new Blob(['\n]\n']))
  return { file: new Blob(pieces), count }
}

/** @param before the number of records written so far */
const listed = (records: readonly WireRecord[], before: number): string =>
  records.map((record, at) => `${before + at === 0 ? '' : ','}\n${JSON.stringify(record)}`).join('')

/** The file of `resit export --documents`: every line of the chain with its documents. `count` counts these lines. */
export async function buildDocumentsFile(pages: AsyncIterable<Page<object>>): Promise<Exported> {
  const pieces: Blob[] = []
  let count = 0
  for await (const { items } of pages) {
    pieces.push(new Blob([items.map((item) => `${JSON.stringify(item)}\n`).join('')]))
    count += items.filter((item) => 'line' in item).length
  }
  return { file: new Blob(pieces), count }
}
