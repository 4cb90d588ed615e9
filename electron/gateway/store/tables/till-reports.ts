import type { TillReport } from '../../../../shared/domain/till-report.ts'
import type { Shifts, StoredTillReport } from '../port/shifts.ts'
import { actStep, type Engine, rowsOf, type Statement, sql, type WriteWork } from '../sql.ts'
import { companyIdSql } from './record-rows.ts'

type Row = Omit<StoredTillReport, 'report'> & { readonly report: string }

const reportsOf = (where: Statement) =>
  sql`SELECT company.guid AS "companyGuid", outlet_name AS "outletName", terminal_name AS "terminalName", span,
        report, at, by
      FROM till_report JOIN company ON company.id = company_id WHERE ${where}`

export const tillReports = ({ read, transact, dialect }: Engine): Pick<Shifts, 'keepTillReport' | 'tillReports'> => ({
  keepTillReport: (told) => transact(() => keep(told)),
  async tillReports(spans) {
    const oneOf = sql`span IN (SELECT value FROM ${dialect.textsOf(spans)})`
    return (await read<Row>(reportsOf(oneOf))).map((row) => ({ ...row, report: JSON.parse(row.report) as TillReport }))
  },
})

function* keep({ companyGuid, outletName, terminalName, span, report, at, by }: StoredTillReport): WriteWork<void> {
  const kept = JSON.stringify(report)
  const ofTill = sql`outlet_name = ${outletName} AND terminal_name = ${terminalName}`
  const [before] = yield* rowsOf<Row>(reportsOf(sql`span = ${span} AND company.guid = ${companyGuid} AND ${ofTill}`))
  if (before?.report === kept) return
  yield sql`INSERT INTO till_report (span, company_id, outlet_name, terminal_name, report, at, by)
      VALUES (${span}, ${companyIdSql(companyGuid)}, ${outletName}, ${terminalName}, ${kept}, ${at}, ${by})
      ON CONFLICT (span, company_id, outlet_name, terminal_name)
        DO UPDATE SET report = excluded.report, at = excluded.at, by = excluded.by`
  const { count, total } = report
  const type = before ? 'till_report_corrected' : 'till_report_kept'
  yield actStep({ at, by, type, facts: { companyGuid, outletName, terminalName, span, count, total } })
}
