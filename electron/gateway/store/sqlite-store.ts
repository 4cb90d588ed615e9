import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { type JournalFinding, journalFinding, maySend } from '../../../shared/domain/journal-finding.ts'
import { type CopyDeps, type CopyPlacement, startContinuousCopy } from './copy/continuous-copy.ts'
import { hasRoomForSales, monitorWrites } from './disk.ts'
import { type BackgroundQuery, WorkerThread } from './engines/background.ts'
import { createSqliteEngine, prepareRunInTransaction, type SqliteConnections } from './engines/sqlite.ts'
import { GroupCommit } from './group-commit.ts'
import { Findings, findingsSetting, parseFindings } from './log/findings.ts'
import { type GatewayRun, prepareJournal } from './log/journal.ts'
import { historyGapSetting, parseHistoryGap } from './log/recheck.ts'
import { closeKeepingWal, openDatabase, openReader, refusalOfDamage } from './open.ts'
import type { ContinuousCopy } from './port/copy.ts'
import type { Journal, StorageHealth, StorageStatus } from './port/journal.ts'
import type { Store, Upkeep } from './port/port.ts'
import { backUp } from './recovery/backup.ts'
import { isReadOnly, openCopyOf, openOnFullDisk } from './recovery/storage-reading.ts'
import { verifyOpened } from './recovery/verify-in.ts'
import { errorCodeOf, isDamage, StorageFailure, StoreRefusal, troubleOf } from './refusal.ts'
import { beginRun, endRun, logBytesBeside, type RunOptions } from './run.ts'
import { makeSettingStore } from './setting.ts'
import { StorageMonitor } from './storage-monitor.ts'
import { tablesOver } from './tables/tables.ts'
import { wrapStore } from './wrap-store.ts'

export interface SqliteStore extends Store {
  readonly storage: StorageHealth
  /** Null if the store can be written. Otherwise it resolves once it could be: open it again. */
  readonly writable: Promise<void> | null
  /** Null if the store cannot be written. */
  readonly copyInto: ((place: CopyPlacement, deps: Omit<CopyDeps, 'journal'>) => ContinuousCopy) | null
}

const writableLookMs = 2_000

/** About ten thousand records: for fewer a thread is not worth its memory. */
const usuallyLooksFrom = 64 * 1024 * 1024

/**
 * For one process alone. The calling thread writes; a second connection reads. If nothing can be written, it only
 * reads. @param file made if it does not exist @param run null to begin none @param looksFrom from this size on,
 * another thread answers long questions @throws StoreRefusal if it must not be used
 */
export function openSqliteStore(
  file: string,
  run: RunOptions | null = { now: 0, after: 0 },
  looksFrom = usuallyLooksFrom,
): SqliteStore {
  if (isReadOnly(file)) return storeToRead(file, { state: 'read_only', cause: null })
  if (!hasRoomForSales(file)) return storeToRead(file, { state: 'full', cause: null })
  try {
    return openToWrite(file, run, looksFrom)
  } catch (cause) {
    const trouble = troubleOf(cause)
    if (trouble !== 'full' && trouble !== 'read_only') throw cause
    return storeToRead(file, { state: trouble, cause: errorCodeOf(cause) || null })
  }
}

function openToWrite(file: string, run: RunOptions | null, looksFrom: number): SqliteStore {
  const hadLog = logBytesBeside(file) > 0
  const writer = openDatabase(file)
  const monitor = monitorWrites(writer)
  let told: Promise<void> | undefined
  const found = (findings: readonly JournalFinding[]) => {
    told = store?.journal.found(findings).catch(() => undefined)
  }
  // Two threads, so that a list does not wait for a check of pages or a slow share.
  const looks = new WorkerThread({ file, givesWay: false }, found)
  const background = new WorkerThread({ file, givesWay: true }, found)
  let reader: Database | null = null
  let store: Store | null = null
  try {
    reader = openReader(file)
    store = buildStore({ writer, reader }, { run, hadLog, monitor, background, looks })
    const isLarge = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= looksFrom
    const look = async (asked: BackgroundQuery) => {
      const answer = await looks.ask('look', asked)
      // Findings are known before the answer.
      await told
      return answer
    }
    const port = wrapStore(store, { isLarge, look })
    const copyInto = (place: CopyPlacement, deps: Omit<CopyDeps, 'journal'>) =>
      startContinuousCopy(background, place, { ...deps, journal: port.journal })
    return { ...port, storage: monitor, writable: null, copyInto }
  } catch (cause) {
    monitor.close()
    closeKeepingWal(writer)
    reader?.close()
    throw isDamage(cause) ? refusalOfDamage(file, cause) : cause
  }
}

const readOnlyStatus: StorageStatus = { state: 'read_only', cause: null }

/** Every write is refused. */
export function openStoreToRead(file: string, status = readOnlyStatus): Store & { readonly storage: StorageHealth } {
  const database = status.state === 'full' ? openOnFullDisk(file) : openCopyOf(file)
  const monitor = new StorageMonitor(async () => undefined, status)
  const store = buildStore({ writer: database, reader: database }, { monitor })
  const close = async () => void database.close()
  return { ...wrapStore({ ...store, upkeep: { ...store.upkeep, close } }, null), storage: monitor }
}

function storeToRead(file: string, status: StorageStatus): SqliteStore {
  const { promise: writable, resolve } = Promise.withResolvers<void>()
  const timer = setInterval(() => {
    if (isReadOnly(file) || !hasRoomForSales(file)) return
    clearInterval(timer)
    resolve()
  }, writableLookMs).unref()
  try {
    return { ...openStoreToRead(file, status), writable, copyInto: null }
  } catch (failure) {
    clearInterval(timer)
    if (failure instanceof StoreRefusal) throw failure
    throw new StoreRefusal('unsafe', 'the disk takes no writes and cannot be read either', { cause: failure })
  }
}

interface Over {
  /** Null or absent for reading only. */
  readonly run?: RunOptions | null
  readonly hadLog?: boolean
  readonly monitor?: StorageMonitor
  /** For long tasks; absent if this thread does them. */
  readonly background?: WorkerThread
  readonly looks?: WorkerThread
  /** Gets findings if nothing can be written. */
  readonly found?: (findings: readonly JournalFinding[]) => void
}

/** The store over these connections. Its `close` closes them too. */
export function buildStore(connections: SqliteConnections, over: Over = {}): Store {
  const { writer: database } = connections
  const { run: options = null, hadLog = true, background, found: tell = () => undefined } = over
  const { monitor = new StorageMonitor(async () => undefined) } = over
  const run = options && beginRun(database, options, hadLog)
  const setting = makeSettingStore(database)
  const damaged = (code: 'row_damaged' | 'body_damaged', record: number) => {
    const found = journalFinding(code, { record })
    return run ? findings.note(found) : tell([found])
  }
  const within = prepareRunInTransaction(database, {
    isTrusted: () => maySend(parseFindings(setting.get(findingsSetting)).findings),
    historyGap: () => parseHistoryGap(setting.get(historyGapSetting)),
    damaged: (record) => damaged('row_damaged', record),
  })
  const commit = new GroupCommit(database, within, monitor)
  const engine = createSqliteEngine(connections, commit)
  const findings = new Findings(engine)
  const tables = tablesOver(engine, () => findings.isTrusted(), damaged)
  const verifyAll = () => (background ? background.ask('verify', null) : verifyOpened(database))
  const journal = prepareJournal({ engine, findings, verifyAll, run })
  return {
    ...tables,
    upkeep: prepareUpkeep(connections, commit, { ...over, monitor, run }),
    journal: run ? journal : readOnly(journal, monitor),
  }
}

function readOnly(journal: Journal, monitor: StorageMonitor): Journal {
  const failure = new StorageFailure('the log takes nothing now', { trouble: 'read_only' })
  const refuse = () => Promise.reject(monitor.refusal ?? failure)
  return {
    ...journal,
    proveHead: async () => null,
    has: async () => true,
    found: refuse,
    verify: refuse,
    trust: refuse,
  }
}

interface Kept extends Pick<Over, 'hadLog' | 'background' | 'looks'> {
  readonly monitor: StorageMonitor
  /** Null for reading only. */
  readonly run: GatewayRun | null
}

function prepareUpkeep({ writer, reader }: SqliteConnections, commit: GroupCommit, kept: Kept): Upkeep {
  const { run, hadLog, monitor, background, looks } = kept
  return {
    backup: async (file) => (background ? background.ask('backUp', file) : backUp(writer, file)),
    async close() {
      const isSound = monitor.refusal === null
      // Waits for every earlier write.
      await commit.write(() => undefined).catch(() => undefined)
      monitor.close()
      await Promise.all([background?.stop(), looks?.stop()])
      if (reader !== writer) reader.close()
      try {
        // After a command the log of a killed run stays, or the next start would report it as lost.
        if (!run && hadLog) return closeKeepingWal(writer)
        // Now the run counts as ended.
        if (run) endRun(writer, run)
        writer.pragma('wal_checkpoint(TRUNCATE)')
      } catch (cause) {
        // The end is not written down: the log must stay, or the next start would report it as lost.
        closeKeepingWal(writer)
        // A disk in trouble is reported already; on a full one everything that was answered is kept.
        if (isSound && troubleOf(cause) !== 'full') throw cause
      } finally {
        writer.close()
      }
    },
  }
}
