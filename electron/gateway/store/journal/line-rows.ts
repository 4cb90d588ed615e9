import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Frame, LineRead } from '../kept/frame.ts'
import { lineOf, type OutcomeCells } from '../kept/line.ts'
import { besideIn, frameOfRow, type LineRow, lineRows } from '../kept/line-row.ts'
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
  /** The line made anew from the rows it tells of. @returns null where a row is gone or cannot be read */
  frame(previous: Uint8Array): Frame | null
  /**
   * @param written the line in the journal's files; null where it is not there
   * @returns what keeps the rows from saying what was written; null where they say it
   */
  change(previous: Uint8Array, written: () => LineRead | null): JournalFinding | null
}

const pageSize = 500

/** Reads lines back from the rows of the database, byte for byte as they were written. */
export function prepareLineRows(database: Database): { after(line: number, upTo?: number): Generator<KeptLine> } {
  const rowsAfter = prepareRows(database)
  const keptOf = prepareKeptLine(database)
  return {
    *after(start, upTo = Number.MAX_SAFE_INTEGER) {
      let from = start
      for (;;) {
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
    const isKept = (frame: Frame | null) => frame?.chain.equals(chain) ?? false
    return {
      line,
      chain,
      record,
      eventSeq: row.event_seq,
      actSeq: row.act_seq,
      frame: (previous) => unlessDamaged(() => frameOf(row, previous)),
      change: (previous, written) => {
        if (isKept(unlessDamaged(() => frameOf(row, previous)))) return null
        // Everything else is as it was written: one sale is in doubt, and not what became of any.
        const body = row.body && !unpacked(row.body) ? bodyIn(written()) : null
        if (body && isKept(unlessDamaged(() => frameOf({ ...row, body }, previous))))
          return finding('body_damaged', { record })
        return finding('entry_changed', { line, record })
      },
    }
  }
}

function bodyIn(written: LineRead | null): Uint8Array | null {
  const said = written && lineOf(written)
  return said?.kind === 'event' ? said.body : null
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
  const outcomeOf = database.prepare<[string], OutcomeCells>('SELECT * FROM attempt_outcome WHERE attempt_id = ?')
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
