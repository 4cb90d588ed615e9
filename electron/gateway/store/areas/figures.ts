import type { Database } from 'better-sqlite3'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import { type Status, statuses } from '../../../../shared/domain/status.ts'
import type { GroupCommit } from '../group-commit.ts'
import { payableHundredths, statusSql } from '../kept/status-sql.ts'
import { type Figures, type OutboxSample, sampleSpans } from '../port/shifts.ts'
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

interface SampleRow {
  readonly at: number
  readonly unsent: number
  readonly in_doubt: number
  readonly oldest_ms: number
}

const quarterMs = 15 * 60_000
const status = `CASE ${statuses.map((each) => `WHEN ${statusSql[each]} THEN '${each}'`).join(' ')} END`

export function prepareFigures(database: Database, commit: GroupCommit, ids: CompanyIds): Figures {
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
  const add = database.prepare(
    `INSERT INTO outbox_sample (span_ms, company_id, at, unsent, in_doubt, oldest_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET unsent = max(unsent, excluded.unsent), in_doubt = max(in_doubt, excluded.in_doubt),
       oldest_ms = max(oldest_ms, excluded.oldest_ms)`,
  )
  const forget = database.prepare('DELETE FROM outbox_sample WHERE span_ms = ? AND company_id = ? AND at < ?')
  const samples = database.prepare<unknown[], SampleRow>(
    `SELECT at, unsent, in_doubt, oldest_ms FROM outbox_sample
     WHERE span_ms = ? AND company_id = ? AND at >= ? AND at < ? ORDER BY at`,
  )
  const keep = ({ companyGuid, at, unsent, inDoubt, oldestMs }: OutboxSample) => {
    const companyId = ids.idOf(companyGuid)
    for (const { spanMs, keptMs } of Object.values(sampleSpans)) {
      add.run(spanMs, companyId, at - (at % spanMs), unsent, inDoubt, Math.round(oldestMs))
      forget.run(spanMs, companyId, at - keptMs)
    }
  }

  return {
    async tallies(companyGuid, { from, before }, outletNames) {
      const cells = [from, before, ids.idOf(companyGuid)]
      return (outletNames ? talliesOfOutlets.all(...cells, JSON.stringify(outletNames)) : tallies.all(...cells)).map(
        ({ currency_code: currencyCode, ...row }) => ({ ...row, currencyCode }),
      )
    },
    sample: (given) => commit.write(() => given.forEach(keep)),
    async samples(companyGuid, span, from, to) {
      return samples
        .all(sampleSpans[span].spanMs, ids.idOf(companyGuid), from, to)
        .map((row) => ({ companyGuid, at: row.at, unsent: row.unsent, inDoubt: row.in_doubt, oldestMs: row.oldest_ms }))
    },
  }
}
