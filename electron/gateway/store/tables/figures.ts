import { statuses } from '../../../../shared/domain/status.ts'
import { payableHundredths, statusSql } from '../kept/rows.ts'
import type { Figures, Tally } from '../port/shifts.ts'
import { type Engine, raw, sql } from '../sql.ts'
import { companyWith, ofOutlets } from './record-rows.ts'

const quarterMs = 15 * 60_000
const columns = raw(
  `issued_at / ${quarterMs} * ${quarterMs} AS quarter, family, kind,
   CASE ${statuses.map((each) => `WHEN ${statusSql[each]} THEN '${each}'`).join(' ')} END AS status,
   currency_code AS "currencyCode", count(*) AS count, CAST(sum(${payableHundredths}) AS text) AS hundredths`,
)
/** As kinds are told everywhere. */
const kindPlace = sql`CASE kind WHEN 'invoice' THEN 1 WHEN 'credit_note' THEN 2 WHEN 'debit_note' THEN 3 ELSE 4 END`

export const figuresTable = ({ read, dialect }: Engine): Figures => ({
  tallies: ({ companyGuid, outlets }, { from, before }) =>
    read<Tally>(
      sql`SELECT ${columns} FROM record ${dialect.by('record_list')}
          WHERE company_id = ${companyWith(companyGuid)} AND issued_at >= ${from} AND issued_at < ${before} ${ofOutlets(dialect, outlets)}
          GROUP BY 1, family, kind, 4, currency_code ORDER BY family, ${kindPlace}, 1, 4, currency_code`,
    ),
})
