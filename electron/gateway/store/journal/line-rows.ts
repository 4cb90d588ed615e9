import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Frame } from '../kept/frame.ts'
import type { OutcomeCells } from '../kept/line.ts'
import { type Beside, besideIn, frameOfRow, type LineRow, lineRows } from '../kept/line-row.ts'
import { unpacked } from '../kept/packed.ts'
import { prepareAttemptCells } from '../records/attempt-cells.ts'
import { unlessDamaged } from '../recovery/damage.ts'

/** A line as the database has it. */
export interface KeptLine {
  readonly line: number
  readonly chain: Buffer
  readonly record: number | null
  readonly eventSeq: number | null
  readonly actSeq: number | null
  readonly hasBody: boolean
  /** What was written together with the line. */
  readonly beside: Beside
  /** The line made again from the rows it tells of. @returns null if a row is gone or cannot be read */
  frame(previous: Uint8Array): Frame | null
  /** @returns what keeps the rows from saying what was written; null if they say it */
  change(previous: Uint8Array): JournalFinding | null
}

const pageSize = 500

/** Reads lines back from the rows of the database. */
export function prepareLineRows(database: Database): { after(line: number, upTo?: number): Generator<KeptLine> } {
  const rowsAfter = prepareRows(database)
  const keptOf = prepareKeptLine(database)
  return {
    *after(start, upTo = Number.MAX_SAFE_INTEGER) {
      for (let from = start; ; ) {
        const rows = rowsAfter(from, upTo)
        yield* rows.map(keptOf)
        const last = rows.at(-1)
        if (!last) return
        from = last.line
      }
    },
  }
}

function prepareKeptLine(database: Database): (row: Row) => KeptLine {
  const frameOf = prepareFrames(database)
  return (row) => {
    const { line, chain, record_seq: record } = row
    const frame = (previous: Uint8Array) => unlessDamaged(() => frameOf(row, previous))
    return {
      line,
      chain,
      record,
      eventSeq: row.event_seq,
      actSeq: row.act_seq,
      hasBody: row.body !== null,
      beside: besideIn(row),
      frame,
      change(previous) {
        if (frame(previous)?.chain.equals(chain)) return null
        // One sale is in doubt, and the lines after it follow from the chain that is kept.
        if (row.body && !unpacked(row.body)) return finding('body_damaged', { record })
        return finding('entry_changed', { line, record })
      },
    }
  }
}

function prepareRows(database: Database): (from: number, upTo: number) => readonly Row[] {
  const page = database.prepare<[number, number, number], Row>(
    `${lineRows} WHERE line > ? AND line <= ? ORDER BY line LIMIT ?`,
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
  const attemptOf = prepareAttemptCells(database)
  const outcomeOf = database.prepare<[string], OutcomeCells>(
    `SELECT attempt_id, at, kind, reason, http_status, correlation_id, answer FROM attempt_outcome WHERE attempt_id = ?`,
  )
  return (row, previous) => {
    const { attempt, outcome } = besideIn(row)
    return frameOfRow(previous, row, {
      body: row.body && (unpacked(row.body) ?? undefined),
      attempt: attempt === undefined ? null : attemptOf(attempt),
      outcome: outcome === undefined ? null : outcomeOf.get(outcome),
    })
  }
}

interface Row extends LineRow {
  readonly chain: Buffer
}
