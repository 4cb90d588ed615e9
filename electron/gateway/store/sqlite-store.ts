import type { Database } from 'better-sqlite3'
import { finding } from '../../../shared/domain/journal-finding.ts'
import { CompanyIds } from './areas/company-ids.ts'
import { reserveBeside, watchDisk } from './disk.ts'
import { type Connections, sqliteEngine } from './engines/sqlite.ts'
import { GroupCommit, type WritesWatch } from './group-commit.ts'
import { prepareJournal } from './journal/area.ts'
import type { Journal, JournalOptions } from './journal/journal.ts'
import { openJournal, readJournal, withoutJournal } from './journal/open.ts'
import { openDatabase, openReader, refusalOfDamage } from './open.ts'
import type { Storage } from './port/journal.ts'
import type { Store, Upkeep } from './port/port.ts'
import { portOver } from './port-over.ts'
import { damagesInUse, endReadingApart } from './recovery/apart.ts'
import { backUp, copiedOf } from './recovery/backup.ts'
import { isDamage } from './recovery/damage.ts'
import { isReadOnly, openCopyOf } from './recovery/storage-reading.ts'
import { codeOf, StoreRefusal, troubleOf } from './refusal.ts'
import { StorageMonitor } from './storage-monitor.ts'
import { storedOf } from './tables/stored-of.ts'
import { tablesOver } from './tables/tables.ts'
import { ReadsApart } from './thread/reads-apart.ts'

/** The store, and how the storage under it stands. */
export interface SqliteStore extends Store {
  readonly storage: Storage
}

/** About ten thousand records; of fewer nothing takes long, and a thread more would only take memory. */
const usuallyLooksFrom = 64 * 1024 * 1024

/**
 * The store behind SQLite, for one process alone. It is written in the thread that calls, and read on a connection of its
 * own. Where nothing can be written it shows what is kept.
 * @param file the database; made if there is none
 * @param journal null to write nothing that has a line in it
 * @param looksFrom from how many bytes on another thread answers what looks at many records
 * @throws StoreRefusal if it must not be used
 */
export function openSqliteStore(
  file: string,
  journal: JournalOptions | null = { now: 0, after: 0 },
  looksFrom = usuallyLooksFrom,
): SqliteStore {
  if (isReadOnly(file)) return storeToRead(file, 'read_only', null)
  try {
    return openToWrite(file, journal, looksFrom)
  } catch (cause) {
    const trouble = troubleOf(cause)
    if (trouble !== 'full' && trouble !== 'read_only') throw cause
    if (trouble === 'full' && reserveBeside(file).giveUp()) return openToWrite(file, journal, looksFrom)
    return storeToRead(file, trouble, cause)
  }
}

function openToWrite(file: string, journal: JournalOptions | null, looksFrom: number): SqliteStore {
  const writer = openDatabase(file)
  const monitor = new StorageMonitor()
  const watch = watchDisk(writer, monitor)
  const looks = new ReadsApart(file, looksFrom)
  let reader: Database | null = null
  try {
    reader = openReader(file)
    const store = storeOver({ writer, reader }, { journal, watch, stop: () => looks.stop() })
    return { ...portOver(store, looks), storage: monitor }
  } catch (cause) {
    watch.stop()
    reader?.close()
    writer.close()
    throw isDamage(cause) ? refusalOfDamage(file, cause) : cause
  }
}

/** The store as it stands in a file that cannot be written: everything can be read, every write is refused. */
export function openStoreToRead(file: string): Store {
  const database = openCopyOf(file)
  return portOver(storeOver({ writer: database, reader: database }), null)
}

function storeToRead(file: string, state: 'full' | 'read_only', cause: unknown): SqliteStore {
  try {
    return { ...openStoreToRead(file), storage: new StorageMonitor({ state, cause: codeOf(cause) || null }) }
  } catch (failure) {
    if (failure instanceof StoreRefusal) throw failure
    const says = 'the disk takes no writes and cannot be read either'
    throw new StoreRefusal('unsafe', says, { cause: failure })
  }
}

interface Over {
  /** Null or absent if it is only read. */
  readonly journal?: JournalOptions | null
  readonly watch?: WritesWatch & { stop(): void }
  /** Ends what reads beside it. */
  readonly stop?: () => Promise<void>
  /** What is kept of a record is not what was written, and there is no journal to write that down in. */
  readonly notAsWritten?: (record: number) => void
}

/** The store over connections that are open already; it closes them. */
export function storeOver(connections: Connections, over: Over = {}): Store {
  const { writer: database } = connections
  const { journal: options = null, watch = null, notAsWritten = () => undefined } = over
  const ids = new CompanyIds(database)
  const opened = options && openJournal(database, ids, options)
  const within = opened?.within ?? withoutJournal(database)
  const commit = new GroupCommit(database, { within, watch, lines: opened?.journal.lines ?? null })
  const found = (code: 'row_damaged' | 'body_damaged') => (record: number) =>
    opened ? opened.journal.found([finding(code, { record })]) : notAsWritten(record)
  const damaged = found('row_damaged')
  const bodyDamaged = found('body_damaged')
  const engine = sqliteEngine(connections, commit)
  const isTrusted = () => opened?.journal.isTrusted ?? true
  const tables = tablesOver(engine, { stored: storedOf(engine, damaged), damaged, bodyDamaged, isTrusted })
  return {
    ...tables,
    companies: {
      ...tables.companies,
      async save(company, by) {
        const saved = await tables.companies.save(company, by)
        ids.reload()
        return saved
      },
    },
    upkeep: prepareUpkeep(connections, commit, { ...over, journal: opened?.journal ?? null }),
    journal: opened ? prepareJournal(opened.journal, commit, opened.deps) : readJournal(database),
  }
}

interface Kept extends Pick<Over, 'watch' | 'stop'> {
  readonly journal: Journal | null
}

function prepareUpkeep({ writer, reader }: Connections, commit: GroupCommit, { journal, watch, stop }: Kept): Upkeep {
  return {
    backup: (file) => backUp(writer, file),
    backupProgress: async (file) => copiedOf(file),
    async bytes() {
      return (
        Number(writer.pragma('page_count', { simple: true })) * Number(writer.pragma('page_size', { simple: true }))
      )
    },
    async integrity() {
      const damages = await damagesInUse(writer)
      // Nothing goes out of a damaged database.
      journal?.found(damages.map((detail) => finding('database_damaged', { detail })))
      return damages
    },
    async close() {
      const isSound = watch?.refusal(false) === null
      // Behind every write that was asked for before.
      await commit.write(() => undefined).catch(() => undefined)
      watch?.stop()
      await Promise.all([stop?.(), endReadingApart(writer.name)])
      if (reader !== writer) reader.close()
      try {
        // From here on this run is known to have stopped.
        journal?.session.end()
        writer.pragma('wal_checkpoint(TRUNCATE)')
      } catch (cause) {
        // That a disk in trouble takes no writes is known already.
        if (isSound) throw cause
      } finally {
        writer.close()
      }
    },
  }
}
