import Sqlite from 'better-sqlite3'

/**
 * Folds the log of a database back that somebody else uses, without waiting for anybody. Whoever writes when the log has
 * become long would do all of it at once, and keep the next sale waiting; in a thread of its own it is done beside it.
 */
export function foldBeside(file: string): void {
  try {
    const database = new Sqlite(file, { fileMustExist: true, timeout: 0 })
    try {
      for (const setting of ['synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON'])
        database.pragma(setting)
      database.pragma('wal_checkpoint(PASSIVE)')
    } finally {
      database.close()
    }
  } catch {
    // Then whoever writes does it, and judges the disk.
  }
}
