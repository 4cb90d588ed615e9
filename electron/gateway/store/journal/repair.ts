import type { Database } from 'better-sqlite3'
import { isRepairable } from '../../../../shared/domain/journal-finding.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import { type EventRow, stateAfter } from '../kept/history-rows.ts'
import { ofRecord } from '../kept/record-proof.ts'
import { hashedColumns, rowHash } from '../kept/row-hash.ts'
import { cellsOf, fixedColumns, livingColumns, type RecordRow } from '../kept/rows.ts'
import { stepSize } from '../kept/tally.ts'

interface RepairDeps {
  readonly database: Database
  readonly ids: CompanyIds
}

/** @returns what its events make of a record; null if they make none */
export function prepareHistory(database: Database): (record: number) => RecordState | null {
  const events = database.prepare<[number], EventRow>(
    'SELECT seq, version, at, type, by, facts FROM event WHERE record_seq = ? ORDER BY version',
  )
  return (record) => stateAfter(events.all(record))
}

/** Makes the rows of records again from their events. Runs inside a transaction. */
export function prepareRepair({ database, ids }: RepairDeps): (records: Iterable<number>) => void {
  const historyOf = prepareHistory(database)
  const update = database.prepare(
    `UPDATE record SET row_hash = ?, ${hashedColumns.map((name) => `${name} = ?`).join(', ')} WHERE seq = ?`,
  )
  const copyTime = database.prepare(
    `UPDATE record SET document_time = (SELECT attempt.document_time FROM attempt WHERE attempt.id = attempt_id)
     WHERE seq = ? AND document_time IS NULL AND first_sent_at IS NOT NULL`,
  )
  const guard = "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'record_ends_for_ever'"
  const guardSql = database.prepare<[], string>(guard).pluck()
  const repair = (seq: number) => {
    const record = historyOf(seq)
    if (!record) throw new Error(`the events of record ${seq} make no record`)
    const cells = [ids.idOf(record.companyGuid), ...cellsOf(fixedColumns, record), ...cellsOf(livingColumns, record)]
    update.run(rowHash(hashedColumns, cells), ...cells, seq)
    copyTime.run(seq)
  }
  return (records) => {
    const sql = guardSql.get()
    // A row that was changed to look voided was not voided.
    database.exec('DROP TRIGGER IF EXISTS record_ends_for_ever')
    for (const seq of records) repair(seq)
    if (sql !== undefined) database.exec(sql)
  }
}

/** @returns the records whose rows are not what their events make of them; other questions come in between */
export async function recordsToRepair(database: Database): Promise<readonly number[]> {
  const page = database.prepare<[number, number], RecordRow>('SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?')
  const historyOf = prepareHistory(database)
  const found: number[] = []
  for (let after = 0; ; ) {
    const rows = page.all(after, stepSize)
    for (const row of rows) if (ofRecord(row, historyOf(row.seq)).some(isRepairable)) found.push(row.seq)
    const last = rows.at(-1)
    if (!last) return found
    after = last.seq
    await new Promise((resolve) => setImmediate(resolve))
  }
}
