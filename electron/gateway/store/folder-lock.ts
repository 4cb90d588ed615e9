import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StoreRefusal } from './refusal.ts'

/** A second gateway need not wait to hear that there is a first. */
const patienceMs = 250

/**
 * What one process alone has while it works on a database: a gateway, or a command that proves or restores it. It
 * is a lock of the operating system on an empty file beside it, taken before the database is even looked at, and ends
 * with its process. The file stays: deleting it would part two who both hold “it”.
 */
export class FolderLock {
  readonly #file: string
  #held: Database.Database | null = null

  /** @param file the database */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * Takes it, or keeps what is held. In a folder that takes no new file, where no gateway can begin to write, there is
   * none to take; what proves itself alone in the database then has to do.
   * @throws StoreRefusal where another process holds it
   */
  hold(): void {
    this.#held ??= this.#taken()
  }

  release(): void {
    this.#held?.close()
    this.#held = null
  }

  #taken(): Database.Database | null {
    const lock = opened(`${this.#file}-lock`)
    try {
      // It never has content, and so needs no journal beside it either.
      lock?.pragma('journal_mode = MEMORY')
      lock?.exec('BEGIN EXCLUSIVE')
      return lock
    } catch (cause) {
      lock?.close()
      if (!isBusy(cause)) return null
      throw new StoreRefusal('held_by_another', `another process holds ${this.#file}`, { cause })
    }
  }
}

function opened(path: string): Database.Database | null {
  try {
    // Never one that is there: closing any handle of this process on it would drop the lock.
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return null
  }
  try {
    return new Database(path, { timeout: patienceMs, fileMustExist: true })
  } catch {
    return null
  }
}

/**
 * Proves that no other connection has a database open, in this process or another, and then keeps out the next one that
 * asks. Each open connection holds a shared lock on its file, one of the operating system that ends with its process;
 * this asks for the file without any. Readers of this process come in afterwards; SQLite's exclusive mode would keep them out.
 * @throws SqliteError SQLITE_BUSY if another connection has it open
 */
export function proveAlone(database: Database.Database): void {
  // The index of the log is made by the first read, in memory that readers share; it could not be afterwards.
  database.pragma('user_version')
  // A change of mode is made by the next transaction that could write.
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    touch(database)
  } finally {
    database.pragma('locking_mode = NORMAL')
  }
  touch(database)
}

function touch(database: Database.Database): void {
  database.exec('BEGIN IMMEDIATE')
  database.exec('ROLLBACK')
}

/** Whether another process has a database or its lock. */
export const isBusy = (cause: unknown): boolean =>
  cause instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(cause.code)
