import type { Database } from 'better-sqlite3'
import { prepareSetting } from '../areas/setting.ts'

const name = 'session'

interface Kept {
  readonly number: number
  readonly isOver: boolean
}

/**
 * One run of a gateway on a database, written into the database itself: a run that ended without a stop is known by its
 * own row, whichever files lie beside the database.
 */
export class Session {
  readonly number: number
  /** The number of the last run before this one; 0 if there was none. */
  readonly before: number
  /** Whether the run before ended without a stop. */
  readonly wasKilled: boolean
  readonly #setting

  /** @param after the highest number that is known from outside of the database */
  constructor(database: Database, after: number) {
    this.#setting = prepareSetting(database)
    const kept = this.#kept()
    this.before = kept?.number ?? 0
    this.wasKilled = kept?.isOver === false
    this.number = Math.max(this.before, after) + 1
    this.#keep(false)
  }

  /** The gateway stops: the last thing that it writes. */
  end(): void {
    this.#keep(true)
  }

  #kept(): Kept | null {
    const text = this.#setting.get(name)
    return text === undefined ? null : (JSON.parse(text) as Kept)
  }

  #keep(isOver: boolean): void {
    this.#setting.set(name, JSON.stringify({ number: this.number, isOver } satisfies Kept))
  }
}
