import type { Database } from 'better-sqlite3'
import { isUnfollowed, waitingTills, waits } from '../kept/consolidation-rows.ts'
import type { RecordRow } from '../kept/rows.ts'
import type { Consolidations, WaitingTill } from '../port/consolidation.ts'
import { storedAsWritten } from '../records/stored.ts'
import type { CompanyIds } from './company-ids.ts'

type Reads = Pick<Consolidations, 'tills' | 'waiting' | 'documentsOf' | 'unfollowed' | 'members'>

/** The reading half of consolidation; every statement is prepared once. */
export function prepareConsolidationReads(database: Database, ids: CompanyIds): Reads {
  const stored = storedAsWritten(ids)
  const tills = database.prepare<[number, number], Omit<WaitingTill, 'companyGuid'>>(
    `SELECT ${waitingTills}
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
  const unfollowed = database.prepare<[number], RecordRow>(
    `SELECT record.* FROM record INDEXED BY record_consolidated_document
     WHERE ${isUnfollowed('record AS member INDEXED BY record_unlinked')} ORDER BY seq LIMIT ?`,
  )
  const members = database.prepare<[number, number, number], RecordRow>(
    `SELECT record.* FROM consolidation_member JOIN record ON record.seq = record_seq
     WHERE document_seq = ? AND record_seq > ? ORDER BY record_seq LIMIT ?`,
  )

  return {
    async tills(companyGuid, issuedBefore) {
      return tills.all(ids.idOf(companyGuid), issuedBefore).map((row) => ({ companyGuid, ...row }))
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

interface WaitingRow {
  readonly company_id: number
  readonly count: number
  readonly oldest: number
}
