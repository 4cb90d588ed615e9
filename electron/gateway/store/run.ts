import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../shared/domain/record.ts'
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
  /** Whether SQLite's log lay beside the database before it was opened. */
  readonly hadLog?: boolean
}

/**
 * Begins a run of a gateway, and writes it into the database itself: one that ended without a stop is known by its own
 * row, whichever files lie beside the database.
 */
export function beginRun(database: Database, { now, after, hadLog = true }: RunOptions): Run {
  const setting = prepareSetting(database)
  const text = setting.get(name)
  const kept = text === undefined ? null : (JSON.parse(text) as Kept)
  const before = kept?.number ?? 0
  const number = Math.max(before, after) + 1
  setting.set(name, JSON.stringify({ number, isOver: false } satisfies Kept))
  const wasKilled = kept?.isOver === false
  const isBackup = setting.get(restoredSetting) !== undefined
  return {
    number,
    before,
    wasKilled,
    // A kill leaves it there, and the last sales may be in it alone.
    isLogLost: wasKilled && !hadLog && !kept.isFolded && !isBackup,
    isRestored: now > 0 && isBackup,
    startedAt: now,
  }
}

/** A command closes the database in order, whose last run may not be over: SQLite's log goes, and nothing is lost by it. */
export function noteFolded(database: Database): void {
  const setting = prepareSetting(database)
  const text = setting.get(name)
  if (text !== undefined) setting.set(name, JSON.stringify({ ...(JSON.parse(text) as Kept), isFolded: true }))
}

/** The gateway stops: the last thing that it writes. */
export function endRun(database: Database, { number }: Run): void {
  prepareSetting(database).set(name, JSON.stringify({ number, isOver: true } satisfies Kept))
}
