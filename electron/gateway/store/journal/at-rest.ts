import Database from 'better-sqlite3'
import { proveAlone } from '../alone.ts'
import { FolderLock, isBusy } from '../folder-lock.ts'
import { newestVersion } from '../migrations/migrate.ts'
import type { Verification } from '../port/journal.ts'
import { isReadOnly, openCopyOf } from '../recovery/storage-reading.ts'
import { StoreRefusal } from '../refusal.ts'
import { anchorUnder } from './anchor.ts'
import { exists } from './files.ts'
import type { JournalOptions } from './journal.ts'
import { refuseWithoutDatabase } from './start.ts'
import { verifyJournal } from './verify.ts'

const patienceMs = 250

/**
 * Proves a database and its journal as they lie on the disk: nothing is repaired, nothing written.
 * @throws StoreRefusal where a gateway runs on it, where it is not there, or where it is of another version
 */
export function verifyAtRest(file: string, options: Pick<JournalOptions, 'directory' | 'seal' | 'now'>): Verification {
  refuseWithoutDatabase(file, options.directory)
  if (!exists(file)) throw new StoreRefusal('unsafe', `there is no database ${file}`)
  // No gateway can run where nothing can be written, and a lock would be written too.
  const lock = isReadOnly(file) ? null : new FolderLock(file)
  lock?.hold()
  try {
    return verified(file, { ...options, isAlone: lock === null })
  } finally {
    lock?.release()
  }
}

interface Verifying extends Pick<JournalOptions, 'directory' | 'seal' | 'now'> {
  /** Nobody has to be kept out. */
  readonly isAlone: boolean
}

function verified(file: string, { directory, seal, now, isAlone }: Verifying): Verification {
  const hadLog = exists(`${file}-wal`)
  const { database, asker } = openToVerify(file, isAlone)
  // Whoever closes last folds a log back; that would be a change.
  if (hadLog) asker?.close()
  try {
    const anchor = anchorUnder(directory, seal)
    const steps = verifyJournal({ database, directory, anchor, isSealed: seal !== 'none', now })
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value.verification
    }
  } finally {
    database.close()
    // An empty log and its index, which looking made, go with who closes last: nobody else may delete them.
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
