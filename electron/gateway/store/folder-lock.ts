import { writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { nullIfThrown } from '../../../shared/domain/null-if-thrown.ts'
import { StoreRefusal } from './refusal.ts'

const patienceMs = 250

/**
 * Held by the one process that works on a database. It is a lock of the operating system on an empty file beside it,
 * taken before the database is opened, and it ends with the process. The file stays: after a deletion, two processes
 * could each hold a lock. A read-only folder needs no lock, because no gateway can write there.
 * @param file the database @returns a function that releases the lock @throws StoreRefusal if another process holds it
 */
export function lockDatabase(file: string): () => void {
  const lock = opened(`${file}-lock`)
  try {
    // The lock file has no content, so it needs no journal.
    lock?.pragma('journal_mode = MEMORY')
    lock?.exec('BEGIN EXCLUSIVE')
    return () => void lock?.close()
  } catch (cause) {
    lock?.close()
    if (!isSqliteBusy(cause)) return () => undefined
    throw new StoreRefusal('held_by_another', `another process holds ${file}`, { cause })
  }
}

function opened(path: string): Database.Database | null {
  try {
    // Only a new file: closing any handle of this process on an existing one would drop the lock.
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return null
  }
  return nullIfThrown(() => new Database(path, { timeout: patienceMs, fileMustExist: true }))
}

/**
 * Proves that no other connection has the database open, and keeps later ones out. Each open connection holds a shared
 * lock of the operating system on the file, and this asks for an exclusive one. SQLite's own exclusive mode would also
 * keep out the readers of this process. @throws SqliteError SQLITE_BUSY if another connection has it open
 */
export function excludeOtherConnections(database: Database.Database): void {
  // The first read makes the log's index in shared memory; later it could not.
  database.pragma('user_version')
  // The next transaction that could write changes the mode.
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

export const isSqliteBusy = (cause: unknown): boolean =>
  cause instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(cause.code)
