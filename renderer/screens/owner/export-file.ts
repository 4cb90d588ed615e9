import { exportCellsOf, exportHeading } from '../../../shared/api/export-table.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { csvOf, csvRows } from '../../parts/csv.ts'

interface Page<Item> {
  readonly items: readonly Item[]
}

/**
 * A file of all pages. Each page goes to the browser before the next is asked for, and the browser keeps large files on
 * disk: years of sales need no more memory than a day.
 */
async function fileOf<Item>(pages: AsyncIterable<Page<Item>>, textOf: (items: readonly Item[]) => string, begin = '') {
  const pieces = [new Blob([begin])]
  let count = 0
  for await (const { items } of pages) {
    pieces.push(new Blob([textOf(items)]))
    count += items.length
  }
  return { file: new Blob(pieces), count }
}

/** One table of all records, as the command line writes it. */
export const buildExportFile = (pages: AsyncIterable<Page<WireRecord>>) =>
  fileOf(pages, (records) => csvRows(records.map(exportCellsOf)), csvOf([exportHeading]))

/** The file of `resit export --documents`: every line of the chain with its documents. */
export const buildDocumentsFile = (pages: AsyncIterable<Page<object>>) =>
  fileOf(pages, (items) => items.map((item) => `${JSON.stringify(item)}\n`).join(''))
