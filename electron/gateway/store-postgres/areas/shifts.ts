import type { Day } from '../../../../shared/domain/calendar.ts'
import { type ShiftRow, shiftOf, shiftRows } from '../../store/kept/shift-rows.ts'
import type { Shifts } from '../../store/port/shifts.ts'
import { type Ask, type Cell, first } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { StoredOf } from '../records/stored.ts'
import type { Writer } from '../writer.ts'
import type { ActWriter } from './acts.ts'
import { contentOf, lateCount, uncoveredOf } from './shift-content.ts'

const ofTill = 'company_id = $1 AND outlet_name = $2 AND terminal_name = $3'

interface Context {
  readonly read: Ask
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly stored: StoredOf
  readonly addAct: ActWriter
}

export function prepareShifts(context: Context): Shifts {
  return { ...prepareReads(context), ...prepareWrites(context) }
}

async function known(ask: Ask, id: string): Promise<ShiftRow> {
  const row = await first(ask<ShiftRow>(`${shiftRows} WHERE shift.id = $1`, id))
  if (!row) throw new Error(`there is no shift ${id}`)
  return row
}

function prepareReads({ read, companies, stored }: Context): Omit<Shifts, 'open' | 'close'> {
  return {
    async byId(id) {
      const row = await first(read<ShiftRow>(`${shiftRows} WHERE shift.id = $1`, id))
      return row ? shiftOf(row) : null
    },
    async openOnes(companyGuid) {
      const text = `${shiftRows} WHERE closed_at IS NULL AND ($1::bigint IS NULL OR company_id = $1)
        ORDER BY company_id, outlet_name, terminal_name`
      return (await read<ShiftRow>(text, await companies.idOrNull(companyGuid))).map(shiftOf)
    },
    async closedOnes({ companyGuid, till, before, limit }) {
      const place = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
      const rows = await read<ShiftRow>(
        `${shiftRows} WHERE closed_at IS NOT NULL AND (closed_at, shift.id) < ($1::bigint, $2)
           AND ($3::bigint IS NULL OR company_id = $3) AND ($4::text IS NULL OR outlet_name = $4)
           AND ($5::text IS NULL OR terminal_name = $5) ORDER BY closed_at DESC, shift.id DESC LIMIT $6`,
        place.at,
        place.id,
        await companies.idOrNull(till?.companyGuid ?? companyGuid),
        till?.outletName ?? null,
        till?.terminalName ?? null,
        limit,
      )
      return rows.map(shiftOf)
    },
    uncovered: async (companyGuid, today) => uncoveredOf(read, companyGuid, today),
    documents: async (id) => contentOf({ ask: read, stored }, await known(read, id)),
    lateCount: async (id) => lateCount(read, await known(read, id)),
  }
}

function prepareWrites({ writer, companies, addAct }: Context): Pick<Shifts, 'open' | 'close'> {
  return {
    open: ({ id, companyGuid, outletName, terminalName, shiftCode, at, by, today }) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const till = [await companies.idOf(companyGuid, ask), outletName, terminalName]
        const isOpen = await ask(`SELECT id FROM shift WHERE ${ofTill} AND closed_at IS NULL`, ...till)
        if (isOpen.length > 0) return 'open_already'
        await ask(
          `INSERT INTO shift (id, company_id, outlet_name, terminal_name, shift_code, number, from_seq, opened_at, opened_by)
           VALUES ($4, $1, $2, $3, $5, (SELECT coalesce(max(number), 0) + 1 FROM shift WHERE ${ofTill}), $6, $7, $8)`,
          ...till,
          id,
          shiftCode,
          await beginningOf(ask, [...till, shiftCode], today),
          at,
          by,
        )
        const row = await known(ask, id)
        const { number } = row
        const facts = { id, companyGuid, outletName, terminalName, shiftCode, number }
        await addAct(transaction, { at, by, type: 'shift_opened', facts })
        return shiftOf(row)
      }),
    close: (id, { at, by, isClean, reason, report, throughSeq, code }) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const { count } = await ask(
          `UPDATE shift SET through_seq = $2, closed_at = $3, closed_by = $4, clean = $5, reason = $6, report = $7
           WHERE id = $1 AND closed_at IS NULL`,
          id,
          throughSeq,
          at,
          by,
          Number(isClean),
          reason,
          report,
        )
        if (count === 0) return 'closed_already'
        const shift = shiftOf(await known(ask, id))
        const { number, terminalName, outletName, companyGuid, shiftCode } = shift
        const facts = { id, companyGuid, outletName, terminalName, shiftCode, number, isClean, reason, code }
        await addAct(transaction, { at, by, type: 'shift_closed', facts: { ...facts, throughSeq } })
        return shift
      }),
  }
}

/** After which record a new shift begins. */
async function beginningOf(ask: Ask, coded: readonly Cell[], today: Day): Promise<number> {
  const ended = `SELECT max(through_seq) AS seq FROM shift WHERE ${ofTill} AND shift_code = $4 AND closed_at IS NOT NULL`
  const before = 'SELECT max(seq) AS seq FROM record WHERE submitted_day < $1'
  const [end, day] = await Promise.all([
    first(ask<{ readonly seq: number | null }>(ended, ...coded)),
    first(ask<{ readonly seq: number | null }>(before, today)),
  ])
  return end?.seq ?? day?.seq ?? 0
}
