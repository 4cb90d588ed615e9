import type { Database } from 'better-sqlite3'
import type { Day } from '../../../../shared/domain/calendar.ts'
import { consolidatedShiftCode } from '../../../../shared/domain/shift.ts'
import type { ShiftDocument } from '../../../../shared/domain/shift-report.ts'
import { paidIn, paidUnreadably } from '../kept/payments.ts'
import type { RecordRow } from '../kept/rows.ts'
import { codedCells, recordsLookedAt, type ShiftRow } from '../kept/shift-rows.ts'
import { isEnded } from '../kept/status-sql.ts'
import type { ShiftContent, Uncovered } from '../port/shifts.ts'
import type { StoredOf } from '../records/stored.ts'
import type { CompanyIds } from './company-ids.ts'

export interface ShiftContentDeps {
  readonly ids: CompanyIds
  readonly stored: StoredOf
  /** What the till sent of a record is not what was kept. */
  readonly bodyDamaged: (seq: number) => void
}

type UncoveredRow = Omit<Uncovered, 'companyGuid' | 'companyCode'>

/** Read without a pause: a few milliseconds. */
const sliceSize = 100

const coded = 'company_id = ? AND outlet_name = ? AND terminal_name = ? AND shift_code = ?'
// What was voided is not in the index of business keys.
const ofShift = 'company_id = @company AND outlet_name = @outlet AND terminal_name = @terminal AND shift_code = @code'
const codedSeqs = `SELECT seq FROM record INDEXED BY record_business_key
    WHERE phase <> 'voided' AND ${ofShift} AND seq > @from AND seq <= @through
  UNION ALL SELECT seq FROM record INDEXED BY record_ended
    WHERE ${isEnded} AND phase = 'voided' AND seq > @from AND seq <= @through AND ${ofShift}`

const within = (row: ShiftRow, from: number, through: number) => {
  const [company, outlet, terminal, code] = codedCells(row)
  return { company, outlet, terminal, code, from, through }
}

/** Which records belong to which shift: found by its code, from where the shift began in the order of acceptance. */
export function prepareShiftContent(database: Database, { ids, stored, bodyDamaged }: ShiftContentDeps) {
  const lastSeq = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM record').pluck()
  const endedAt = database
    .prepare<unknown[], number | null>(`SELECT max(through_seq) FROM shift WHERE ${coded} AND closed_at IS NOT NULL`)
    .pluck()
  // Days follow the order of acceptance, so the first one met from the end is the last one.
  const before = database
    .prepare<[Day], number>('SELECT seq FROM record WHERE submitted_day < ? ORDER BY seq DESC LIMIT 1')
    .pluck()
  const seqs = database.prepare<unknown[], number>(`${codedSeqs} ORDER BY seq`).pluck()
  const content = database.prepare<[number], RecordRow>(
    `SELECT record.*, (SELECT body FROM event WHERE record_seq = record.seq AND event.revision = record.revision) AS body
     FROM record WHERE record.seq = ?`,
  )
  const count = database.prepare<unknown[], number>(`SELECT count(*) FROM (${codedSeqs})`).pluck()
  const uncovered = database.prepare<unknown[], UncoveredRow>(
    `WITH newest AS (
       SELECT issued_at, seq, company_id, outlet_name, terminal_name, shift_code FROM record INDEXED BY record_list
       WHERE company_id = ? AND shift_code <> '${consolidatedShiftCode}' ORDER BY issued_at DESC, seq DESC LIMIT ${recordsLookedAt}
     ), ended AS (
       SELECT outlet_name, terminal_name, shift_code, max(through_seq) AS through_seq,
         min(CASE WHEN closed_at IS NULL THEN from_seq END) AS open_from
       FROM shift WHERE company_id = ? GROUP BY outlet_name, terminal_name, shift_code
     ), loose AS (
       SELECT newest.*, count(*) AS count, max(issued_at) AS newest_at, max(seq) AS last_seq FROM newest
       LEFT JOIN ended USING (outlet_name, terminal_name, shift_code)
       WHERE seq > coalesce(through_seq, ?) AND open_from IS NULL
       GROUP BY outlet_name, terminal_name, shift_code
     )
     SELECT outlet_name AS outletName, terminal_name AS terminalName, shift_code AS shiftCode, count,
       newest_at AS newestAt
     FROM loose ORDER BY newest_at DESC, last_seq DESC`,
  )
  const documentOf = (row: RecordRow): ShiftDocument => {
    const body = row['body'] as unknown as Buffer | null
    const paid = body && paidIn(body)
    if (body && !paid) bodyDamaged(row.seq)
    return { record: stored(row).record, ...(paid ?? paidUnreadably) }
  }

  return {
    /** After which record a new shift begins. */
    beginningOf({ till, shiftCode, today }: { till: readonly unknown[]; shiftCode: string; today: Day }): number {
      return endedAt.get(...till, shiftCode) ?? before.get(today) ?? 0
    },
    /** Every body is unpacked for it: everybody else's questions come in between. */
    async documents(row: ShiftRow, fromSeq: number, throughSeq: number | null): Promise<ShiftContent> {
      const through = throughSeq ?? lastSeq.get() ?? 0
      const documents: ShiftDocument[] = []
      for (const seq of seqs.all(within(row, fromSeq, through))) {
        const kept = content.get(seq)
        if (kept) documents.push(documentOf(kept))
        if (documents.length % sliceSize === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      return { documents, throughSeq: through }
    },
    lateCount(row: ShiftRow, throughSeq: number): number {
      const ended = endedAt.get(...codedCells(row)) ?? throughSeq
      return count.get(within(row, ended, Number.MAX_SAFE_INTEGER)) ?? 0
    },
    uncovered(companyGuid: string, today: Day): readonly Uncovered[] {
      const { id, code } = ids.find(companyGuid) ?? { id: -1, code: '' }
      const rows = uncovered.all(id, id, before.get(today) ?? 0)
      return rows.map((row) => ({ companyGuid, companyCode: code, ...row }))
    },
  }
}
