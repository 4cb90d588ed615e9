import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../shared/domain/journal-finding.ts'
import { CompanyIds } from './areas/company-ids.ts'
import { type CopyDeps, keepCopied } from './copy/continuous-copy.ts'
import { reserveBeside, watchDisk } from './disk.ts'
import { Background } from './engines/background.ts'
import { type Connections, sqliteEngine } from './engines/sqlite.ts'
import { GroupCommit, type WritesWatch } from './group-commit.ts'
import { prepareJournal } from './journal/area.ts'
import type { Journal, JournalOptions } from './journal/journal.ts'
import { openJournal, readJournal, withoutJournal } from './journal/open.ts'
import { openDatabase, openReader, refusalOfDamage } from './open.ts'
import type { ContinuousCopy } from './port/copy.ts'
import type { Storage } from './port/journal.ts'
import type { Copied, Store, Upkeep } from './port/port.ts'
import { portOver } from './port-over.ts'
import { backUp } from './recovery/backup.ts'
import { isDamage } from './recovery/damage.ts'
import { damagesOfAll } from './recovery/page-check.ts'
import { isReadOnly, openCopyOf } from './recovery/storage-reading.ts'
import { codeOf, StoreRefusal, troubleOf } from './refusal.ts'
import { StorageMonitor } from './storage-monitor.ts'
import { storedOf } from './tables/stored-of.ts'
import { tablesOver } from './tables/tables.ts'

/** The store, and how the storage under it stands. */
export interface SqliteStore extends Store {
  readonly storage: Storage
  /** Begins to copy the database while it is open; null if it takes no writes. */
  /** Resolves if it was opened to be read alone, and can be written now: it must be opened again. */
  readonly writable: Promise<void>
  readonly copyInto: ((folder: string, deps: Omit<CopyDeps, 'journal'>) => ContinuousCopy) | null
}

/** Between two looks at whether a disk takes writes again. */
const writableLookMs = 2_000

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
  const found = (findings: readonly JournalFinding[]) => void store?.journal.found(findings).catch(() => undefined)
  // Two threads of one program: nobody who looks at a list waits for a check of every page, or for a share that hangs.
  const looks = new Background({ file, givesWay: false }, found)
  const background = new Background({ file, givesWay: true }, found)
  let reader: Database | null = null
  let store: Store | null = null
  try {
    reader = openReader(file)
    store = storeOver({ writer, reader }, { journal, watch, background, looks })
    const isLarge = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= looksFrom
    const port = portOver(store, { isLarge, look: (look) => looks.ask('look', look) })
    const copyInto = (folder: string, deps: Omit<CopyDeps, 'journal'>) =>
      keepCopied(background, folder, { ...deps, journal: port.journal })
    return { ...port, storage: monitor, writable: never, copyInto }
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

const never = new Promise<void>(() => undefined)

function storeToRead(file: string, state: 'full' | 'read_only', cause: unknown): SqliteStore {
  const { promise: writable, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    if (isReadOnly(file) || !reserveBeside(file).fits()) return
    clearInterval(timer)
    resolve()
  }, writableLookMs).unref()
  try {
    return {
      ...openStoreToRead(file),
      storage: new StorageMonitor({ state, cause: codeOf(cause) || null }),
      writable,
      copyInto: null,
    }
  } catch (failure) {
    clearInterval(timer)
    if (failure instanceof StoreRefusal) throw failure
    const says = 'the disk takes no writes and cannot be read either'
    throw new StoreRefusal('unsafe', says, { cause: failure })
  }
}

interface Over {
  /** Null or absent if it is only read. */
  readonly journal?: JournalOptions | null
  readonly watch?: WritesWatch & { stop(): void }
  /** What takes long, and looks at many records; absent if this thread does both. */
  readonly background?: Background
  readonly looks?: Background
  /** What is not as it was written, if there is no journal to write that down in. */
  readonly found?: (findings: readonly JournalFinding[]) => void
}

/** The store over connections that are open already; it closes them. */
export function storeOver(connections: Connections, over: Over = {}): Store {
  const { writer: database } = connections
  const { journal: options = null, watch = null, background, found: tell = () => undefined } = over
  const ids = new CompanyIds(database)
  const opened = options && openJournal(database, ids, options)
  const within = opened?.within ?? withoutJournal(database)
  const commit = new GroupCommit(database, { within, watch, lines: opened?.journal.lines ?? null })
  const found = opened ? opened.journal.found.bind(opened.journal) : tell
  const damaged = (record: number) => found([finding('row_damaged', { record })])
  const bodyDamaged = (record: number) => found([finding('body_damaged', { record })])
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
    journal:
      opened && background
        ? prepareJournal(opened.journal, commit, { ...opened.deps, background })
        : readJournal(database),
  }
}

interface Kept extends Pick<Over, 'watch' | 'background' | 'looks'> {
  readonly journal: Journal | null
}

function prepareUpkeep({ writer, reader }: Connections, commit: GroupCommit, kept: Kept): Upkeep {
  const { journal, watch, background, looks } = kept
  /** How far backups have come, by the files that they are made for. */
  const copied = new Map<string, Copied>()
  return {
    async backup(file) {
      const tell = (now: Copied) => void copied.set(file, now)
      tell({ doneBytes: 0, totalBytes: 0 })
      const made = background ? background.ask('backUp', file, tell) : backUp(writer, file, { tell })
      await made.finally(() => copied.delete(file))
    },
    backupProgress: async (file) => copied.get(file) ?? null,
    async bytes() {
      return (
        Number(writer.pragma('page_count', { simple: true })) * Number(writer.pragma('page_size', { simple: true }))
      )
    },
    async integrity() {
      const damages = await (background ? background.ask('check', null) : damagesOfAll(writer))
      // Nothing goes out of a damaged database.
      journal?.found(damages.map((detail) => finding('database_damaged', { detail })))
      return damages
    },
    async close() {
      const isSound = watch?.refusal(false) === null
      // Behind every write that was asked for before.
      await commit.write(() => undefined).catch(() => undefined)
      watch?.stop()
      await Promise.all([background?.stop(), looks?.stop()])
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
