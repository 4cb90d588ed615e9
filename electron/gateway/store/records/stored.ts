import type { CompanyIds } from '../areas/company-ids.ts'
import { type RecordRow, recordOf } from '../kept/rows.ts'
import type { Stored } from '../port/records.ts'

/** A whole row as the record it keeps. */
type StoredOf = (row: RecordRow) => Stored

/** Of rows that nobody doubts. */
export const storedAsWritten =
  (ids: CompanyIds): StoredOf =>
  (row) => ({ seq: row.seq, record: recordOf(row, ids.nameOf(row.company_id)) })
