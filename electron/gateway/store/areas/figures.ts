import type { Database } from 'better-sqlite3'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import { payableHundredths, statusSql } from '../kept/status-sql.ts'
import type { Figures } from '../port/shifts.ts'
import { amongOutlets } from '../records/sql.ts'
import type { CompanyIds } from './company-ids.ts'

interface TallyRow {
  readonly quarter: number
  readonly family: Family
  readonly kind: Kind
  readonly status: Status
  readonly currency_code: string
  readonly count: number
  readonly hundredths: string
}

const quarterMs = 15 * 60_000
const status = `CASE ${statuses.map((each) => `WHEN ${statusSql[each]} THEN '${each}'`).join(' ')} END`

export function prepareFigures(database: Database, ids: CompanyIds): Figures {
  const talliesOf = (outlet: string) =>
    database.prepare<unknown[], TallyRow>(
      `SELECT issued_at / ${quarterMs} * ${quarterMs} AS quarter, family, kind, ${status} AS status, currency_code,
       count(*) AS count, CAST(sum(${payableHundredths}) AS TEXT) AS hundredths
     FROM record INDEXED BY record_list WHERE issued_at >= ? AND issued_at < ? AND company_id = ? ${outlet}
     GROUP BY 1, family, kind, 4, currency_code
     ORDER BY family, instr('invoice credit_note debit_note refund_note', kind), 1, 4, currency_code`,
    )
  const tallies = talliesOf('')
  const talliesOfOutlets = talliesOf(`AND ${amongOutlets('?')}`)
  return {
    async tallies(companyGuid, { from, before }, outletNames) {
      const cells = [from, before, ids.idOf(companyGuid)]
      return (outletNames ? talliesOfOutlets.all(...cells, JSON.stringify(outletNames)) : tallies.all(...cells)).map(
        ({ currency_code: currencyCode, ...row }) => ({ ...row, currencyCode }),
      )
    },
  }
}
