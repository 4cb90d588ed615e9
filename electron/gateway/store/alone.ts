import type { Database } from 'better-sqlite3'

/**
 * Proves that nobody else has a database open, in this process or another, and from then on is what keeps the next one
 * who asks out: whoever has it open holds a shared lock on its file for as long as that is, and here nobody else's may
 * be. Asked of a lock of the operating system, which ends with its process. Only afterwards do readers of this process
 * come in; SQLite's exclusive mode would keep them out too.
 * @throws SqliteError SQLITE_BUSY where somebody else has it open
 */
export function proveAlone(database: Database): void {
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

function touch(database: Database): void {
  database.exec('BEGIN IMMEDIATE')
  database.exec('ROLLBACK')
}
