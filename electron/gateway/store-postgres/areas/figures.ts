import { statuses } from '../../../../shared/domain/status.ts'
import { payableHundredths, statusSql } from '../../store/kept/status-sql.ts'
import type { Figures, Tally } from '../../store/port/shifts.ts'
import { type Ask, amongOutlets, textsCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'

const quarterMs = 15 * 60_000
/** As kinds are told everywhere. */
const kindPlace = `array_position(ARRAY['invoice', 'credit_note', 'debit_note', 'refund_note'], kind)`
const status = `CASE ${statuses.map((each) => `WHEN ${statusSql[each]} THEN '${each}'`).join(' ')} END`

export function prepareFigures(read: Ask, companies: CompanyIds): Figures {
  return {
    async tallies(companyGuid, { from, before }, outletNames) {
      return read<Tally>(
        `SELECT issued_at / ${quarterMs} * ${quarterMs} AS quarter, family, kind, ${status} AS status,
           currency_code AS "currencyCode", count(*) AS count,
           sum(${payableHundredths})::text AS hundredths
         FROM record WHERE company_id = $1 AND issued_at >= $2 AND issued_at < $3
           AND ($4::jsonb IS NULL OR ${amongOutlets('$4')})
         GROUP BY 1, family, kind, 4, currency_code ORDER BY family, ${kindPlace}, 1, 4, currency_code`,
        await companies.idOf(companyGuid),
        from,
        before,
        outletNames ? textsCell(outletNames) : null,
      )
    },
  }
}
