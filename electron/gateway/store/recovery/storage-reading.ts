import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { StoreRefusal } from '../refusal.ts'
import { newestVersion } from '../schema/steps.ts'

export function isReadOnly(file: string): boolean {
  return existsSync(file) && !(isWritable(file) && isWritable(dirname(file)))
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * SQLite locks a database by writing, so a copy is read. It is unlinked once it is open.
 * @throws Error if the file cannot be read, or there is no room for the copy; StoreRefusal if it is of another version
 */
export function openCopyOf(file: string): Database.Database {
  const folder = mkdtempSync(join(tmpdir(), 'resit-read-'))
  try {
    const copy = join(folder, basename(file))
    copyFileSync(file, copy)
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
    const database = openCopy(copy)
    if (process.platform === 'win32') process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return database
  } finally {
    // Windows cannot unlink open files.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true, force: true })
  }
}

function openCopy(copy: string): Database.Database {
  const database = new Database(copy)
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    if (database.pragma('user_version', { simple: true }) !== newestVersion)
      throw new StoreRefusal('unsafe', 'the database is of another version, and its disk takes no writes')
    // Folds the log into the copy.
    database.pragma('journal_mode = DELETE')
    database.pragma('trusted_schema = OFF')
    database.pragma('query_only = ON')
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}
