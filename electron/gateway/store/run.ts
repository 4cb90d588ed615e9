import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { finding, withFound } from '../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import { findingsIn, findingsSetting } from './log/findings.ts'
import { type Run, restoredSetting } from './log/journal.ts'
import { prepareSetting } from './setting.ts'

const name = 'session'

interface Kept {
  readonly number: number
  readonly isOver: boolean
  /** Whether a command opened the database since and closed it in order. */
  readonly isFolded?: boolean
}

export interface RunOptions {
  /** When the database is opened; 0 if a backup that was put back is not begun with. */
  readonly now: Instant
  /** The highest number of a run that is known from outside of the database; 0 for none. */
  readonly after: number
}

/** How long SQLite's log beside a database is; a log that is missing counts as empty. */
export const logBytesBeside = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/** Whether SQLite's log lies beside a database. A kill leaves it there; a connection that only looked leaves an empty one. */
export const hasLogBeside = (file: string): boolean => logBytesBeside(file) > 0

/**
 * Begins a run of a gateway, and writes it into the database itself: one that ended without a stop is known by its own
 * row, whichever files lie beside the database.
 * @param hadLog whether SQLite's log lay beside the database before it was opened
 */
export function beginRun(database: Database, { now, after }: RunOptions, hadLog: boolean): Run {
  const setting = prepareSetting(database)
  const kept = keptIn(setting.get(name))
  const before = kept?.number ?? 0
  const number = Math.max(before, after) + 1
  const wasKilled = kept?.isOver === false
  const isBackup = setting.get(restoredSetting) !== undefined
  // The last sales may have been in the log alone. It is told in the same transaction: the next run finds a log of this one.
  const isLogLost = wasKilled && !hadLog && !kept.isFolded && !isBackup
  database.transaction(() => {
    setting.set(name, JSON.stringify({ number, isOver: false } satisfies Kept))
    if (isLogLost)
      setting.set(findingsSetting, JSON.stringify(withFound(findingsIn(setting.get(findingsSetting)), lost)))
  })()
  return { number, before, wasKilled, isRestored: now > 0 && isBackup, startedAt: now }
}

const lost = [finding('rolled_back', { detail: 'the log of SQLite is missing after a kill' })]

const keptIn = (text: string | undefined): Kept | null => (text === undefined ? null : (JSON.parse(text) as Kept))

/**
 * A command that found SQLite's log closes the database in order, whose last run may not be over: the log goes, and
 * nothing is lost by it.
 */
export function noteFolded(database: Database): void {
  const setting = prepareSetting(database)
  const kept = keptIn(setting.get(name))
  if (kept) setting.set(name, JSON.stringify({ ...kept, isFolded: true } satisfies Kept))
}

/** The gateway stops: the last thing that it writes. */
export function endRun(database: Database, { number }: Run): void {
  prepareSetting(database).set(name, JSON.stringify({ number, isOver: true } satisfies Kept))
}
