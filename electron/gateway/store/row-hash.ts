import { hash } from 'node:crypto'
import { type Cell, fixedColumns, livingColumns, namesOf, type RecordRow } from './rows.ts'

/** What the hash of a record's row is made of, in this order. */
export const hashedColumns: readonly string[] = ['company_id', ...namesOf(fixedColumns), ...namesOf(livingColumns)]

/**
 * A hash over everything the row of a record says. Cells that say nothing (NULL, 0) are left out, so that a column that
 * a later version adds does not make every older row look changed.
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
