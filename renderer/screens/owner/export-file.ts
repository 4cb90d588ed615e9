import { exportCellsOf, exportHeading } from '../../../shared/api/export-table.ts'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { csvOf, csvRows } from '../../parts/csv.ts'

interface Page<Item> {
  readonly items: readonly Item[]
}

interface Exported {
  readonly file: Blob
  readonly count: number
}

/**
 * One table of all records, as the command line writes it. Each page goes to the browser before the next is asked for,
 * and the browser keeps large files on disk: years of sales need no more memory than a day.
 */
export async function buildExportFile(pages: AsyncIterable<Page<WireRecord>>): Promise<Exported> {
  const pieces = [new Blob([csvOf([exportHeading])])]
  let count = 0
  for await (const { items: records } of pages) {
    pieces.push(new Blob([csvRows(records.map(exportCellsOf))]))
    count += records.length
  }
  return { file: new Blob(pieces), count }
}

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
