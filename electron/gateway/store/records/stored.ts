import type { Database } from 'better-sqlite3'
import type { CompanyIds } from '../areas/company-ids.ts'
import { prepareHistory } from '../journal/repair.ts'
import { isIntact } from '../kept/row-hash.ts'
import { type RecordRow, recordOf } from '../kept/rows.ts'
import type { Stored } from '../port/records.ts'
import { unlessDamaged } from '../recovery/damage.ts'

/** A whole row as the record it keeps. */
export type StoredOf = (row: RecordRow) => Stored

/** Of rows that nobody doubts. */
export const storedAsWritten =
  (ids: CompanyIds): StoredOf =>
  (row) => ({ seq: row.seq, record: recordOf(row, ids.nameOf(row.company_id)) })

/**
 * Rows as they are read, each proved by its hash: one that somebody or something changed is reported, and what its
 * events say is handed out in its place, as far as they say anything.
 * @param damaged the row of a record is not what was written
 */
export function prepareStored(database: Database, ids: CompanyIds, damaged: (seq: number) => void): StoredOf {
  const historyOf = prepareHistory(database)
  const asWritten = storedAsWritten(ids)
  return (row) => {
    if (isIntact(row)) return asWritten(row)
    damaged(row.seq)
    const record = unlessDamaged(() => historyOf(row.seq))
    return record ? { seq: row.seq, record } : asWritten(row)
  }
}
