import type { Database } from 'better-sqlite3'
import type { CompanyIds } from './company-ids.ts'
import type { Consolidations, WaitingTill, WithBody } from './port-consolidation.ts'
import type { Stored } from './port-records.ts'
import { type RecordRow, recordOf } from './rows.ts'

/** What the index `record_waiting` has. */
export const waits = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"
const bodyOf = '(SELECT body FROM event WHERE record_seq = record.seq AND event.revision = record.revision) AS body'

type Reads = Pick<Consolidations, 'tills' | 'receipts' | 'waiting' | 'documentsOf' | 'unfollowed' | 'members'>

/** The reading half of consolidation; every statement is prepared once. */
export function prepareConsolidationReads(database: Database, ids: CompanyIds): Reads {
  const stored = (row: RecordRow): Stored => ({ seq: row.seq, record: recordOf(row, ids.nameOf(row.company_id)) })
  const tills = database.prepare<[number, number], TillRow>(
    `SELECT family, outlet_name, terminal_name, count(*) AS count, min(issued_at) AS oldest
     FROM record INDEXED BY record_waiting WHERE company_id = ? AND ${waits} AND issued_at < ?
     GROUP BY outlet_name, terminal_name, family ORDER BY outlet_name, terminal_name, family`,
  )
  // In the order of the index: any other would sort all that is left, with its bodies, for every page.
  const receipts = database.prepare<unknown[], BodyRow>(
    `SELECT record.*, ${bodyOf} FROM record INDEXED BY record_waiting
     WHERE company_id = ? AND outlet_name = ? AND terminal_name = ? AND family = ? AND ${waits}
       AND (issued_at, seq) > (?, ?) AND issued_at < ? ORDER BY issued_at, seq LIMIT ?`,
  )
  // Of notes on several receipts nobody can say how much is whose; they go by themselves when those are valid.
  const notes = database.prepare<[number], BodyRow>(
    `SELECT record.*, ${bodyOf} FROM reference JOIN record ON record.seq = note_seq
     WHERE original_seq = ? AND phase = 'held' AND attention = 'waits_for_original' AND consolidated_into IS NULL
       AND ever_sent = 0 AND (SELECT count(*) FROM reference other WHERE other.note_seq = record.seq) = 1
     ORDER BY record.seq`,
  )
  const waiting = database.prepare<[], WaitingRow>(
    `SELECT company_id, count(*) AS count, min(issued_at) AS oldest FROM record INDEXED BY record_waiting
     WHERE ${waits} GROUP BY company_id`,
  )
  const documentsOf = database
    .prepare<unknown[], number>(
      `SELECT count(*) FROM record WHERE company_id = ? AND sale_code >= ? AND sale_code < ?
       AND shift_code = 'CONSOLIDATED' AND terminal_name = ? AND outlet_name = ? AND family = ? AND kind = 'invoice'`,
    )
    .pluck()
  const has = (states: string) =>
    `EXISTS (SELECT 1 FROM consolidation_member WHERE document_seq = record.seq AND ${states})`
  const unfollowed = database.prepare<[number], RecordRow>(
    `SELECT record.* FROM record INDEXED BY record_consolidated_document WHERE members > 0 AND (
       (phase = 'valid' AND ${has("state = 'waiting'")}) OR (phase = 'invalid' AND closed = 0) OR
       (phase IN ('invalid', 'cancelled') AND ${has("state <> 'released'")}))
     ORDER BY seq LIMIT ?`,
  )
  const members = database.prepare<[number, number, number], RecordRow>(
    `SELECT record.* FROM consolidation_member JOIN record ON record.seq = record_seq
     WHERE document_seq = ? AND record_seq > ? ORDER BY record_seq LIMIT ?`,
  )
  const withBody = (row: BodyRow): WithBody => ({ ...stored(row), body: row.body })

  return {
    async tills(companyGuid, issuedBefore) {
      return tills.all(ids.idOf(companyGuid), issuedBefore).map(
        (row): WaitingTill => ({
          companyGuid,
          family: row.family,
          outletName: row.outlet_name,
          terminalName: row.terminal_name,
          count: row.count,
          oldestIssuedAt: row.oldest,
        }),
      )
    },
    async receipts({ companyGuid, family, outletName, terminalName, issuedBefore }, after, limit) {
      const till = [ids.idOf(companyGuid), outletName, terminalName, family]
      const place = after ? [after.issuedAt, after.seq] : [Number.MIN_SAFE_INTEGER, 0]
      const rows = receipts.all(...till, ...place, issuedBefore, limit)
      return rows.map((row) => ({ ...withBody(row), notes: notes.all(row.seq).map(withBody) }))
    },
    async waiting() {
      return waiting.all().map((row) => ({
        companyGuid: ids.nameOf(row.company_id).guid,
        count: row.count,
        oldestIssuedAt: row.oldest,
      }))
    },
    async documentsOf({ companyGuid, family, outletName, terminalName }, start) {
      return documentsOf.get(ids.idOf(companyGuid), start, `${start}~`, terminalName, outletName, family) ?? 0
    },
    async unfollowed(limit) {
      return unfollowed.all(limit).map(stored)
    },
    async members(documentSeq, afterSeq, limit) {
      return members.all(documentSeq, afterSeq, limit).map(stored)
    },
  }
}

type BodyRow = RecordRow & { readonly body: Buffer }

interface TillRow {
  readonly family: WaitingTill['family']
  readonly outlet_name: string
  readonly terminal_name: string
  readonly count: number
  readonly oldest: number
}

interface WaitingRow {
  readonly company_id: number
  readonly count: number
  readonly oldest: number
}
