import type { Database } from 'better-sqlite3'
import { type Frame, origin } from '../kept/frame.ts'
import { type ActCells, actFrame, type EventCells, eventFrame } from '../kept/line.ts'
import { besideText } from '../kept/line-row.ts'
import { StorageFailure } from '../refusal.ts'

/** The line that follows from every line before it. */
export interface End {
  readonly line: number
  readonly chain: Buffer
}

interface Mark extends End {
  readonly frames: number
}

/**
 * The database's own list of the journal's lines: gives every event and every act of a running transaction its line,
 * and hands the lines on once the transaction is committed.
 */
export class JournalLines {
  readonly #insert
  #end: End
  #committed: End
  #frames: Frame[] = []

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO journal_line (line, event_seq, act_seq, beside, chain) VALUES (?, ?, ?, ?, ?)',
    )
    this.#end = endOf(database)
    this.#committed = this.#end
  }

  /** The last line of the running transaction. */
  get end(): End {
    return this.#end
  }

  /** The event's row and what belongs to it are in the database already. */
  event(cells: Omit<EventCells, 'line'>): void {
    const line = this.#end.line + 1
    const frame = eventFrame(this.#end.chain, { line, ...cells })
    this.#insert.run(line, cells.seq, null, besideText(cells), frame.chain)
    this.#add(line, frame)
  }

  act(cells: Omit<ActCells, 'line'>): void {
    const line = this.#end.line + 1
    const frame = actFrame(this.#end.chain, { line, ...cells })
    this.#insert.run(line, null, cells.seq, cells.subject, frame.chain)
    this.#add(line, frame)
  }

  #add(line: number, frame: Frame): void {
    this.#frames.push(frame)
    this.#end = { line, chain: frame.chain }
  }

  /** Where a savepoint begins. */
  mark(): Mark {
    return { ...this.#end, frames: this.#frames.length }
  }

  /** The savepoint was undone. */
  rewind({ line, chain, frames }: Mark): void {
    this.#end = { line, chain }
    this.#frames.length = frames
  }

  /** The transaction is durable. @returns its lines, for the journal */
  committed(): readonly Frame[] {
    const frames = this.#frames
    this.#frames = []
    this.#committed = this.#end
    return frames
  }

  rolledBack(): void {
    this.#frames = []
    this.#end = this.#committed
  }
}

/** The last line the database knows. */
export function endOf(database: Database): End {
  const last = database
    .prepare<[], { readonly line: number; readonly chain: Buffer }>(
      'SELECT line, chain FROM journal_line ORDER BY line DESC LIMIT 1',
    )
    .get()
  return last ?? { line: 0, chain: origin }
}

/** Of a database that is open for reading. */
export const noJournalLines: Pick<JournalLines, 'event' | 'act' | 'mark' | 'rewind'> = {
  event: () => refuse(),
  act: () => refuse(),
  mark: () => ({ line: 0, chain: origin, frames: 0 }),
  rewind: () => undefined,
}

function refuse(): never {
  throw new StorageFailure('the database is open for reading alone', { trouble: 'read_only' })
}
