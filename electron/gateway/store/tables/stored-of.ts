import type { StoredRecord, Update } from '../port/records.ts'
import { type EventRow, replayEventRows } from '../rows/event-row.ts'
import { isIntact, type RowWithCompany, recordOf } from '../rows/record-row.ts'
import { type Engine, raw, type Statement, sql } from '../sql.ts'

export type RecordReader = (row: RowWithCompany) => Promise<StoredRecord>

/** For a row whose hash is right. */
export const uncheckedRecord = (row: RowWithCompany): StoredRecord => ({
  seq: row.seq,
  record: recordOf(row, { guid: row.company_guid, code: row.company_code }),
})

/** The first event is not in the index, so that a new sale writes to one tree less. */
const isOf = (seq: Statement, first: Statement) =>
  sql`((event.seq = ${first} AND event.record_seq = ${seq}) OR (event.record_seq = ${seq} AND event.version > 1))`

/** Not sorted. */
export const recordEventsSql = (seq: number): Statement =>
  sql`event WHERE ${isOf(sql`${seq}`, sql`(SELECT first_event FROM record WHERE record.seq = ${seq})`)}`

/** A part of a query over records. */
export const newestBodySql = sql`(SELECT body FROM event
  WHERE ${isOf(raw('record.seq'), raw('record.first_event'))} AND event.revision = record.revision)`

export const selectEvents = (seq: number) =>
  sql`SELECT seq, version, at, type, by, facts FROM ${recordEventsSql(seq)} ORDER BY version`

/**
 * Checks the row's hash. A changed row is reported, and the record is rebuilt from its events.
 * @param damaged called for a changed row
 */
export const makeCheckedRecordReader =
  ({ read, isDamage }: Pick<Engine, 'read' | 'isDamage'>, damaged: (seq: number) => void): RecordReader =>
  async (row) => {
    const asWritten = uncheckedRecord(row)
    if (isIntact(row)) return asWritten
    damaged(row.seq)
    const record = replayEventRows(await read<EventRow>(selectEvents(row.seq)).catch(emptyIfDamage(isDamage)))
    return record ? { seq: row.seq, record: { ...record, companyCode: row.company_code } } : asWritten
  }

export const recordsReader =
  ({ read }: Pick<Engine, 'read'>, stored: RecordReader) =>
  async (statement: Statement): Promise<readonly StoredRecord[]> =>
    Promise.all((await read<RowWithCompany>(statement)).map(stored))

/** If the page cannot be read. */
export const emptyIfDamage =
  (isDamage: Engine['isDamage']) =>
  (cause: unknown): readonly never[] => {
    if (isDamage(cause)) return []
    throw cause
  }

export const makeUpdate = (was: StoredRecord, event: Update['event']): Update => ({
  kind: 'update',
  was,
  event,
  by: null,
})
