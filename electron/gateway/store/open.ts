import Database from 'better-sqlite3'
import { FolderLock, isBusy, proveAlone } from './folder-lock.ts'
import { isDamage, StoreRefusal } from './refusal.ts'
import { migrate } from './schema/migrate.ts'
import { prepareSetting } from './setting.ts'

/** Marks the file as ours: "RSIT". */
export const applicationId = 0x52534954

/** A second gateway need not wait to hear that there is a first; later a backup tool may hold the file for a moment. */
const openingPatienceMs = 250

/**
 * Opens the database for this process alone, with durability that is asserted and not assumed. Others of this process
 * may read in it from then on. Other programs could read and even write in it too, as SQLite lets them; nothing here
 * does, and docs/install.md asks people not to do so while a gateway runs.
 * @param lock of a caller that holds it for longer than the database is open; else it is released with the database
 * @throws StoreRefusal where another process holds it, it is not ours, or it would not survive a power cut
 */
export function openDatabase(file: string, lock?: FolderLock): Database.Database {
  const held = lock ?? new FolderLock(file)
  held.hold()
  try {
    const database = openHeld(file)
    return lock ? database : releasing(database, held)
  } catch (cause) {
    if (!lock) held.release()
    throw cause
  }
}

/** Closing the database releases its lock last. */
function releasing(database: Database.Database, lock: FolderLock): Database.Database {
  const close = database.close.bind(database)
  database.close = () => {
    try {
      return close()
    } finally {
      lock.release()
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
    closeAsItWas(database)
    if (isBusy(cause)) throw new StoreRefusal('held_by_another', `another process holds ${file}`, { cause })
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

/** The last connection to close folds SQLite's log back, unless it can only read: a log that is gone would be told as lost. */
export function closeAsItWas(database: Database.Database): void {
  let last: Database.Database | null = null
  try {
    last = new Database(database.name, { readonly: true })
    last.pragma('user_version')
  } catch {
    // What cannot be read is not folded back either.
  }
  database.close()
  last?.close()
}

const remedy =
  'Keep a copy of the data folder, then put the copy back with “resit restore”, or a backup with “resit restore FILE”'

/** Of pages without which nothing can be opened; damage to any other is named, and the rest is used. */
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

/** 8 MB: what a busy shop touches of its indexes stays in memory; the system keeps the rest of the file at hand. */
const pageCache = 'cache_size = -8192'

function prepare(database: Database.Database, file: string): void {
  refuseForeign(database, file)
  database.pragma('journal_mode = WAL')
  // Before anything is written: a lock, not a lease, is what keeps a second sender out.
  proveAlone(database)
  // In WAL mode this build falls back to NORMAL at the first write unless told otherwise on every open.
  database.pragma('synchronous = FULL')
  database.pragma('fullfsync = ON')
  database.pragma('checkpoint_fullfsync = ON')
  database.pragma('foreign_keys = ON')
  // Without it INSERT OR REPLACE walks past the append-only triggers.
  database.pragma('recursive_triggers = ON')
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
  database.pragma('mmap_size = 0')
  // 16 MB of log before its pages move: hot pages move once instead of four times.
  database.pragma('wal_autocheckpoint = 4000')
  // What it grew beyond while it could not be folded back is given back to the disk.
  database.pragma('journal_size_limit = 16777216')
  database.pragma(pageCache)
  // Only where it is missing: a file of a newer Resit is refused below and stays as it is.
  if (applicationIdOf(database) !== applicationId) database.pragma(`application_id = ${applicationId}`)
  migrate(database, file)
  assertDurable(database)
  // The thread that answers never waits for another program: a group that finds the database busy is tried again.
  database.pragma('busy_timeout = 0')
}

/** A second connection to a database that is open: it sees what is committed. */
export function openReader(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: openingPatienceMs })
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
  database.pragma('mmap_size = 0')
  database.pragma(pageCache)
  return database
}

const applicationIdOf = (database: Database.Database) => database.pragma('application_id', { simple: true })

function refuseForeign(database: Database.Database, file: string): void {
  const id = applicationIdOf(database)
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  if (id !== applicationId && tables !== 0) throw new StoreRefusal('not_ours', `${file} belongs to another program`)
}

/** Reads the setting back after a write, because that is when it silently changes. */
export function assertDurable(database: Database.Database): void {
  prepareSetting(database).set('opened_at', new Date().toISOString())
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
