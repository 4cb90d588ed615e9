import type { Database } from 'better-sqlite3'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import type { CompanyIds } from '../company-ids.ts'
import { type EventRow, eventOf } from '../history-rows.ts'
import type { KeptEvent } from '../port-records.ts'
import { hashedColumns, rowHash } from '../row-hash.ts'
import { cellsOf, fixedColumns, livingColumns } from '../rows.ts'

interface RepairParts {
  readonly database: Database
  readonly ids: CompanyIds
}

/** @returns what its events make of a record; null where they make none */
export function prepareHistory(database: Database): (record: number) => RecordState | null {
  const events = database.prepare<[number], EventRow>(
    'SELECT seq, version, at, type, by, facts FROM event WHERE record_seq = ? ORDER BY version',
  )
  return (record) => {
    try {
      return stateAfter(events.all(record).map(eventOf))
    } catch {
      // Events that somebody changed may say what the domain refuses, or nothing at all.
      return null
    }
  }
}

function stateAfter(history: readonly KeptEvent[]): RecordState | null {
  let state: RecordState | null = null
  for (const { event, version } of history) {
    if (event.type === 'received') state = receive(event)
    else if (state) state = evolve(state, event)
    if (state?.version !== version) return null
  }
  return state
}

/** Makes the row of a record anew from its events, whatever it was changed into. Runs inside a transaction. */
export function prepareRepair({ database, ids }: RepairParts): (record: number) => void {
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
  return (seq) => {
    const record = historyOf(seq)
    if (!record) throw new Error(`the events of record ${seq} make no record`)
    const sql = guardSql.get()
    // A row that was made to look voided never was.
    database.exec('DROP TRIGGER IF EXISTS record_ends_for_ever')
    const cells = [ids.idOf(record.companyGuid), ...cellsOf(fixedColumns, record), ...cellsOf(livingColumns, record)]
    update.run(rowHash(hashedColumns, cells), ...cells, seq)
    copyTime.run(seq)
    if (sql !== undefined) database.exec(sql)
  }
}
