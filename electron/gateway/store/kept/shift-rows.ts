import type { ShiftEnd, TillShift } from '../port/shifts.ts'

/** A row of `shift` with the names of its company. */
export interface ShiftRow {
  readonly id: string
  readonly company_id: number
  readonly company_guid: string
  readonly company_code: string
  readonly outlet_name: string
  readonly terminal_name: string
  readonly shift_code: string
  readonly number: number
  readonly from_seq: number
  readonly opened_at: number
  readonly opened_by: string
  readonly through_seq: number | null
  readonly closed_at: number | null
  readonly closed_by: string | null
  readonly clean: number | null
  readonly reason: string | null
  readonly report: string | null
}

export const shiftRows = `SELECT shift.*, company.guid AS company_guid, company.code AS company_code
  FROM shift JOIN company ON company.id = shift.company_id`

export const shiftOf = (row: ShiftRow): TillShift => ({
  id: row.id,
  companyGuid: row.company_guid,
  companyCode: row.company_code,
  outletName: row.outlet_name,
  terminalName: row.terminal_name,
  shiftCode: row.shift_code,
  number: row.number,
  openedAt: row.opened_at,
  openedBy: row.opened_by,
  closed: endOf(row),
})

/** The table's CHECK vouches that they are there together. */
const endOf = ({ closed_at: at, closed_by: by, clean, reason, report }: ShiftRow): ShiftEnd | null =>
  at === null || by === null || report === null ? null : { at, by, isClean: clean === 1, reason, report }

/** A till and a code, as the statements of both stores take them. */
export const codedCells = (row: ShiftRow) =>
  [row.company_id, row.outlet_name, row.terminal_name, row.shift_code] as const

/** A few weeks of a shop: among these is looked for sales that no shift was opened for. */
export const recordsLookedAt = 20_000
