import type { Database } from 'better-sqlite3'
import type { CompanyIds } from './company-ids.ts'
import type { Consolidations, WaitingTill } from './port-consolidation.ts'
import type { Stored } from './port-records.ts'
import { type RecordRow, recordOf } from './rows.ts'

/** What the index `record_waiting` has. */
export const waits = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"

type Reads = Pick<Consolidations, 'tills' | 'waiting' | 'documentsOf' | 'unfollowed' | 'members'>

/** The reading half of consolidation; every statement is prepared once. */
export function prepareConsolidationReads(database: Database, ids: CompanyIds): Reads {
  const stored = (row: RecordRow): Stored => ({ seq: row.seq, record: recordOf(row, ids.nameOf(row.company_id)) })
  const tills = database.prepare<[number, number], TillRow>(
    `SELECT family, outlet_name, terminal_name, count(*) AS count, min(issued_at) AS oldest
     FROM record INDEXED BY record_waiting WHERE company_id = ? AND ${waits} AND issued_at < ?
     GROUP BY outlet_name, terminal_name, family ORDER BY outlet_name, terminal_name, family`,
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
  const hasUnlinked = `EXISTS (SELECT 1 FROM record AS member INDEXED BY record_unlinked
    WHERE member.phase = 'valid' AND member.long_id = '' AND member.consolidated_into = record.sale_guid)`
  const unfollowed = database.prepare<[number], RecordRow>(
    `SELECT record.* FROM record INDEXED BY record_consolidated_document WHERE members > 0 AND (
       (phase = 'valid' AND (${has("state = 'waiting'")} OR (long_id <> '' AND ${hasUnlinked}))) OR (phase = 'invalid' AND closed = 0) OR
       (phase IN ('invalid', 'cancelled') AND ${has("state <> 'released'")}))
     ORDER BY seq LIMIT ?`,
  )
  const members = database.prepare<[number, number, number], RecordRow>(
    `SELECT record.* FROM consolidation_member JOIN record ON record.seq = record_seq
     WHERE document_seq = ? AND record_seq > ? ORDER BY record_seq LIMIT ?`,
  )

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
