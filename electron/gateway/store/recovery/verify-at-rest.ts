import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { FolderLock, isBusy, proveAlone } from '../folder-lock.ts'
import type { Head, Verification } from '../port/journal.ts'
import { StoreRefusal } from '../refusal.ts'
import { newestVersion } from '../schema/steps.ts'
import { isReadOnly, openCopyOf } from './storage-reading.ts'
import { verifyIn } from './verify-in.ts'

const patienceMs = 250

/**
 * Proves a database as it lies on the disk: nothing is repaired, nothing written.
 * @param sealed how far it had come, as is known from outside of the database; null if that is not known
 * @throws StoreRefusal if a gateway runs on it, if it is not there, or if it is of another version
 */
export async function verifyAtRest(file: string, sealed: Head | null): Promise<Verification> {
  if (!existsSync(file)) throw new StoreRefusal('unsafe', `there is no database ${file}`)
  // No gateway can run where nothing can be written, and a lock would be written too.
  const lock = isReadOnly(file) ? null : new FolderLock(file)
  lock?.hold()
  try {
    return await verified(file, sealed, lock === null)
  } finally {
    lock?.release()
  }
}

async function verified(file: string, sealed: Head | null, isAlone: boolean): Promise<Verification> {
  const hadLog = existsSync(`${file}-wal`)
  const { database, asker } = openToVerify(file, isAlone)
  // The last one to close folds a log back; that would be a change.
  if (hadLog) asker?.close()
  try {
    return (await verifyIn(database, { sealed })).verification
  } finally {
    database.close()
    // An empty log and its index, which looking made, go with the last one to close: nothing else may delete them.
    asker?.close()
  }
}

function openToVerify(file: string, isAlone: boolean) {
  const asker = isAlone ? null : new Database(file, { timeout: patienceMs })
  try {
    if (asker) proveAlone(asker)
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
