import { isActive } from '../kept/status-sql.ts'

/** The business key of a kind in a family, its values in the order of `keyCells` (contract 5). */
export const keyed = `company_id = ? AND sale_code = ? AND shift_code = ? AND terminal_name = ? AND outlet_name = ?
  AND family = ? AND kind = ?`

/** The notes that count of those that refer to a record, given by its number. */
export const notesOn = (cells: string): string =>
  `SELECT ${cells} FROM reference JOIN record ON seq = note_seq WHERE original_seq = ? AND ${isActive} ORDER BY seq`

/** @param place of their names, as JSON */
export const amongOutlets = (place: string): string => `outlet_name IN (SELECT value FROM json_each(${place}))`
