import type { Database } from 'better-sqlite3'
import type { EventCells, OutcomeCells } from '../kept/line.ts'
import { unpacked } from '../kept/packed.ts'
import { hashedColumns, rowHash } from '../kept/row-hash.ts'
import type { RecordRow } from '../kept/rows.ts'
import type { Act } from '../port/port.ts'
import { prepareAttemptCells } from '../records/attempt-cells.ts'
import type { JournalLines } from './journal-lines.ts'
import { prepareSubjects } from './subject.ts'

const pageSize = 1000

/**
 * Makes the lines of a database that is older than its journal: of every act, then of every event. What only the rows
 * as they are now can tell, tells the last event it fits to. Runs inside a transaction.
 */
export function adoptHistory(database: Database, journalLines: JournalLines): void {
  hashRows(database)
  adoptActs(database, journalLines)
  adoptEvents(database, journalLines)
}

function hashRows(database: Database): void {
  const page = database.prepare<[number, number], RecordRow>('SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?')
  const update = database.prepare('UPDATE record SET row_hash = ? WHERE seq = ?')
  for (const row of paged(page, ({ seq }) => seq)) {
    const cells = hashedColumns.map((name) => row[name] ?? null)
    update.run(rowHash(hashedColumns, cells), row.seq)
  }
}

function adoptActs(database: Database, journalLines: JournalLines): void {
  const subjectOf = prepareSubjects(database)
  const page = database.prepare<
    [number, number],
    Omit<Act, 'facts'> & { readonly seq: number; readonly facts: string }
  >('SELECT seq, at, by, type, facts FROM act WHERE seq > ? ORDER BY seq LIMIT ?')
  for (const act of paged(page, ({ seq }) => seq)) {
    const facts = JSON.parse(act.facts) as Act['facts']
    journalLines.act({ ...act, subject: subjectOf({ ...act, facts }) })
  }
}

interface EventRow extends Omit<EventCells, 'line' | 'originals' | 'attempt' | 'outcome' | 'body'> {
  readonly body: Buffer | null
  readonly claim: string | null
}

function adoptEvents(database: Database, journalLines: JournalLines): void {
  const page = database.prepare<[number, number], EventRow>(
    `SELECT event.seq, record_seq, event.version, at, type, by, facts, event.revision, body,
       CASE type WHEN 'received' THEN submitted_day END AS day, json_extract(facts, '$.attemptId') AS claim
     FROM event JOIN record ON record.seq = record_seq WHERE event.seq > ? ORDER BY event.seq LIMIT ?`,
  )
  const attemptOf = prepareAttemptCells(database)
  const outcomeOf = database.prepare<[string], OutcomeCells>('SELECT * FROM attempt_outcome WHERE attempt_id = ?')
  const originalsOf = database
    .prepare<[number], number>('SELECT original_seq FROM reference WHERE note_seq = ? ORDER BY original_seq')
    .pluck()
  const open = new Map<number, string>()
  for (const { claim, ...row } of paged(page, ({ seq }) => seq)) {
    const attempt = claim === null ? null : (attemptOf(claim) ?? null)
    const claimed = open.get(row.record_seq)
    // An attempt ends with the first event behind its claim that is no claim itself.
    const outcome = claimed === undefined || attempt ? null : (outcomeOf.get(claimed) ?? null)
    if (attempt) open.set(row.record_seq, attempt.id)
    else open.delete(row.record_seq)
    const body = row.body && unpacked(row.body)
    const originals = body ? originalsOf.all(row.record_seq) : []
    journalLines.event({ ...row, body, originals: originals.length > 0 ? originals : null, attempt, outcome })
  }
}

function* paged<Row>(page: { all(after: number, limit: number): Row[] }, seqOf: (row: Row) => number): Generator<Row> {
  for (let after = 0; ; ) {
    const rows = page.all(after, pageSize)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = seqOf(last)
  }
}
