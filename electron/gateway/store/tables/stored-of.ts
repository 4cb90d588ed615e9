import { type EventRow, stateAfter } from '../kept/history.ts'
import { isIntact, type NamedRow, recordOf } from '../kept/rows.ts'
import type { Stored, Update } from '../port/records.ts'
import { type Engine, raw, type Statement, sql } from '../sql.ts'

/** A whole row as the record it keeps. */
export type StoredOf = (row: NamedRow) => Promise<Stored>

/** Of a row whose hash is right. */
export const storedAsWritten = (row: NamedRow): Stored => ({
  seq: row.seq,
  record: recordOf(row, { guid: row.company_guid, code: row.company_code }),
})

/**
 * Tells the events of a record from all others; its first one is not in the index, so that a new sale writes into a tree less.
 * @param seq,first_event of the record
 */
const isOf = (seq: Statement, first: Statement) =>
  sql`((event.seq = ${first} AND event.record_seq = ${seq}) OR (event.record_seq = ${seq} AND event.version > 1))`

/** The events of a record, to be put in order. */
export const eventsIn = (seq: number): Statement =>
  sql`event WHERE ${isOf(sql`${seq}`, sql`(SELECT first_event FROM record WHERE record.seq = ${seq})`)}`

/** What the till sent last of a record that the query around it reads. */
export const newestBody = sql`(SELECT body FROM event
  WHERE ${isOf(raw('record.seq'), raw('record.first_event'))} AND event.revision = record.revision)`

/** The events of a record in their order. */
export const eventsOf = (seq: number) =>
  sql`SELECT seq, version, at, type, by, facts FROM ${eventsIn(seq)} ORDER BY version`

/**
 * Each row is proved by its hash. One that was changed from outside is reported, and what its events say is handed out
 * in its place, as far as they say anything.
 * @param damaged the row of a record is not what was written
 */
export const storedOf =
  ({ read, isDamage }: Pick<Engine, 'read' | 'isDamage'>, damaged: (seq: number) => unknown): StoredOf =>
  async (row) => {
    const asWritten = storedAsWritten(row)
    if (isIntact(row)) return asWritten
    await damaged(row.seq)
    const events = await read<EventRow>(eventsOf(row.seq)).catch(noneIf(isDamage))
    const record = stateAfter(events)
    return record ? { seq: row.seq, record: { ...record, companyCode: row.company_code } } : asWritten
  }

/** For a read of what may stand on a page that cannot be read. */
export const noneIf =
  (isDamage: Engine['isDamage']) =>
  (cause: unknown): readonly never[] => {
    if (isDamage(cause)) return []
    throw cause
  }

export const updateOf = (was: Stored, event: Update['event']): Update => ({ kind: 'update', was, event, by: null })
