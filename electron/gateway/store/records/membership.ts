import type { Database } from 'better-sqlite3'
import type { RecordEvent } from '../../../../shared/domain/event.ts'

/** Keeps who belongs to which consolidated document, with the event that says so: told again, the journal brings it back. */
export function prepareMembership(database: Database): (seq: number, event: RecordEvent) => void {
  const join = database.prepare(
    `INSERT INTO consolidation_member (document_seq, record_seq, state)
     VALUES ((SELECT seq FROM record WHERE sale_guid = ?), ?, 'waiting')`,
  )
  const stand = database.prepare(
    `UPDATE consolidation_member SET state = ? WHERE record_seq = ? AND state <> 'released'`,
  )
  return (seq, event) => {
    if (event.type === 'consolidated') join.run(event.into, seq)
    else if (event.type === 'covered') stand.run('covered', seq)
    else if (event.type === 'uncovered') stand.run('released', seq)
  }
}
