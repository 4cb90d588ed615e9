import type { Database } from 'better-sqlite3'
import { shiftsAmong } from '../kept/shift-rows.ts'
import type { Shift } from '../port/records.ts'
import type { CompanyIds } from './company-ids.ts'

/** Where the newest records come from: read from the end of the narrow index of lists. */
export function prepareShiftList(
  database: Database,
  companies: CompanyIds,
): (companyGuid: string | null, among: number) => readonly Shift[] {
  const newest = database.prepare<unknown[], Shift>(
    shiftsAmong(
      `SELECT seq, company_id, outlet_name, terminal_name, shift_code FROM record INDEXED BY record_list
       WHERE (? IS NULL OR company_id = ?) ORDER BY seq DESC LIMIT ?`,
    ),
  )
  return (companyGuid, among) => {
    const companyId = companyGuid === null ? null : companies.idOf(companyGuid)
    return newest.all(companyId, companyId, among)
  }
}
