import { isDeepStrictEqual } from 'node:util'
import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { ArchiveLost, type ArchiveRow, archivesOf } from '../archive/archives.ts'
import type { ArchivedLine } from '../kept/archive-block.ts'
import { eventRowOf } from '../kept/archived-rows.ts'
import { type Frame, frameOf as frameSaying, type LineRead } from '../kept/frame.ts'
import { type EventLine, lineOf, type OutcomeCells } from '../kept/line.ts'
import { besideIn, frameOfRow, type LineRow, lineRows } from '../kept/line-row.ts'
import { packed, unpacked } from '../kept/packed.ts'
import { prepareAttemptCells } from '../records/attempt-cells.ts'
import { unlessDamaged } from '../recovery/damage.ts'

/** A line as the database has it. */
export interface KeptLine {
  readonly line: number
  /** Null where only an archive has it that cannot be read. */
  readonly chain: Buffer | null
  readonly record: number | null
  readonly eventSeq: number | null
  readonly actSeq: number | null
  /** Where an archive ends that cannot be read: the last event that it told of. */
  readonly lastEvent?: number
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
  const all = (from: number, upTo: number): readonly KeptLine[] => {
    const rows = rowsAfter(from, upTo)
    const last = rows.at(-1)
    return last && rows.length === pageSize ? [...rows.map(keptOf), ...all(last.line, upTo)] : rows.map(keptOf)
  }
  const archived = prepareArchivedLines(database, all)
  return {
    *after(start, upTo = Number.MAX_SAFE_INTEGER) {
      let from = start
      for (const kept of archived(start, upTo)) {
        yield kept
        from = kept.line
      }
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

type LiveLines = (from: number, upTo: number) => readonly KeptLine[]

/**
 * The lines that archives have, each from the row that still has it or else from there: of records that go on nothing
 * is taken away.
 */
function prepareArchivedLines(
  database: Database,
  live: LiveLines,
): (after: number, upTo: number) => Generator<KeptLine> {
  const archives = archivesOf(database)
  const event = database.prepare<[number], LastEvent>(
    'SELECT record_seq AS record, version, at, type, by, facts FROM event WHERE seq = ?',
  )
  const fromArchive = (archivedLine: ArchivedLine): KeptLine => {
    const { line, chain, previous } = archivedLine
    const said = lineOf(archivedLine)
    const record = said.kind === 'event' ? said.record : null
    return {
      line,
      chain,
      record,
      eventSeq: said.kind === 'event' ? said.seq : null,
      actSeq: said.kind === 'act' ? said.seq : null,
      frame: (before) => (previous.equals(before) ? frameAgain(archivedLine) : null),
      change: (before) => {
        const row = said.kind === 'event' ? event.get(said.seq) : undefined
        const isSame = !row || said.kind !== 'event' || isDeepStrictEqual(row, lastEventOf(said))
        return isSame && previous.equals(before) ? null : finding('entry_changed', { line, record })
      },
    }
  }
  return function* (after, upTo) {
    for (let from = after + 1; from <= upTo; ) {
      const block = archives.from(from)
      if (!block) return
      const { row, lines } = block
      const isLost = lines instanceof ArchiveLost
      const end = Math.min(upTo, isLost ? Math.min(row.last_line, from + pageSize - 1) : (lines.at(-1)?.line ?? upTo))
      const rows = new Map(live(from - 1, end).map((each) => [each.line, each]))
      for (let line = from; line <= end; line += 1) {
        const here = rows.get(line)
        if (isLost) {
          const isEnd = line === row.last_line
          const chain = isEnd ? row.chain_after : (here?.chain ?? null)
          yield {
            ...lostLine(line, chain, { row, lost: lines }),
            actSeq: here?.actSeq ?? null,
            ...(isEnd && { lastEvent: row.last_event }),
          }
        } else if (here) yield here
        else {
          const archivedLine = lines[line - from]
          if (archivedLine) yield fromArchive(archivedLine)
        }
      }
      from = end + 1
    }
  }
}

/** The row that stays of an archived record. */
type LastEvent = Pick<EventLine, 'record' | 'version' | 'at' | 'by'> & { readonly type: string; readonly facts: string }

function lastEventOf(line: EventLine): LastEvent {
  const { version, at, type, by, facts } = eventRowOf(line)
  return { record: line.record, version, at, type, by, facts }
}

function frameAgain({ previous, head, rest }: ArchivedLine): Frame {
  return frameSaying(previous, head, rest.length === 0 ? null : packed(rest, 'document'))
}

interface Lost {
  readonly row: Pick<ArchiveRow, 'first_line' | 'chain_before'>
  readonly lost: ArchiveLost
}

const lostLine = (line: number, chain: Buffer | null, { row, lost }: Lost): KeptLine => ({
  line,
  chain,
  record: null,
  eventSeq: null,
  actSeq: null,
  frame: () => null,
  change: (previous) => {
    const [told] = lost.findings
    const isAmiss = line === row.first_line && !row.chain_before.equals(previous)
    return told ?? (isAmiss ? finding('entry_changed', { line }) : null)
  },
})

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
