import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { lockDatabase } from '../folder-lock.ts'
import type { JournalHead, VerifyReport } from '../port/journal.ts'
import { StoreRefusal } from '../refusal.ts'
import { newestVersion } from '../schema/steps.ts'
import { isReadOnly, openCopyOf } from './storage-reading.ts'
import { verifyOpened } from './verify-in.ts'

/**
 * Repairs nothing. SQLite may leave an empty log beside the file. @param sealed the sealed head; null if it is not known @throws StoreRefusal if a gateway
 * runs on it, or it is missing or of another version
 */
export async function verifyAtRest(file: string, sealed: JournalHead | null): Promise<VerifyReport> {
  if (!existsSync(file)) throw new StoreRefusal('unsafe', `there is no database ${file}`)
  // On a read-only disk no gateway runs, and a lock could not be written.
  const release = isReadOnly(file) ? null : lockDatabase(file)
  try {
    const database = release ? openedToRead(file) : openCopyOf(file)
    try {
      return await verifyOpened(database, sealed)
    } finally {
      database.close()
    }
  } finally {
    release?.()
  }
}

function openedToRead(file: string): Database.Database {
  const database = new Database(file, { readonly: true })
  try {
    const version = database.pragma('user_version', { simple: true }) as number
    if (version === newestVersion) return database
    throw new StoreRefusal(
      version > newestVersion ? 'newer_version' : 'unsafe',
      `${file} was written by ${version > newestVersion ? 'a newer' : 'an older'} Resit (schema ${version}); start this one on it first`,
    )
  } catch (cause) {
    database.close()
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_NOTADB')
      throw new StoreRefusal('not_ours', `${file} is not a database, or its beginning is damaged`, { cause })
    throw cause
  }
}
