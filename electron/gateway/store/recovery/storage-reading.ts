import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterClose, openLocked } from '../open.ts'
import { StoreRefusal } from '../refusal.ts'
import { logBytesBeside } from '../run.ts'
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
    const database = openToRead(copy)
    if (process.platform === 'win32') process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    return database
  } finally {
    // Windows cannot unlink open files.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true, force: true })
  }
}

/** A full disk has no room for a copy. @throws StoreRefusal if another process holds it, or it is of another version */
export const openOnFullDisk = (file: string): Database.Database => openLocked(file, openKeepingLogName)

function openKeepingLogName(file: string): Database.Database {
  const hadLog = logBytesBeside(file) > 0
  return afterClose(openToRead(file), () => {
    // SQLite may have folded the log back. Without a file of its name, the next start would report it as lost.
    if (hadLog && logBytesBeside(file) === 0) writeFileSync(`${file}-wal`, 'folded back')
  })
}

/** Alone: then SQLite keeps the index of its log in memory, and writes nothing. */
function openToRead(file: string): Database.Database {
  const database = new Database(file, { fileMustExist: true, timeout: 0 })
  try {
    database.pragma('locking_mode = EXCLUSIVE')
    if (database.pragma('user_version', { simple: true }) !== newestVersion)
      throw new StoreRefusal('unsafe', 'the database is of another version, and its disk takes no writes')
    database.pragma('trusted_schema = OFF')
    database.pragma('query_only = ON')
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}
