import type { Database } from 'better-sqlite3'
import type { ShiftDocument } from '../../../../shared/domain/shift-report.ts'
import { paidIn, paidUnreadably } from '../kept/payments.ts'
import type { RecordRow } from '../kept/rows.ts'
import { codedCells, type ShiftRow, shiftRows } from '../kept/shift-rows.ts'
import { isEnded } from '../kept/status-sql.ts'
import type { Shifts } from '../port/shifts.ts'
import type { StoredOf } from '../records/stored.ts'

interface ShiftContentDeps {
  readonly stored: StoredOf
  /** What the till sent of a record is not what was kept. */
  readonly bodyDamaged: (seq: number) => void
}

/** Read without a pause: a few milliseconds. */
const sliceSize = 100

// What was voided is not in the index of business keys.
const ofShift = 'company_id = @company AND outlet_name = @outlet AND terminal_name = @terminal AND shift_code = @code'
const codedSeqs = `SELECT seq FROM record INDEXED BY record_business_key
    WHERE phase <> 'voided' AND ${ofShift} AND seq > @from AND seq <= @through
  UNION ALL SELECT seq FROM record INDEXED BY record_ended
    WHERE ${isEnded} AND phase = 'voided' AND seq > @from AND seq <= @through AND ${ofShift}`

/** The documents of a shift: found by its code, from where the shift began in the order of acceptance. */
export function prepareShiftDocuments(
  database: Database,
  { stored, bodyDamaged }: ShiftContentDeps,
): Shifts['documents'] {
  const byId = database.prepare<[string], ShiftRow>(`${shiftRows} WHERE shift.id = ?`)
  const lastSeq = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM record').pluck()
  const seqs = database.prepare<unknown[], number>(`${codedSeqs} ORDER BY seq`).pluck()
  const content = database.prepare<[number], RecordRow>(
    `SELECT record.*, (SELECT body FROM event WHERE record_seq = record.seq AND event.revision = record.revision) AS body
     FROM record WHERE record.seq = ?`,
  )
  const documentOf = (row: RecordRow): ShiftDocument => {
    const body = row['body'] as unknown as Buffer | null
    const paid = body && paidIn(body)
    if (body && !paid) bodyDamaged(row.seq)
    return { record: stored(row).record, ...(paid ?? paidUnreadably) }
  }
  // Every body is unpacked for it: the questions of others come in between.
  return async (id) => {
    const row = byId.get(id)
    if (!row) throw new Error(`there is no shift ${id}`)
    const [company, outlet, terminal, code] = codedCells(row)
    const through = row.through_seq ?? lastSeq.get() ?? 0
    const documents: ShiftDocument[] = []
    for (const seq of seqs.all({ company, outlet, terminal, code, from: row.from_seq, through })) {
      const kept = content.get(seq)
      if (kept) documents.push(documentOf(kept))
      if (documents.length % sliceSize === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    return { documents, throughSeq: through }
  }
}
