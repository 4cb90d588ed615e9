import { mkdirSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { maySend } from '../../../../shared/domain/journal-finding.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { sqliteReader } from '../engines/sqlite.ts'
import { bodyOrSentDocument, emptyLogEnd, formatLineHead, type LogEnd } from '../log/chain.ts'
import { readFindings } from '../log/findings.ts'
import { isSameHash, readChainAt, readLinesAfter, readLogEnd } from '../log/read-log.ts'
import type { CopyChoice, CopyTimes, RestoreTest } from '../port/copy.ts'
import { BackupFailure, isDamage } from '../refusal.ts'
import { backUpAndPrune, findDamagedCopy, lastBackupTimeOf, listBackups, setFolderAside } from './backups.ts'
import { CopyLog, isCopyLogDamaged, type LineToCopy } from './copy-log.ts'
import { testCopyRestore } from './try-copy.ts'

export interface CopyPace {
  readonly everyMs: number
  readonly backupAfterMs: number
}

export interface CopyTaskInput extends CopyPace, Pick<CopyChoice, 'dailyAt'> {
  readonly folder: string
  /** The owner has just chosen the folder, so the first full backup does not wait. */
  readonly isNew?: boolean
}

export type CopyMessage =
  | { readonly kind: 'begun' }
  | { readonly kind: 'times'; readonly times: Partial<CopyTimes> }
  | { readonly kind: 'ahead'; readonly line: number }
  /** A copy that was set aside, or the folder if its backup was damaged; null for none. */
  | { readonly kind: 'damaged'; readonly where: string | null }
  /** Null if nothing is wrong. */
  | { readonly kind: 'problem'; readonly message: string | null }

const linesAtOnce = 100
const afterTroubleMs = 10_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** A backup of this size takes less than a second. */
const smallBytes = 32 * 1024 * 1024
/** More lines than a shop sells in a week. */
const mostLinesFromStart = 10_000

/** @returns the last moment that was this time of a day (`03:00`), by the clock of the computer */
export function lastTimeOfDay(now: EpochMs, dailyAt: string): EpochMs {
  const [hour = 0, minute = 0] = dailyAt.split(':').map(Number)
  const moment = new Date(now)
  moment.setHours(hour, minute, 0, 0)
  if (moment.getTime() > now) moment.setDate(moment.getDate() - 1)
  return moment.getTime()
}

/** A young database is copied from its first line; of an old one the backup has the beginning. */
const baseFor = (end: LogEnd): LogEnd => (end.seq <= mostLinesFromStart ? emptyLogEnd : end)

/** SQLite works synchronously, so rounds do not overlap. Each look at the folder may take long. */
export class CopyWorker {
  readonly #file: string
  readonly #place: CopyTaskInput
  readonly #say: (said: CopyMessage) => void
  readonly #ended = Promise.withResolvers<void>()
  #log: CopyLog | null = null
  /** The copy has another history than the database: it waits for a person's choice. */
  #isAhead = false
  #problem: string | null = null
  #hasNews = true
  /** Something happened that lines do not hold whole, such as a new person. */
  #hasActs = true
  #next: NodeJS.Timeout | undefined
  #nextBackup: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(file: string, place: CopyTaskInput, say: (said: CopyMessage) => void) {
    this.#file = file
    this.#place = place
    this.#say = say
    this.#nextBackup = setTimeout(() => void this.#backUpOn(), place.backupAfterMs)
    void this.#goOn().then(() => {
      this.#noteBackup()
      this.#tellDamaged()
      this.#say({ kind: 'begun' })
      if (!place.isNew || this.#isStopped) return
      clearTimeout(this.#nextBackup)
      void this.#backUpOn()
    })
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  async renew(): Promise<void> {
    await this.#round(async () => {
      if (!this.#isAhead) return
      this.#closeLog()
      setFolderAside(this.#place.folder, Date.now())
      this.#isAhead = false
      await this.#copyOn()
    })
  }

  /** @returns the file @throws BackupFailure if no backup was made */
  async backUpNow(): Promise<string> {
    const [file] = (await this.#backUp()) ? listBackups(this.#place.folder) : []
    if (file === undefined) throw new BackupFailure('a doubtful database must not replace an older backup')
    this.#noteBackup()
    return file
  }

  async tryOut(): Promise<RestoreTest> {
    // A restore opens the log alone. The next line opens it here again.
    this.#closeLog()
    return testCopyRestore(this.#place.folder, Date.now())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#next)
    clearTimeout(this.#nextBackup)
    await this.#round(() => this.#copyOn())
    this.#closeLog()
    this.#ended.resolve()
  }

  async #goOn(): Promise<void> {
    const afterMs = await this.#round(() => this.#copyOn())
    if (!this.#isStopped) this.#next = setTimeout(() => void this.#goOn(), afterMs)
  }

  /** @returns the milliseconds until the next round */
  async #round(work: () => Promise<void>): Promise<number> {
    const { folder, everyMs } = this.#place
    try {
      await work()
      this.#tell(null)
      return everyMs
    } catch (cause) {
      this.#closeLog()
      if (isDamage(cause) && isCopyLogDamaged(folder)) {
        setFolderAside(folder, Date.now(), 'damaged')
        this.#tellDamaged()
      }
      this.#tell((cause as Error).message)
      return afterTroubleMs
    }
  }

  #tell(problem: string | null): void {
    if (problem !== this.#problem) this.#say({ kind: 'problem', message: problem })
    this.#problem = problem
  }

  async #copyOn(): Promise<void> {
    if (this.#isAhead) return
    const database = this.#openDatabase()
    try {
      await this.#copyLines(database)
    } finally {
      database.close()
    }
    if (!this.#isAhead) this.#say({ kind: 'times', times: { copiedAt: Date.now() } })
  }

  async #copyLines(database: Database.Database): Promise<void> {
    const { folder } = this.#place
    // Not unpacked, because a restore checks the chain anyway.
    const reader = { ...sqliteReader(database), unpacked: (kept: Uint8Array) => kept }
    const isFirst = !this.#log
    // An idle shop does not wake the disk of the copy.
    if (isFirst) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#log ??= new CopyLog(folder, baseFor(await readLogEnd(reader)))
    const { end } = this.#log
    if (!isSameHash(await readChainAt(reader, end.seq), end.chain)) {
      this.#isAhead = true
      return this.#say({ kind: 'ahead', line: end.seq })
    }
    // Sending waits only for the comparison.
    if (isFirst) this.#say({ kind: 'begun' })
    for (let before: LogEnd = end; ; ) {
      const lines: LineToCopy[] = []
      for (const kept of await readLinesAfter(reader, before.seq, { limit: linesAtOnce })) {
        const { seq, chain, entry } = kept
        // A row is gone or unreadable: the proof of the log reports it, and the copy ends before it.
        if (!entry || seq !== before.seq + 1) break
        lines.push({ seq, chain, head: formatLineHead(seq, entry), rest: bodyOrSentDocument(entry)?.kept ?? null })
        this.#hasActs ||= kept.record === null
        before = kept
      }
      this.#log.append(lines)
      this.#hasNews ||= lines.length > 0
      if (lines.length < linesAtOnce) return
    }
  }

  /** Opened each time, so that the database can be closed in between. */
  #openDatabase(): Database.Database {
    const database = new Database(this.#file, { readonly: true, fileMustExist: true })
    // Each page is read only once, so a large cache would be of no use.
    database.pragma('cache_size = -1024')
    return database
  }

  #closeLog(): void {
    try {
      this.#log?.close()
    } catch {
      // A folder that is gone cannot be closed.
    }
    this.#log = null
  }

  #tellDamaged(where = findDamagedCopy(this.#place.folder)): void {
    this.#say({ kind: 'damaged', where })
  }

  async #backUpOn(): Promise<void> {
    let where: string | undefined
    try {
      if (this.#isBackupDue()) await this.#backUp()
    } catch (cause) {
      this.#tell((cause as Error).message)
      if (isDamage((cause as Error).cause)) where = this.#place.folder
    }
    this.#noteBackup()
    this.#tellDamaged(where)
    if (!this.#isStopped) this.#nextBackup = setTimeout(() => void this.#backUpOn(), 2 * this.#place.backupAfterMs)
  }

  /** @returns false if the database is doubtful */
  async #backUp(): Promise<boolean> {
    if (this.#isAhead) return false
    const database = this.#openDatabase()
    try {
      // A doubtful database must not replace an older backup.
      if (!maySend((await readFindings(sqliteReader(database))).findings)) return false
      this.#hasNews = false
      this.#hasActs = false
      const before = await backUpAndPrune(this.#place.folder, database, Date.now())
      this.#log?.forgetUpTo(await lineIn(before))
      return true
    } finally {
      database.close()
    }
  }

  /**
   * Every day, or when the computer is next on; while it is small every hour, and soon after changes that lines do not
   * hold.
   */
  #isBackupDue(): boolean {
    const { folder, dailyAt } = this.#place
    const now = Date.now()
    const at = lastBackupTimeOf(folder)
    if (at > now || at < lastTimeOfDay(now, dailyAt)) return true
    if (statSync(this.#file).size > smallBytes) return false
    return now - at > (this.#hasActs ? minuteMs : this.#hasNews ? hourMs : Number.POSITIVE_INFINITY)
  }

  #noteBackup(): void {
    try {
      this.#say({ kind: 'times', times: { backedUpAt: lastBackupTimeOf(this.#place.folder) || null } })
    } catch {
      // The folder is gone, which is reported already.
    }
  }
}

async function lineIn(backup: string): Promise<number> {
  const database = new Database(backup, { fileMustExist: true })
  try {
    return (await readLogEnd(sqliteReader(database))).seq
  } finally {
    database.close()
  }
}
