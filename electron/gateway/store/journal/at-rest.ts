import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { newestVersion } from '../migrations/migrate.ts'
import type { Verification } from '../port-journal.ts'
import { StoreRefusal } from '../refusal.ts'
import { anchorUnder } from './anchor.ts'
import { exists } from './files.ts'
import type { JournalOptions } from './journal.ts'
import { refuseWithoutDatabase } from './start.ts'
import { verifyJournal } from './verify.ts'

/**
 * Proves a database and its journal as they lie on the disk: nothing is repaired, nothing written.
 * @throws StoreRefusal where a gateway runs on it, where it is not there, or where it is of another version
 */
export function verifyAtRest(
  file: string,
  { directory, seal }: Pick<JournalOptions, 'directory' | 'seal'>,
): Verification {
  refuseWithoutDatabase(file, directory)
  const fresh = [`${file}-shm`, `${file}-wal`].filter((path) => !exists(path))
  const database = openToVerify(file)
  try {
    const anchor = anchorUnder(directory, seal)
    const steps = verifyJournal({ database, directory, anchor, isSealed: seal !== 'none' })
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  } finally {
    database.close()
    // Looking makes an empty log and its index, which nobody needs.
    for (const path of fresh) rmSync(path, { force: true })
  }
}

function openToVerify(file: string): Database.Database {
  if (!exists(file)) throw new StoreRefusal('unsafe', `there is no database ${file}`)
  const database = new Database(file, { readonly: true, timeout: 250 })
  try {
    const version = database.pragma('user_version', { simple: true }) as number
    if (version === newestVersion) return database
    throw new StoreRefusal(
      version > newestVersion ? 'newer_version' : 'unsafe',
      `${file} was written by ${version > newestVersion ? 'a newer' : 'an older'} Resit (schema ${version}); start this one on it first`,
    )
  } catch (cause) {
    database.close()
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw new StoreRefusal('held_by_another', `another process holds ${file}`, { cause })
    if (cause instanceof Database.SqliteError && cause.code === 'SQLITE_NOTADB')
      throw new StoreRefusal('not_ours', `${file} is not a database, or its beginning is damaged`, { cause })
    throw cause
  }
}
