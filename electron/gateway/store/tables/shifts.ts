import type { Day } from '../../../../shared/domain/calendar.ts'
import { consolidatedShiftCode } from '../../../../shared/domain/shift.ts'
import { isEnded } from '../kept/status-sql.ts'
import type { Whose } from '../port/records.ts'
import type { ShiftEnd, ShiftOpening, Shifts, TillShift, Uncovered, WhoseOfCompany } from '../port/shifts.ts'
import { type DataReader, type Engine, first, one, raw, type Statement, sql } from '../sql.ts'
import { companyIdOf } from './companies.ts'
import { ofOutlets } from './record-rows.ts'

type Reads = 'byId' | 'openOnes' | 'closedOnes' | 'uncovered' | 'lateCount'

export const shiftsTable = (engine: Engine): Omit<Shifts, 'documents'> => ({
  ...shiftReads(engine),
  ...shiftWrites(engine),
})

const rowOf = ({ read }: DataReader, id: string) => first(read<ShiftRow>(sql`${shiftRows} WHERE shift.id = ${id}`))

// Days follow the order of acceptance, so the first one met from the end is the last one.
const lastBefore = (day: Day) => sql`(SELECT seq FROM record WHERE submitted_day < ${day} ORDER BY seq DESC LIMIT 1)`

function shiftReads(engine: Engine): Pick<Shifts, Reads> {
  const { read, dialect } = engine
  const ofWhom = async ({ companyGuid, outlets }: Whose) => {
    const ofCompany = companyGuid === null ? sql`` : sql`AND company_id = ${await companyIdOf(read, companyGuid)}`
    return sql`${ofCompany} ${ofOutlets(dialect, outlets, 'shift')}`
  }
  const found = async (where: Statement) => (await read<ShiftRow>(sql`${shiftRows} WHERE ${where}`)).map(shiftOf)
  return {
    async byId(id) {
      const row = await rowOf(engine, id)
      return row ? shiftOf(row) : null
    },
    openOnes: async (whose) =>
      found(sql`closed_at IS NULL ${await ofWhom(whose)} ORDER BY company_id, outlet_name, terminal_name`),
    async closedOnes({ companyGuid, outlets, till, before, limit }) {
      const { at, id } = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
      const ofTill = till ? sql`AND outlet_name = ${till.outletName} AND terminal_name = ${till.terminalName}` : sql``
      return found(sql`closed_at IS NOT NULL AND (closed_at, shift.id) < (CAST(${at} AS bigint), ${id})
        ${await ofWhom({ companyGuid: till?.companyGuid ?? companyGuid, outlets })} ${ofTill}
        ORDER BY closed_at DESC, shift.id DESC LIMIT ${limit}`)
    },
    uncovered: (whose, today) => uncovered(engine, whose, today),
    lateCount: (id) => lateCount(engine, id),
  }
}

async function uncovered(
  { read, dialect }: Engine,
  { companyGuid, outlets }: WhoseOfCompany,
  today: Day,
): Promise<readonly Uncovered[]> {
  const companyId = await companyIdOf(read, companyGuid)
  return read<Uncovered>(
    sql`WITH newest AS (
          SELECT issued_at, seq, outlet_name, terminal_name, shift_code FROM record ${dialect.by('record_list')}
          WHERE company_id = ${companyId} AND shift_code <> ${consolidatedShiftCode}
            ${ofOutlets(dialect, outlets)}
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

async function lateCount(engine: Engine, id: string): Promise<number> {
  const { read, dialect } = engine
  const row = await known(engine, id)
  if (row.through_seq === null) return 0
  const [company, outlet, terminal, code] = codedCells(row)
  const coded = sql`company_id = ${company} AND outlet_name = ${outlet} AND terminal_name = ${terminal}
    AND shift_code = ${code}`
  const late = sql`${coded} AND seq > (SELECT max(through_seq) FROM shift WHERE ${coded} AND closed_at IS NOT NULL)`
  // What was voided is not in the index of business keys.
  const counted = await first(
    read<{ readonly count: number }>(
      sql`SELECT (SELECT count(*) FROM record ${dialect.by('record_business_key')}
            WHERE phase <> 'voided' AND ${late}) +
          (SELECT count(*) FROM record ${dialect.by('record_ended')}
            WHERE ${raw(isEnded)} AND phase = 'voided' AND ${late}) AS count`,
    ),
  )
  return counted?.count ?? 0
}

async function known(reader: DataReader, id: string): Promise<ShiftRow> {
  const row = await rowOf(reader, id)
  if (!row) throw new Error(`there is no shift ${id}`)
  return row
}

function shiftWrites(engine: Engine): Pick<Shifts, 'open' | 'close'> {
  return {
    open: (opening) => open(engine, opening),
    async close(id, { at, by, isClean, reason, report, throughSeq, code }) {
      const row = await rowOf(engine, id)
      if (!row) return 'closed_already'
      const { number, terminalName, outletName, companyGuid, shiftCode } = shiftOf(row)
      const facts = { id, companyGuid, outletName, terminalName, shiftCode, number, isClean, reason, code, throughSeq }
      const refused = await engine.append([
        one(
          sql`UPDATE shift SET through_seq = ${throughSeq}, closed_at = ${at}, closed_by = ${by},
                clean = ${Number(isClean)}, reason = ${reason}, report = ${report}
              WHERE id = ${id} AND closed_at IS NULL`,
          'closed_already',
        ),
        { act: { at, by, type: 'shift_closed', facts } },
      ])
      return refused ?? shiftOf(await known(engine, id))
    },
  }
}

const open = async (engine: Engine, opening: ShiftOpening): ReturnType<Shifts['open']> => {
  const { read, append } = engine
  const { id, companyGuid, outletName, terminalName, shiftCode, at, by, today } = opening
  const companyId = await companyIdOf(read, companyGuid)
  const ofTill = sql`FROM shift
    WHERE company_id = ${companyId} AND outlet_name = ${outletName} AND terminal_name = ${terminalName}`
  const isOpen = sql`SELECT id ${ofTill} AND closed_at IS NULL`
  const last = await first(read<{ readonly number: number }>(sql`SELECT coalesce(max(number), 0) AS number ${ofTill}`))
  const number = (last?.number ?? 0) + 1
  const refused = await append([
    one(
      sql`INSERT INTO shift
            (id, company_id, outlet_name, terminal_name, shift_code, number, from_seq, opened_at, opened_by)
          SELECT ${id}, ${companyId}, ${outletName}, ${terminalName}, ${shiftCode}, ${number},
            coalesce((SELECT max(through_seq) ${ofTill} AND shift_code = ${shiftCode} AND closed_at IS NOT NULL),
              ${lastBefore(today)}, 0), ${at}, ${by}
          WHERE NOT EXISTS (${isOpen}) AND NOT EXISTS (SELECT id ${ofTill} AND number >= ${number})`,
      'refused',
    ),
    { act: { at, by, type: 'shift_opened', facts: { id, companyGuid, outletName, terminalName, shiftCode, number } } },
  ])
  if (!refused) return shiftOf(await known(engine, id))
  // If the till has no open shift, another one was opened and closed between reading and writing.
  return (await first(read(isOpen))) ? 'open_already' : open(engine, opening)
}

/** A row of `shift` with the names of its company. */
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

export const shiftRows = sql`SELECT shift.*, company.guid AS company_guid, company.code AS company_code
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

/** The table's CHECK vouches that they are there together. */
const endOf = ({ closed_at: at, closed_by: by, clean, reason, report }: ShiftRow): ShiftEnd | null =>
  at === null || by === null || report === null ? null : { at, by, isClean: clean === 1, reason, report }

/** A till and a code, as cells. */
export const codedCells = (row: ShiftRow) =>
  [row.company_id, row.outlet_name, row.terminal_name, row.shift_code] as const

/** A few weeks of a shop: among these is looked for sales that no shift was opened for. */
const recordsLookedAt = 20_000
