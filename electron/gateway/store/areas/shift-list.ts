import type { Database } from 'better-sqlite3'
import { shiftsAmong } from '../kept/shift-rows.ts'
import type { Shift } from '../port/records.ts'
import type { CompanyIds } from './company-ids.ts'

/** Where the newest sales come from: read from the end of the narrow index of lists. */
export function prepareShiftList(
  database: Database,
  companies: CompanyIds,
): (companyGuid: string | null, among: number, outletName?: string) => readonly Shift[] {
  const newestOf = (outlet: string) =>
    database.prepare<unknown[], Shift>(
      shiftsAmong(
        `SELECT issued_at, seq, company_id, outlet_name, terminal_name, shift_code FROM record INDEXED BY record_list
         WHERE (? IS NULL OR company_id = ?) ${outlet} ORDER BY issued_at DESC, seq DESC LIMIT ?`,
      ),
    )
  const newest = newestOf('')
  const newestOfOutlet = newestOf('AND outlet_name = ?')
  return (companyGuid, among, outletName) => {
    const companyId = companyGuid === null ? null : companies.idOf(companyGuid)
    if (outletName === undefined) return newest.all(companyId, companyId, among)
    return newestOfOutlet.all(companyId, companyId, outletName, among)
  }
}
