import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { FolderLock, isBusy, lockExclusive } from '../folder-lock.ts'
import type { JournalHead, Verification } from '../port/journal.ts'
import { StoreRefusal } from '../refusal.ts'
import { newestVersion } from '../schema/steps.ts'
import { isReadOnly, openCopyOf } from './storage-reading.ts'
import { verifyOpened } from './verify-in.ts'

const patienceMs = 250

/**
 * Repairs and writes nothing. @param sealed the sealed head; null if it is not known @throws StoreRefusal if a gateway
 * runs on it, or it is missing or of another version
 */
export async function verifyAtRest(file: string, sealed: JournalHead | null): Promise<Verification> {
  if (!existsSync(file)) throw new StoreRefusal('unsafe', `there is no database ${file}`)
  // On a read-only disk no gateway runs, and a lock could not be written.
  const lock = isReadOnly(file) ? null : new FolderLock(file)
  lock?.hold()
  try {
    return await verified(file, sealed, lock === null)
  } finally {
    lock?.release()
  }
}

async function verified(file: string, sealed: JournalHead | null, isAlone: boolean): Promise<Verification> {
  const hadLog = existsSync(`${file}-wal`)
  const { database, asker } = openToVerify(file, isAlone)
  // The last connection would fold the log back, which is a change.
  if (hadLog) asker?.close()
  try {
    return (await verifyOpened(database, { sealed })).verification
  } finally {
    database.close()
    // Looking made an empty log and index: the last connection removes them.
    asker?.close()
  }
}

function openToVerify(file: string, isAlone: boolean) {
  const asker = isAlone ? null : new Database(file, { timeout: patienceMs })
  try {
    if (asker) lockExclusive(asker)
    return { database: isAlone ? openCopyOf(file) : openedToRead(file), asker }
  } catch (cause) {
    asker?.close()
    if (isBusy(cause)) throw new StoreRefusal('held_by_another', `another process holds ${file}`, { cause })
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_NOTADB')
      throw new StoreRefusal('not_ours', `${file} is not a database, or its beginning is damaged`, { cause })
    throw cause
  }
}

function openedToRead(file: string): Database.Database {
  const database = new Database(file, { readonly: true, timeout: patienceMs })
  try {
    const version = database.pragma('user_version', { simple: true }) as number
    if (version === newestVersion) return database
    throw new StoreRefusal(
      version > newestVersion ? 'newer_version' : 'unsafe',
      `${file} was written by ${version > newestVersion ? 'a newer' : 'an older'} Resit (schema ${version}); start this one on it first`,
    )
  } catch (cause) {
    database.close()
    throw cause
  }
}
