import { mkdirSync, statSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { mayGoOut } from '../../../../shared/domain/journal-finding.ts'
import { type End, endOf, prepareChainAt } from '../journal/journal-lines.ts'
import { KeptFindings } from '../journal/kept-findings.ts'
import { prepareLineRows } from '../journal/line-rows.ts'
import { origin } from '../kept/frame.ts'
import { isDamage } from '../recovery/damage.ts'
import { giveWay } from '../recovery/give-way.ts'
import { backedUpAt, backUpInto, setAside } from './backups.ts'
import type { CopyAsk, CopyPlace, CopySaid } from './continuous-copy.ts'
import { CopyLog, isLogSpoiled, type LineToCopy } from './copy-log.ts'

/** The thread that copies: a folder that is slow, full or gone keeps this thread waiting and nothing else. */
const port = parentPort
if (!port) throw new Error('this file runs in a thread of its own')
const { file, folder, everyMs, backupAfterMs, times } = workerData as CopyPlace
const say = (said: CopySaid) => port.postMessage(said)

const linesAtOnce = 100
const afterTroubleMs = 10_000
const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Up to here a backup takes less than a second. */
const smallBytes = 32 * 1024 * 1024

let log: CopyLog | null = null
/** What the copy has goes on otherwise than the database: it stays as it is until a person has chosen. */
let isAhead = false
let problem: string | null = null
/** How the database looked when it was last copied. */
let seen = ''
let hasNews = true
/** Since the last backup something happened that the lines do not tell whole: a person was added, a webhook changed. */
let hasActs = true

/** Opened for each look: between two of them nothing here keeps the database from being closed or proved. */
function openDatabase(): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  // Each page is read once: a larger cache would only take memory.
  database.pragma('cache_size = -1024')
  return database
}

let hasBegun = false
function begin(): void {
  if (!hasBegun) say({ kind: 'begun' })
  hasBegun = true
}

function copyOn(): void {
  if (isAhead) return
  if (hasChanged()) {
    const database = openDatabase()
    try {
      copyLines(database)
    } finally {
      database.close()
    }
  }
  if (!isAhead) times[0] = Date.now()
}

function copyLines(database: Database.Database): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  log ??= new CopyLog(folder, baseFor(endOf(database)))
  const { end } = log
  if (!prepareChainAt(database)(end.line)?.equals(end.chain)) {
    isAhead = true
    return say({ kind: 'ahead', line: end.line })
  }
  // Sending waits for the comparison alone, and not for what is copied now.
  begin()
  let lines: LineToCopy[] = []
  let previous = end.chain
  for (const kept of prepareLineRows(database).after(end.line)) {
    const frame = kept.frame(previous)
    // A row that was changed or cannot be read: the proof of the journal tells of it, and the copy ends before it.
    if (!frame?.chain.equals(kept.chain)) break
    lines.push({ line: kept.line, frame })
    hasActs ||= kept.actSeq !== null
    previous = kept.chain
    if (lines.length < linesAtOnce) continue
    log.append(lines)
    lines = []
  }
  if (previous !== end.chain) hasNews = true
  log.append(lines)
}

/** More than a shop sells in a week. */
const mostLinesFromStart = 10_000

/** A young database is copied from its first line on; of an old one the backup has everything up to now. */
const baseFor = (end: End): End => (end.line <= mostLinesFromStart ? { line: 0, chain: origin } : end)

/** Of a file that was written to within the same tick of the clock nothing can be told. */
const clockTickMs = 100

function hasChanged(): boolean {
  // There a file that is open is said to be as old as its opening.
  if (process.platform === 'win32') return true
  const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })
  const now = `${wal?.mtimeMs} ${wal?.size} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`
  const isSame = now === seen
  seen = Date.now() - (wal?.mtimeMs ?? 0) > clockTickMs ? now : ''
  return !isSame
}

/** @returns after how many milliseconds to go on */
function round(work: () => void): number {
  try {
    work()
    solved()
    return everyMs
  } catch (cause) {
    closeLog()
    if (isDamage(cause) && isLogSpoiled(folder)) setAside(folder, Date.now())
    failed(cause)
    return afterTroubleMs
  }
}

function solved(): void {
  if (problem !== null) say({ kind: 'problem', message: null })
  problem = null
}

function failed(cause: unknown): void {
  seen = ''
  const { message } = cause as Error
  if (message !== problem) say({ kind: 'problem', message })
  problem = message
}

function closeLog(): void {
  try {
    log?.close()
  } catch {
    // A folder that is gone cannot be closed either.
  }
  log = null
}

/** All of the database is backed up every night; while it is small every hour, and soon after something that lines do not tell whole. */
function isBackupDue(): boolean {
  const ageMs = Date.now() - backedUpAt(folder)
  if (ageMs > 26 * hourMs || ageMs < 0) return true
  const isSmall = statSync(file).size <= smallBytes
  if (isSmall && hasActs && ageMs > minuteMs) return true
  if (!hasNews || ageMs < hourMs) return false
  const hour = new Date().getHours()
  return isSmall || (ageMs > 12 * hourMs && hour >= 1 && hour < 5)
}

async function backUp(): Promise<void> {
  if (isAhead || !isBackupDue()) return
  const database = openDatabase()
  try {
    // A database that is in doubt takes the place of no backup of before.
    if (!mayGoOut(new KeptFindings(database).read().findings)) return
    hasNews = false
    hasActs = false
    const oldest = await backUpInto(folder, database, Date.now())
    log?.forgetUpTo(lineIn(oldest))
  } finally {
    database.close()
  }
}

function noteBackup(): void {
  try {
    times[1] = backedUpAt(folder)
  } catch {
    // A folder that is gone: that it cannot be copied to is told already.
  }
}

function lineIn(backup: string): number {
  const database = new Database(backup, { fileMustExist: true })
  try {
    return endOf(database).line
  } finally {
    database.close()
  }
}

function renew(): void {
  if (!isAhead) return
  closeLog()
  setAside(folder, Date.now())
  isAhead = false
  seen = ''
  copyOn()
}

giveWay()
let next: NodeJS.Timeout
let nextBackup: NodeJS.Timeout
const goOn = () => {
  next = setTimeout(goOn, round(copyOn))
}
const backUpOn = async () => {
  await backUp().catch(failed).finally(noteBackup)
  nextBackup = setTimeout(() => void backUpOn(), 2 * backupAfterMs)
}
port.on('message', (ask: CopyAsk) => {
  if (ask.kind === 'renew') round(renew)
  if (ask.kind === 'stop') {
    clearTimeout(next)
    clearTimeout(nextBackup)
    round(copyOn)
    closeLog()
    port.close()
  }
})
goOn()
noteBackup()
nextBackup = setTimeout(() => void backUpOn(), backupAfterMs)
begin()
