import { hash } from 'node:crypto'
import { type Cell, fixedColumns, livingColumns, namesOf, type RecordRow } from './rows.ts'

/** What the row of a record keeps, in the order of its hash. */
export const hashedColumns: readonly string[] = ['company_id', ...namesOf(fixedColumns), ...namesOf(livingColumns)]

/**
 * A hash over everything the row of a record says. Cells that say nothing (NULL, 0) are left out.
 * @param cells in the order of their names
 */
export function rowHash(names: readonly string[], cells: readonly Cell[]): Buffer {
  const said: Cell[] = []
  cells.forEach((cell, at) => {
    if (cell !== null && cell !== 0) said.push(names[at] ?? '', cell)
  })
  return hash('sha256', JSON.stringify(said), 'buffer')
}

/** Whether a row says what was written into it. */
export function isIntact(row: RecordRow): boolean {
  const cells = hashedColumns.map((name) => row[name] ?? null)
  const written = row['row_hash'] as unknown
  return written instanceof Uint8Array && rowHash(hashedColumns, cells).equals(written)
}
