import { endingOf, hasEnding } from '../../../../shared/domain/shift-report.ts'
import type { Shifts, StoredShiftDocument } from '../port/shifts.ts'
import { type EventRow, eventOf } from '../rows/event-row.ts'
import { columnsWithCompany, type RowWithCompany } from '../rows/record-row.ts'
import { type Engine, firstRow, numbersIn, readValue, sql } from '../sql.ts'
import { recordsWithCompany } from './record-rows.ts'
import type { RecordDeps } from './records.ts'
import { type ShiftRow, selectShifts, seqsOf } from './shifts.ts'
import { newestBodySql, selectEvents } from './stored-of.ts'

/** Read without a pause: a few milliseconds. */
const sliceSize = 100

type ContentRow = RowWithCompany & { readonly body: Uint8Array | null }

/** The documents of a shift: those with its code, from its beginning on. */
export function shiftDocuments(
  { read, dialect, unpacked }: Engine,
  { stored, bodyDamaged }: RecordDeps,
): Shifts['documents'] {
  const documentOf = async (row: ContentRow): Promise<StoredShiftDocument> => {
    const body = row.body && unpacked(row.body)
    if (row.body && !body) bodyDamaged(row.seq)
    const { record } = await stored(row)
    const events = hasEnding(record) ? await read<EventRow>(selectEvents(row.seq)) : []
    return { record, body, ending: endingOf(record, events.map(eventOf)) }
  }
  const columns = `${columnsWithCompany}, ${newestBodySql.text} AS body`
  const slice = (seqs: readonly number[]) =>
    read<ContentRow>(
      sql`${recordsWithCompany(dialect, sql`record`, columns)}
          WHERE record.seq IN ${numbersIn(dialect, seqs)}
          ORDER BY record.seq`,
    )
  return async (id) => {
    const shift = await firstRow(read<ShiftRow>(sql`${selectShifts} WHERE shift.id = ${id}`))
    if (!shift) throw new Error(`there is no shift ${id}`)
    const last = await readValue<number>({ read }, sql`SELECT max(seq) AS value FROM record`)
    const throughSeq = shift.throughSeq ?? last ?? 0
    const ofShift = sql`seq > ${shift.fromSeq} AND seq <= ${throughSeq}`
    const found = await read<{ readonly seq: number }>(sql`${seqsOf(shift, dialect, ofShift)} ORDER BY seq`)
    const documents: StoredShiftDocument[] = []
    for (let at = 0; at < found.length; at += sliceSize) {
      const rows = await slice(found.slice(at, at + sliceSize).map(({ seq }) => seq))
      documents.push(...(await Promise.all(rows.map(documentOf))))
      // Other questions may run in between.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { documents, throughSeq }
  }
}
