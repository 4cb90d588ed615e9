import { type EventRow, stateAfter } from '../kept/history.ts'
import { isIntact, type NamedRow, recordOf } from '../kept/rows.ts'
import type { Stored, Update } from '../port/records.ts'
import { type Engine, sql } from '../sql.ts'

/** A whole row as the record it keeps. */
export type StoredOf = (row: NamedRow) => Promise<Stored>

/** Of a row whose hash is right. */
export const storedAsWritten = (row: NamedRow): Stored => ({
  seq: row.seq,
  record: recordOf(row, { guid: row.company_guid, code: row.company_code }),
})

/** The events of a record in their order. */
export const eventsOf = (seq: number) =>
  sql`SELECT seq, version, at, type, by, facts FROM event WHERE record_seq = ${seq} ORDER BY version`

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
