import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { unlessDamaged } from '../damage.ts'
import type { Frame } from './frame.ts'
import { type AttemptCells, actFrame, eventFrame, type OutcomeCells } from './line.ts'

/** A line as the database has it. */
export interface KeptLine {
  readonly line: number
  readonly chain: Buffer
  readonly record: number | null
  readonly eventSeq: number | null
  readonly actSeq: number | null
  /** The line made anew from the rows it tells of. @returns null where a row is gone or cannot be read */
  frame(previous: Uint8Array): Frame | null
}

const pageSize = 500

/** Reads lines back from the rows of the database, byte for byte as they were written. */
export function prepareLineRows(database: Database): { after(line: number, upTo?: number): Generator<KeptLine> } {
  const rowsAfter = prepareRows(database)
  const frameOf = prepareFrames(database)
  return {
    *after(start, upTo = Number.MAX_SAFE_INTEGER) {
      for (let from = start; ; ) {
        const rows = rowsAfter(from, upTo)
        for (const row of rows)
          yield {
            line: row.line,
            chain: row.chain,
            record: row.record_seq,
            eventSeq: row.event_seq,
            actSeq: row.act_seq,
            frame: (previous) => unlessDamaged(() => frameOf(row, previous)),
          }
        const last = rows.at(-1)
        if (!last) return
        from = last.line
      }
    },
  }
}

function prepareRows(database: Database): (from: number, upTo: number) => readonly Row[] {
  const page = database.prepare<[number, number, number], Row>(
    `SELECT journal_line.*, event.record_seq, event.version, event.at AS event_at, event.type AS event_type,
       event.by AS event_by, event.facts AS event_facts, event.revision, event.body,
       act.at AS act_at, act.type AS act_type, act.by AS act_by, act.facts AS act_facts
     FROM journal_line LEFT JOIN event ON event.seq = event_seq LEFT JOIN act ON act.seq = act_seq
     WHERE line > ? AND line <= ? ORDER BY line LIMIT ?`,
  )
  // Without what may stand on pages of its own; a line of which nothing more can be read is one that was changed.
  const named = database.prepare<[number, number, number], Row>(
    `SELECT journal_line.*, event.record_seq, NULL AS event_at, NULL AS act_at
     FROM journal_line LEFT JOIN event ON event.seq = event_seq WHERE line > ? AND line <= ? ORDER BY line LIMIT ?`,
  )
  /** The lines of a page that cannot be read whole, one by one. */
  const apart = (from: number, upTo: number): readonly Row[] =>
    named.all(from, upTo, pageSize).map((row) => unlessDamaged(() => page.get(row.line - 1, row.line, 1)) ?? row)
  return (from, upTo) => unlessDamaged(() => page.all(from, upTo, pageSize)) ?? apart(from, upTo)
}

function prepareFrames(database: Database): (row: Row, previous: Uint8Array) => Frame | null {
  const attempt = database.prepare<[string], AttemptCells>(
    `SELECT id, batch_id, revision, attempt.sha256, document_time, claimed_at, send_deadline, payload.body AS document
     FROM attempt JOIN payload ON payload.sha256 = attempt.sha256 WHERE id = ?`,
  )
  const outcome = database.prepare<[string], OutcomeCells>('SELECT * FROM attempt_outcome WHERE attempt_id = ?')

  return (row, previous) => {
    const { line } = row
    if (row.act_seq !== null) {
      if (row.act_at === null) return null
      const { act_seq: seq, act_at: at, act_type: type, act_by: by, act_facts: facts, beside: subject } = row
      return actFrame(previous, { line, seq, at, type, by, facts, subject })
    }
    if (row.event_at === null) return null
    const beside = JSON.parse(row.beside ?? '{}') as Beside
    const tried = beside.attempt === undefined ? null : attempt.get(beside.attempt)
    const ended = beside.outcome === undefined ? null : outcome.get(beside.outcome)
    if (tried === undefined || ended === undefined) return null
    const {
      event_seq: seq,
      record_seq,
      version,
      event_at: at,
      event_type: type,
      event_by: by,
      event_facts: facts,
    } = row
    const { revision, body } = row
    const { day = null, originals = null } = beside
    const cells = { line, seq, record_seq, version, at, type, by, facts, revision, body, day, originals }
    return eventFrame(previous, { ...cells, attempt: tried, outcome: ended })
  }
}

interface Beside {
  readonly day?: string
  readonly originals?: readonly number[]
  readonly attempt?: string
  readonly outcome?: string
}

/** A line with the one row it tells of; the other's columns are all null. */
interface Row {
  readonly line: number
  readonly event_seq: number
  readonly act_seq: number
  readonly beside: string | null
  readonly chain: Buffer
  readonly record_seq: number
  readonly version: number
  readonly event_at: Instant | null
  readonly event_type: string
  readonly event_by: string | null
  readonly event_facts: string
  readonly revision: number | null
  readonly body: Buffer | null
  readonly act_at: Instant | null
  readonly act_type: string
  readonly act_by: string
  readonly act_facts: string
}
