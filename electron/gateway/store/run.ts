import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { addFindings, journalFinding } from '../../../shared/domain/journal-finding.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import { findingsSetting, parseFindings } from './log/findings.ts'
import { type GatewayRun, restoredSetting } from './log/journal.ts'
import { makeSettingStore } from './setting.ts'

const name = 'session'

interface Kept {
  readonly number: number
  readonly isOver: boolean
}

export interface RunOptions {
  /** 0 if a restored backup is not begun. */
  readonly now: EpochMs
  /** The highest run number that is known outside the database; 0 for none. */
  readonly after: number
}

/** 0 if there is none. A kill leaves the log; a connection that only looked leaves an empty one. */
export const logBytesBeside = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0

/**
 * The run has a row of its own: an unclean end is known by it, and not by the files beside the database.
 * @param hadLog whether SQLite's log existed before the database was opened
 */
export function beginRun(database: Database, { now, after }: RunOptions, hadLog: boolean): GatewayRun {
  const setting = makeSettingStore(database)
  const text = setting.get(name)
  const kept = text === undefined ? null : (JSON.parse(text) as Kept)
  const before = kept?.number ?? 0
  const number = Math.max(before, after) + 1
  const wasKilled = kept?.isOver === false
  const isBackup = setting.get(restoredSetting) !== undefined
  // The last sales may have been in the lost log only. Noted in the same transaction, because the next run finds a log
  // of this run.
  const isLogLost = wasKilled && !hadLog && !isBackup
  database.transaction(() => {
    setting.set(name, JSON.stringify({ number, isOver: false } satisfies Kept))
    if (isLogLost)
      setting.set(findingsSetting, JSON.stringify(addFindings(parseFindings(setting.get(findingsSetting)), lost)))
  })()
  return { number, before, wasKilled, isRestored: now > 0 && isBackup, startedAt: now }
}

const lost = [journalFinding('rolled_back', { detail: 'the log of SQLite is missing after a kill' })]

/** The last write before the end. */
export function endRun(database: Database, { number }: GatewayRun): void {
  makeSettingStore(database).set(name, JSON.stringify({ number, isOver: true } satisfies Kept))
}
