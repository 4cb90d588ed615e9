import { type EventRow, stateAfter } from '../../store/kept/history-rows.ts'
import { type NamedRow, namedColumns } from '../../store/kept/named-rows.ts'
import { isIntact } from '../../store/kept/row-hash.ts'
import { recordOf } from '../../store/kept/rows.ts'
import { referredTo } from '../../store/kept/status-sql.ts'
import type { ListedRecord, Stored } from '../../store/port/records.ts'
import type { Ask } from '../ask.ts'

/** Whole rows as the records they keep. */
export type StoredOf = (row: NamedRow) => Promise<Stored>

/** Of a row that nobody doubts. */
export const storedAsWritten = (row: NamedRow): Stored => ({
  seq: row.seq,
  record: recordOf(row, { guid: row.company_guid, code: row.company_code }),
})

/** @returns the events of a record as rows, in their order */
export const eventRows = (ask: Ask, record: number) =>
  ask<EventRow>('SELECT seq, version, at, type, by, facts FROM event WHERE record_seq = $1 ORDER BY version', record)

/**
 * Rows as they are read, each proved by its hash: one that somebody or something changed is reported, and what its
 * events say is handed out in its place, as far as they say anything.
 * @param damaged the row of a record is not what was written
 */
export const prepareStored =
  (read: Ask, damaged: (seq: number) => Promise<void>): StoredOf =>
  async (row) => {
    const asWritten = storedAsWritten(row)
    if (isIntact(row)) return asWritten
    await damaged(row.seq)
    const record = stateAfter(await eventRows(read, row.seq))
    if (!record) return asWritten
    return { seq: row.seq, record: { ...record, companyCode: row.company_code } }
  }

export type ListedRow = NamedRow & { readonly referred_to: boolean }

/** A whole row, and whether another refers to it. */
export const listedColumns = `${namedColumns}, ${referredTo('record.seq')} AS referred_to`
export const listed = `SELECT ${listedColumns} FROM record JOIN company ON company.id = record.company_id`

export const shownBy =
  (stored: StoredOf) =>
  async (row: ListedRow): Promise<ListedRecord> => ({
    ...(await stored(row)),
    isReferredTo: row.referred_to,
  })
