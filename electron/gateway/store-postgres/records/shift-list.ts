import { shiftsAmong } from '../../store/kept/shift-rows.ts'
import type { Records, Shift } from '../../store/port/records.ts'
import type { Ask } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'

const newestOf = (outlet: string) =>
  shiftsAmong(
    `SELECT issued_at, seq, company_id, outlet_name, terminal_name, shift_code FROM record
     WHERE ($1::bigint IS NULL OR company_id = $1) ${outlet} ORDER BY issued_at DESC, seq DESC LIMIT $2`,
  )
const newest = newestOf('')
const newestOfOutlet = newestOf('AND outlet_name = $3')

/** Where the newest sales come from. */
export const prepareShiftList =
  (read: Ask, companies: CompanyIds): Records['shifts'] =>
  async (companyGuid, among, outletName) => {
    const id = await companies.idOrNull(companyGuid)
    return outletName === undefined
      ? read<Shift>(newest, id, among)
      : read<Shift>(newestOfOutlet, id, among, outletName)
  }
