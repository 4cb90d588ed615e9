import Database from 'better-sqlite3'
import { excludeOtherConnections, isSqliteBusy, lockDatabase } from './folder-lock.ts'
import { isDamage, StoreRefusal } from './refusal.ts'
import { migrate } from './schema/migrate.ts'
import { makeSettingStore } from './setting.ts'

/** "RSIT", in the file's header. */
export const applicationId = 0x52534954

/** A backup tool may hold the file for a moment. */
const openingPatienceMs = 250

/**
 * Opens the database for this process alone and asserts its durability. SQLite would let other programs write, too;
 * docs/install.md asks people not to. @throws StoreRefusal if another process holds it, it is not ours, or it would not
 * survive a power cut
 */
export const openDatabase = (file: string): Database.Database => openLocked(file, openHeld)

/** The lock ends when the database is closed. @throws StoreRefusal if another process holds it */
export function openLocked(file: string, openIt: (file: string) => Database.Database): Database.Database {
  const release = lockDatabase(file)
  try {
    return afterClose(openIt(file), release)
  } catch (cause) {
    release()
    throw cause
  }
}

/** @param task is also done if closing fails */
export function afterClose(database: Database.Database, task: () => void): Database.Database {
  const close = database.close.bind(database)
  database.close = () => {
    try {
      return close()
    } finally {
      task()
    }
  }
  return database
}

function openHeld(file: string): Database.Database {
  const database = open(file)
  try {
    prepare(database, file)
    return database
  } catch (cause) {
    closeKeepingWal(database)
    if (isSqliteBusy(cause)) throw new StoreRefusal('held_by_another', `another process holds ${file}`, { cause })
    if (isNoDatabase(cause))
      throw new StoreRefusal('not_ours', `${file} is not a database, or its beginning is damaged. ${remedy}`, { cause })
    if (isDamage(cause)) throw refusalOfDamage(file, cause)
    if (isInputOutput(cause))
      throw new StoreRefusal(
        'unsafe',
        `the disk reports errors for ${file} (${(cause as Error).message}). Have the disk checked; on another one, ${remedy}`,
        { cause },
      )
    throw cause
  }
}

/** The last connection folds the log back, unless it can only read: a missing log would be reported as lost. */
export function closeKeepingWal(database: Database.Database): void {
  let last: Database.Database | null = null
  try {
    last = new Database(database.name, { readonly: true })
    last.pragma('user_version')
  } catch {
    // What cannot be read is not folded back.
  }
  database.close()
  last?.close()
}

const remedy =
  'Keep a copy of the data folder, then put the copy back with “resit restore”, or a backup with “resit restore FILE”'

/** For damaged pages that are read at every start. */
export const refusalOfDamage = (file: string, cause: Error): StoreRefusal =>
  new StoreRefusal('unsafe', `${file} is damaged where it must be read to start (${cause.message}). ${remedy}`, {
    cause,
  })

function open(file: string): Database.Database {
  try {
    return new Database(file, { timeout: openingPatienceMs })
  } catch (cause) {
    throw new StoreRefusal('unsafe', `cannot open ${file}: ${(cause as Error).message}`, { cause })
  }
}

function prepare(database: Database.Database, file: string): void {
  refuseForeign(database, file)
  database.pragma('journal_mode = WAL')
  // A lock, not a lease, keeps a second sender out.
  excludeOtherConnections(database)
  enableFullSync(database)
  database.pragma('foreign_keys = ON')
  // Without it, INSERT OR REPLACE would pass the triggers that keep tables append-only.
  database.pragma('recursive_triggers = ON')
  readCarefully(database)
  // 16 MB of log before a checkpoint: hot pages are written once instead of four times.
  database.pragma('wal_autocheckpoint = 4000')
  // A log that grew larger is cut back.
  database.pragma('journal_size_limit = 16777216')
  // Only if it is missing: a file of a newer Resit is refused below, and must not change.
  if (applicationIdOf(database) !== applicationId) database.pragma(`application_id = ${applicationId}`)
  migrate(database, file)
  assertDurable(database)
  // The main thread never waits for another program: a busy group is tried again.
  database.pragma('busy_timeout = 0')
}

/** This build of SQLite uses NORMAL in WAL mode, so each connection that writes is told. */
export function enableFullSync(database: Database.Database): void {
  for (const setting of ['synchronous = FULL', 'fullfsync = ON', 'checkpoint_fullfsync = ON']) database.pragma(setting)
}

/** Sees only committed rows. */
export function openReader(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: openingPatienceMs })
  readCarefully(database)
  return database
}

function readCarefully(database: Database.Database): void {
  // 8 MB for a busy shop's indexes.
  for (const setting of ['trusted_schema = OFF', 'cell_size_check = ON', 'mmap_size = 0', 'cache_size = -8192'])
    database.pragma(setting)
}

const applicationIdOf = (database: Database.Database) => database.pragma('application_id', { simple: true })

function refuseForeign(database: Database.Database, file: string): void {
  const id = applicationIdOf(database)
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  if (id !== applicationId && tables !== 0) throw new StoreRefusal('not_ours', `${file} belongs to another program`)
}

/** Read after a write, because that is when SQLite changes it silently. */
export function assertDurable(database: Database.Database): void {
  makeSettingStore(database).set('opened_at', new Date().toISOString())
  const synchronous = database.pragma('synchronous', { simple: true })
  const journal = database.pragma('journal_mode', { simple: true })
  if (synchronous !== 2 || journal !== 'wal')
    throw new StoreRefusal(
      'unsafe',
      `the database would not survive a power cut (${[synchronous, journal].join(', ')})`,
    )
}

const codeOf = (cause: unknown) => (cause instanceof Database.SqliteError ? cause.code : '')
const isNoDatabase = (cause: unknown) => codeOf(cause) === 'SQLITE_NOTADB'
const isInputOutput = (cause: unknown) => /^SQLITE_IOERR(?!_SHMSIZE)/.test(codeOf(cause))
