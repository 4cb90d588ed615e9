import type { Day } from '../../../../shared/domain/calendar.ts'
import { shiftCodeOfConsolidated } from '../../../../shared/domain/consolidation-rules.ts'
import type { TillReport } from '../../../../shared/domain/till-report.ts'
import type { OutletFilter } from '../port/records.ts'
import type {
  OneCompanyFilter,
  SalesWithoutShift,
  ShiftClosing,
  ShiftOpening,
  Shifts,
  StoredTillReport,
  TillShift,
} from '../port/shifts.ts'
import { endedSql } from '../rows/record-row.ts'
import {
  actStep,
  type Dialect,
  type Engine,
  firstRow,
  raw,
  readCount,
  rowsOf,
  type Statement,
  sql,
  type WriteWork,
} from '../sql.ts'
import { selectUnion, sourcesOfAll } from './record-places.ts'
import { andOutlets, companyIdSql } from './record-rows.ts'

export const shiftsTable = (engine: Engine): Omit<Shifts, 'documents'> => ({
  ...shiftReads(engine),
  open: (opening) => engine.transact(() => open(opening)),
  close: (id, closing) => engine.transact(() => close(id, closing)),
  ...tillReports(engine),
})

const withId = (id: string) => sql`${selectShifts} WHERE shift.id = ${id}`

// Days follow the order of acceptance, so the first one met from the end is the last one.
const lastBefore = (day: Day) => sql`(SELECT seq FROM record WHERE submitted_day < ${day} ORDER BY seq DESC LIMIT 1)`

function shiftReads(engine: Engine) {
  const { read, dialect } = engine
  const ofWhom = ({ companyGuid, outlets }: OutletFilter) => {
    const ofCompany = companyGuid === null ? sql`` : sql`AND company_id = ${companyIdSql(companyGuid)}`
    return sql`${ofCompany} ${andOutlets(dialect, outlets, 'shift')}`
  }
  const found = async (where: Statement) => (await read<ShiftRow>(sql`${selectShifts} WHERE ${where}`)).map(shiftOf)
  return {
    async byId(id) {
      const row = await firstRow(read<ShiftRow>(withId(id)))
      return row ? shiftOf(row) : null
    },
    openOnes: (whose) =>
      found(sql`closed_at IS NULL ${ofWhom(whose)} ORDER BY company_id, outlet_name, terminal_name, number`),
    closedOnes({ companyGuid, outlets, till, before, limit }) {
      const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
      const ofTill = till ? sql`AND outlet_name = ${till.outletName} AND terminal_name = ${till.terminalName}` : sql``
      return found(sql`closed_at IS NOT NULL AND (closed_at, shift.id) < (CAST(${at} AS bigint), ${id})
        ${ofWhom({ companyGuid: till?.companyGuid ?? companyGuid, outlets })} ${ofTill}
        ORDER BY closed_at DESC, shift.id DESC LIMIT ${limit}`)
    },
    withoutShift: (whose, today) => salesWithoutShift(engine, whose, today),
    lateCount: (id) => lateCount(engine, id),
  } satisfies Partial<Shifts>
}

function salesWithoutShift(
  { read, dialect }: Engine,
  { companyGuid, outlets }: OneCompanyFilter,
  today: Day,
): Promise<readonly SalesWithoutShift[]> {
  const companyId = companyIdSql(companyGuid)
  const sold = sql`company_id = ${companyId} AND shift_code <> ${shiftCodeOfConsolidated} ${andOutlets(dialect, outlets)}`
  return read<SalesWithoutShift>(
    sql`WITH newest AS (
          ${selectUnion(sourcesOfAll(dialect), 'issued_at, seq, outlet_name, terminal_name, shift_code', sold)}
          ORDER BY issued_at DESC, seq DESC LIMIT ${recordsLookedAt}
        ), ended AS (
          SELECT outlet_name, terminal_name, shift_code, max(through_seq) AS through_seq,
            min(CASE WHEN closed_at IS NULL THEN from_seq END) AS open_from
          FROM shift WHERE company_id = ${companyId} GROUP BY outlet_name, terminal_name, shift_code
        ), loose AS (
          SELECT outlet_name, terminal_name, shift_code, count(*) AS count, max(issued_at) AS newest_at,
            max(seq) AS last_seq
          FROM newest LEFT JOIN ended USING (outlet_name, terminal_name, shift_code)
          WHERE seq > coalesce(through_seq, ${lastBefore(today)}, 0) AND open_from IS NULL
          GROUP BY outlet_name, terminal_name, shift_code
        )
        SELECT company.guid AS "companyGuid", company.code AS "companyCode", outlet_name AS "outletName",
          terminal_name AS "terminalName", shift_code AS "shiftCode", count, newest_at AS "newestAt"
        FROM loose JOIN company ON company.id = ${companyId} ORDER BY newest_at DESC, last_seq DESC`,
  )
}

async function lateCount({ read, dialect }: Engine, id: string): Promise<number> {
  const row = await firstRow(read<ShiftRow>(withId(id)))
  if (!row) throw unknown(id)
  if (row.throughSeq === null) return 0
  const ended = sql`(SELECT max(through_seq) FROM shift WHERE ${codedAs(row)} AND closed_at IS NOT NULL)`
  const late = seqsOf(row, dialect, sql`seq > ${ended}`)
  return readCount({ read }, sql`SELECT count(*) AS count FROM (${late}) AS late`)
}

const unknown = (id: string) => new Error(`there is no shift ${id}`)

function* open(opening: ShiftOpening): WriteWork<TillShift> {
  const { id, companyGuid, outletName, terminalName, shiftCode, at, by, today } = opening
  const companyId = companyIdSql(companyGuid)
  const ofTill = sql`FROM shift
    WHERE company_id = ${companyId} AND outlet_name = ${outletName} AND terminal_name = ${terminalName}`
  const [same] = yield* rowsOf<Pick<ShiftRow, 'id'>>(
    sql`SELECT id ${ofTill} AND shift_code = ${shiftCode} AND closed_at IS NULL`,
  )
  if (same) return yield* within(same.id)
  const next = sql`SELECT coalesce(max(number), 0) + 1 AS number ${ofTill}`
  const [{ number } = { number: 1 }] = yield* rowsOf<Pick<ShiftRow, 'number'>>(next)
  yield sql`INSERT INTO shift
        (id, company_id, outlet_name, terminal_name, shift_code, number, from_seq, opened_at, opened_by)
      VALUES (${id}, ${companyId}, ${outletName}, ${terminalName}, ${shiftCode}, ${number},
        coalesce((SELECT max(through_seq) ${ofTill} AND shift_code = ${shiftCode} AND closed_at IS NOT NULL),
          ${lastBefore(today)}, 0), ${at}, ${by})`
  const facts = { id, companyGuid, outletName, terminalName, shiftCode, number }
  yield actStep({ at, by, type: 'shift_opened', facts })
  return yield* within(id)
}

function* close(id: string, closing: ShiftClosing): WriteWork<TillShift | 'closed_already'> {
  const { at, by, isClean, reason, report, throughSeq, code } = closing
  const shift = yield* within(id)
  if (shift.closed) return 'closed_already'
  yield sql`UPDATE shift SET through_seq = ${throughSeq}, closed_at = ${at}, closed_by = ${by},
        clean = ${Number(isClean)}, reason = ${reason}, report = ${report} WHERE id = ${id}`
  const { number, terminalName, outletName, companyGuid, shiftCode } = shift
  const facts = { id, companyGuid, outletName, terminalName, shiftCode, number, isClean, reason, code, throughSeq }
  yield actStep({ at, by, type: 'shift_closed', facts })
  return yield* within(id)
}

function* within(id: string): WriteWork<TillShift> {
  const [row] = yield* rowsOf<ShiftRow>(withId(id))
  if (!row) throw unknown(id)
  return shiftOf(row)
}

export interface ShiftRow extends Omit<TillShift, 'closed'> {
  readonly companyId: number
  readonly fromSeq: number
  readonly throughSeq: number | null
  readonly closedAt: number | null
  readonly closedBy: string | null
  readonly clean: number | null
  readonly reason: string | null
  readonly report: string | null
}

export const selectShifts = sql`SELECT shift.id, company_id AS "companyId", company.guid AS "companyGuid",
    company.code AS "companyCode", outlet_name AS "outletName", terminal_name AS "terminalName",
    shift_code AS "shiftCode", number, from_seq AS "fromSeq", opened_at AS "openedAt",
    through_seq AS "throughSeq", closed_at AS "closedAt", closed_by AS "closedBy", clean, reason, report
  FROM shift JOIN company ON company.id = shift.company_id`

function shiftOf({
  companyId: _company,
  fromSeq: _from,
  throughSeq: _through,
  clean,
  reason,
  report,
  ...row
}: ShiftRow) {
  const { closedAt: at, closedBy: by, ...shift } = row
  // The table's CHECK guarantees that all are set.
  const closed = at === null || by === null || report === null ? null : { at, by, isClean: clean === 1, reason, report }
  return { ...shift, closed } satisfies TillShift
}

const codedAs = ({ companyId, outletName, terminalName, shiftCode }: ShiftRow) =>
  sql`company_id = ${companyId} AND outlet_name = ${outletName} AND terminal_name = ${terminalName}
      AND shift_code = ${shiftCode}`

/** Of the shift's till and code. Voided records are not in the index of business keys. */
export function seqsOf(shift: ShiftRow, { by }: Dialect, which: Statement): Statement {
  const wanted = sql`${codedAs(shift)} AND ${which}`
  return sql`SELECT seq FROM record ${by('record_business_key')} WHERE phase <> 'voided' AND ${wanted}
    UNION ALL SELECT seq FROM record ${by('record_ended')}
      WHERE ${raw(endedSql)} AND phase = 'voided' AND ${wanted}`
}

/** A few weeks of a shop. */
const recordsLookedAt = 20_000

type Row = Omit<StoredTillReport, 'report'> & { readonly report: string }

const reportsOf = (where: Statement) =>
  sql`SELECT company.guid AS "companyGuid", outlet_name AS "outletName", terminal_name AS "terminalName", span,
        report, at, by
      FROM till_report JOIN company ON company.id = company_id WHERE ${where}`

const tillReports = ({ read, transact, dialect }: Engine): Pick<Shifts, 'keepTillReport' | 'tillReports'> => ({
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
