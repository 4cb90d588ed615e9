import type { Database } from 'better-sqlite3'
import type { GroupCommit } from '../group-commit.ts'
import { type ShiftRow, shiftOf, shiftRows } from '../kept/shift-rows.ts'
import type { ClosedQuery, Shifts } from '../port/shifts.ts'
import type { ActWriter } from './acts.ts'
import type { CompanyIds } from './company-ids.ts'
import { prepareShiftContent, type ShiftContentDeps } from './shift-content.ts'

const ofTill = 'company_id = ? AND outlet_name = ? AND terminal_name = ?'

export function prepareShifts(
  database: Database,
  commit: GroupCommit,
  { addAct, ...reading }: ShiftContentDeps & { readonly addAct: ActWriter },
): Shifts {
  const { ids } = reading
  const byId = database.prepare<[string], ShiftRow>(`${shiftRows} WHERE shift.id = ?`)
  const openOf = database.prepare<unknown[], object>(`SELECT 1 FROM shift WHERE ${ofTill} AND closed_at IS NULL`)
  const openOnes = database.prepare<unknown[], ShiftRow>(
    `${shiftRows} WHERE closed_at IS NULL AND (? IS NULL OR company_id = ?)
     ORDER BY company_id, outlet_name, terminal_name`,
  )
  const closedOnes = database.prepare<unknown[], ShiftRow>(
    `${shiftRows} WHERE closed_at IS NOT NULL AND (closed_at, shift.id) < (?, ?) AND (? IS NULL OR company_id = ?)
       AND (? IS NULL OR outlet_name = ?) AND (? IS NULL OR terminal_name = ?)
     ORDER BY closed_at DESC, shift.id DESC LIMIT ?`,
  )
  const lastNumber = database
    .prepare<unknown[], number>(`SELECT coalesce(max(number), 0) FROM shift WHERE ${ofTill}`)
    .pluck()
  const insert = database.prepare(
    `INSERT INTO shift (id, company_id, outlet_name, terminal_name, shift_code, number, from_seq, opened_at, opened_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const close = database.prepare(
    `UPDATE shift SET through_seq = ?, closed_at = ?, closed_by = ?, clean = ?, reason = ?, report = ?
     WHERE id = ? AND closed_at IS NULL`,
  )
  const content = prepareShiftContent(database, reading)
  const known = (id: string): ShiftRow => {
    const row = byId.get(id)
    if (!row) throw new Error(`there is no shift ${id}`)
    return row
  }

  return {
    open({ id, companyGuid, outletName, terminalName, shiftCode, at, by, today }) {
      return commit.write(() => {
        const till = [ids.idOf(companyGuid), outletName, terminalName]
        if (openOf.get(...till)) return 'open_already'
        const number = (lastNumber.get(...till) ?? 0) + 1
        const fromSeq = content.beginningOf({ till, shiftCode, today })
        insert.run(id, ...till, shiftCode, number, fromSeq, at, by)
        addAct({
          at,
          by,
          type: 'shift_opened',
          facts: { id, companyGuid, outletName, terminalName, shiftCode, number },
        })
        return shiftOf(known(id))
      })
    },
    async byId(id) {
      const row = byId.get(id)
      return row ? shiftOf(row) : null
    },
    async openOnes(companyGuid) {
      const companyId = companyGuid === null ? null : ids.idOf(companyGuid)
      return openOnes.all(companyId, companyId).map(shiftOf)
    },
    async closedOnes(query) {
      return closedOnes.all(...closedCells(query, ids)).map(shiftOf)
    },
    uncovered: async (companyGuid, today) => content.uncovered(companyGuid, today),
    async documents(id) {
      const row = known(id)
      return content.documents(row, row.from_seq, row.through_seq)
    },
    async lateCount(id) {
      const row = known(id)
      return row.through_seq === null ? 0 : content.lateCount(row, row.through_seq)
    },
    close(id, { at, by, isClean, reason, report, throughSeq, code }) {
      return commit.write(() => {
        const { changes } = close.run(throughSeq, at, by, Number(isClean), reason, report, id)
        if (changes === 0) return 'closed_already'
        const { number, terminalName, outletName, companyGuid, shiftCode } = shiftOf(known(id))
        const facts = { id, companyGuid, outletName, terminalName, shiftCode, number, isClean, reason, code }
        addAct({ at, by, type: 'shift_closed', facts: { ...facts, throughSeq } })
        return shiftOf(known(id))
      })
    },
  }
}

function closedCells({ companyGuid, till, before, limit }: ClosedQuery, ids: CompanyIds): readonly unknown[] {
  const guid = till?.companyGuid ?? companyGuid
  const companyId = guid === null ? null : ids.idOf(guid)
  const [outlet, terminal] = [till?.outletName ?? null, till?.terminalName ?? null]
  const place = before ?? { at: Number.MAX_SAFE_INTEGER, id: '' }
  return [place.at, place.id, companyId, companyId, outlet, outlet, terminal, terminal, limit]
}
