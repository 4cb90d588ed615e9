import type { Day } from '../../../../shared/domain/calendar.ts'
import { consolidatedShiftCode } from '../../../../shared/domain/consolidation-rules.ts'
import type { OutletFilter } from '../port/records.ts'
import type {
  OneCompanyFilter,
  SalesWithoutShift,
  ShiftClosing,
  ShiftEnd,
  ShiftOpening,
  Shifts,
  TillShift,
} from '../port/shifts.ts'
import { endedSql } from '../rows/record-row.ts'
import { type Engine, first, hasRows, raw, rowsOf, type Statement, sql, type WriteWork } from '../sql.ts'
import { allSources, selectFrom } from './record-places.ts'
import { andOutlets, companyIdSql } from './record-rows.ts'
import { tillReports } from './till-reports.ts'

export const shiftsTable = (engine: Engine): Omit<Shifts, 'documents'> => ({
  ...shiftReads(engine),
  ...shiftWrites(engine),
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
      const row = await first(read<ShiftRow>(withId(id)))
      return row ? shiftOf(row) : null
    },
    openOnes: (whose) => found(sql`closed_at IS NULL ${ofWhom(whose)} ORDER BY company_id, outlet_name, terminal_name`),
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
  const sold = sql`company_id = ${companyId} AND shift_code <> ${consolidatedShiftCode} ${andOutlets(dialect, outlets)}`
  return read<SalesWithoutShift>(
    sql`WITH newest AS (
          ${selectFrom(allSources(dialect), 'issued_at, seq, outlet_name, terminal_name, shift_code', sold)}
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
  const row = await first(read<ShiftRow>(withId(id)))
  if (!row) throw unknown(id)
  if (row.through_seq === null) return 0
  const [company, outlet, terminal, code] = shiftKeyCells(row)
  const coded = sql`company_id = ${company} AND outlet_name = ${outlet} AND terminal_name = ${terminal}
    AND shift_code = ${code}`
  const late = sql`${coded} AND seq > (SELECT max(through_seq) FROM shift WHERE ${coded} AND closed_at IS NOT NULL)`
  // Voided records are not in the index of business keys.
  const counted = await first(
    read<{ readonly count: number }>(
      sql`SELECT (SELECT count(*) FROM record ${dialect.by('record_business_key')}
            WHERE phase <> 'voided' AND ${late}) +
          (SELECT count(*) FROM record ${dialect.by('record_ended')}
            WHERE ${raw(endedSql)} AND phase = 'voided' AND ${late}) AS count`,
    ),
  )
  return counted?.count ?? 0
}

const unknown = (id: string) => new Error(`there is no shift ${id}`)

const shiftWrites = ({ transact }: Engine): Pick<Shifts, 'open' | 'close'> => ({
  open: (opening) => transact(() => open(opening)),
  close: (id, closing) => transact(() => close(id, closing)),
})

function* open(opening: ShiftOpening): WriteWork<TillShift | 'open_already'> {
  const { id, companyGuid, outletName, terminalName, shiftCode, at, by, today } = opening
  const companyId = companyIdSql(companyGuid)
  const ofTill = sql`FROM shift
    WHERE company_id = ${companyId} AND outlet_name = ${outletName} AND terminal_name = ${terminalName}`
  if (yield* hasRows(sql`SELECT id ${ofTill} AND closed_at IS NULL`)) return 'open_already'
  const next = sql`SELECT coalesce(max(number), 0) + 1 AS number ${ofTill}`
  const [{ number } = { number: 1 }] = yield* rowsOf<Pick<ShiftRow, 'number'>>(next)
  yield sql`INSERT INTO shift
        (id, company_id, outlet_name, terminal_name, shift_code, number, from_seq, opened_at, opened_by)
      VALUES (${id}, ${companyId}, ${outletName}, ${terminalName}, ${shiftCode}, ${number},
        coalesce((SELECT max(through_seq) ${ofTill} AND shift_code = ${shiftCode} AND closed_at IS NOT NULL),
          ${lastBefore(today)}, 0), ${at}, ${by})`
  const facts = { id, companyGuid, outletName, terminalName, shiftCode, number }
  yield { act: { at, by, type: 'shift_opened', facts } }
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
  yield { act: { at, by, type: 'shift_closed', facts } }
  return yield* within(id)
}

function* within(id: string): WriteWork<TillShift> {
  const [row] = yield* rowsOf<ShiftRow>(withId(id))
  if (!row) throw unknown(id)
  return shiftOf(row)
}

export interface ShiftRow {
  readonly id: string
  readonly company_id: number
  readonly company_guid: string
  readonly company_code: string
  readonly outlet_name: string
  readonly terminal_name: string
  readonly shift_code: string
  readonly number: number
  readonly from_seq: number
  readonly opened_at: number
  readonly opened_by: string
  readonly through_seq: number | null
  readonly closed_at: number | null
  readonly closed_by: string | null
  readonly clean: number | null
  readonly reason: string | null
  readonly report: string | null
}

export const selectShifts = sql`SELECT shift.*, company.guid AS company_guid, company.code AS company_code
  FROM shift JOIN company ON company.id = shift.company_id`

const shiftOf = (row: ShiftRow): TillShift => ({
  id: row.id,
  companyGuid: row.company_guid,
  companyCode: row.company_code,
  outletName: row.outlet_name,
  terminalName: row.terminal_name,
  shiftCode: row.shift_code,
  number: row.number,
  openedAt: row.opened_at,
  openedBy: row.opened_by,
  closed: endOf(row),
})

/** The table's CHECK guarantees that all are set. */
const endOf = ({ closed_at: at, closed_by: by, clean, reason, report }: ShiftRow): ShiftEnd | null =>
  at === null || by === null || report === null ? null : { at, by, isClean: clean === 1, reason, report }

export const shiftKeyCells = (row: ShiftRow) =>
  [row.company_id, row.outlet_name, row.terminal_name, row.shift_code] as const

/** A few weeks of a shop. */
const recordsLookedAt = 20_000
