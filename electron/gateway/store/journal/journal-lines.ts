import type { Database } from 'better-sqlite3'
import { origin } from '../kept/frame.ts'
import { type ActCells, actFrame, type EventCells, eventFrame } from '../kept/line.ts'
import { besideText } from '../kept/line-row.ts'
import { StorageFailure } from '../refusal.ts'

/** The line that follows from every line before it. */
export interface End {
  readonly line: number
  readonly chain: Buffer
}

/** Gives every event and every act of a running transaction its line, chained to the line before. */
export class JournalLines {
  readonly #insert
  #end: End
  #durable: End

  constructor(database: Database) {
    this.#insert = database.prepare(
      'INSERT INTO journal_line (line, event_seq, act_seq, beside, chain) VALUES (?, ?, ?, ?, ?)',
    )
    this.#end = endOf(database)
    this.#durable = this.#end
  }

  /** The last line of the running transaction. */
  get end(): End {
    return this.#end
  }

  /** The last line that a power cut cannot take. */
  get durable(): End {
    return this.#durable
  }

  /** The event's row and what belongs to it are in the database already. */
  event(cells: Omit<EventCells, 'line'>): void {
    const line = this.#end.line + 1
    const { chain } = eventFrame(this.#end.chain, { line, ...cells })
    this.#insert.run(line, cells.seq, null, besideText(cells), chain)
    this.#end = { line, chain }
  }

  act(cells: Omit<ActCells, 'line'>): void {
    const line = this.#end.line + 1
    const { chain } = actFrame(this.#end.chain, { line, ...cells })
    this.#insert.run(line, null, cells.seq, cells.subject, chain)
    this.#end = { line, chain }
  }

  /** The savepoint that began at this end was undone. */
  rewind(end: End): void {
    this.#end = end
  }

  /** The transaction is durable. */
  committed(): void {
    this.#durable = this.#end
  }

  rolledBack(): void {
    this.#end = this.#durable
  }
}

/** The last line that the database has. */
export function endOf(database: Database): End {
  const last = database.prepare<[], End>('SELECT line, chain FROM journal_line ORDER BY line DESC LIMIT 1').get()
  return last ?? { line: 0, chain: origin }
}

/** @returns a question: the chain of a line; undefined if the database has no such line */
export function prepareChainAt(database: Database): (line: number) => Buffer | undefined {
  const chain = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck()
  return (line) => (line === 0 ? origin : chain.get(line))
}

/** Of a database that is open for reading. */
export const noJournalLines: Pick<JournalLines, 'end' | 'event' | 'act' | 'rewind'> = {
  end: { line: 0, chain: origin },
  event: () => refuse(),
  act: () => refuse(),
  rewind: () => undefined,
}

function refuse(): never {
  throw new StorageFailure('the database is open for reading alone', { trouble: 'read_only' })
}
