import type { Database } from 'better-sqlite3'
import type { CompanyIds } from './company-ids.ts'
import type { Shift } from './port-records.ts'

interface ShiftRow {
  readonly company_id: number
  readonly outlet_name: string
  readonly terminal_name: string
  readonly shift_code: string
  readonly count: number
  readonly newest_at: number
}

const mostShifts = 200

/** Where the newest records come from: read from the end of the narrow index of lists. */
export function prepareShiftList(
  database: Database,
  companies: CompanyIds,
): (companyGuid: string | null, among: number) => readonly Shift[] {
  const newest = database.prepare<unknown[], ShiftRow>(
    `SELECT found.*, submitted_at AS newest_at FROM (
       SELECT company_id, outlet_name, terminal_name, shift_code, count(*) AS count, max(seq) AS last_seq FROM (
         SELECT seq, company_id, outlet_name, terminal_name, shift_code FROM record INDEXED BY record_list
         WHERE (? IS NULL OR company_id = ?) ORDER BY seq DESC LIMIT ?
       ) GROUP BY company_id, outlet_name, terminal_name, shift_code ORDER BY last_seq DESC LIMIT ${mostShifts}
     ) found CROSS JOIN record ON record.seq = last_seq ORDER BY last_seq DESC`,
  )
  return (companyGuid, among) => {
    const companyId = companyGuid === null ? null : companies.idOf(companyGuid)
    return newest.all(companyId, companyId, among).map((row) => ({
      companyCode: companies.nameOf(row.company_id).code,
      outletName: row.outlet_name,
      terminalName: row.terminal_name,
      shiftCode: row.shift_code,
      count: row.count,
      newestAt: row.newest_at,
    }))
  }
}
