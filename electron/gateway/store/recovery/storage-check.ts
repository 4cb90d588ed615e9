import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type FolderLock, isBusy } from '../folder-lock.ts'
import { openDatabase } from '../open.ts'
import { StoreRefusal } from '../refusal.ts'
import { Damage } from './damage.ts'
import { damagesOf } from './storage-file.ts'
import type { Folding } from './storage-log.ts'

/**
 * Proves, after an I/O error, that the database holds what it seems to hold. A failed sync may leave pages in memory
 * that never reached the disk and that every read still shows: folding the log back writes each of them anew.
 * @param lock of whoever goes on with it
 * @throws whatever shows that it does not
 */
export function proveDatabase(file: string, lock?: FolderLock): void {
  const database = openDatabase(file, lock)
  try {
    const [damage] = damagesOf(database)
    if (damage !== undefined)
      throw new StoreRefusal('unsafe', `the database is damaged: ${damage}`, { cause: new Damage(damage) })
    // Nobody of this process waits for whoever reads it.
    database.pragma('busy_timeout = 0')
    const [folded] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    if (folded?.busy !== 0) throw new StoreRefusal('held_by_another', `another process reads ${file}`)
  } finally {
    database.close()
  }
}

/**
 * Folds back the log of a database that is in use, and waits for nobody: while somebody reads an older state, not all of it.
 * @throws SqliteError where the disk reports an error
 */
export function foldLog(file: string): Folding {
  const database = new Database(file, { timeout: 0, fileMustExist: true })
  try {
    database.pragma('synchronous = FULL')
    database.pragma('checkpoint_fullfsync = ON')
    const isWhole = isFolded(database)
    return { isWhole, owedBytes: isWhole ? 0 : sizeOf(database) - statSync(file).size }
  } finally {
    database.close()
  }
}

function isFolded(database: Database.Database): boolean {
  try {
    const [folded] = database.pragma('wal_checkpoint(TRUNCATE)') as { readonly busy: number }[]
    return folded?.busy === 0
  } catch (cause) {
    if (isBusy(cause)) return false
    throw cause
  }
}

/** In bytes, once all of its log is in it. */
const sizeOf = (database: Database.Database): number =>
  Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true }))
