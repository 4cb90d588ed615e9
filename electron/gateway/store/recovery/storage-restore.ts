import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { syncFile, syncFolder } from '../../platform/durable-file.ts'
import { lockDatabase } from '../folder-lock.ts'
import { restoredSetting } from '../log/journal.ts'
import { applicationId } from '../open.ts'
import { StoreRefusal } from '../refusal.ts'
import { newestVersion } from '../schema/steps.ts'
import { makeSettingStore } from '../setting.ts'
import { inspectDatabase } from './page-check.ts'

export interface RestoreResult {
  /** Null if the copy had every line from the first. */
  readonly backup: string | null
  readonly lines: number
  /** Null if all could be read, or if there was only a backup. */
  readonly brokenAt: number | null
  /** Null if there was none. */
  readonly keptAs: string | null
}

/**
 * No gateway may run. The old database is kept. The backup is copied, checked and marked as restored: everything unsent
 * is looked up first.
 * @throws StoreRefusal if a gateway runs on the database, or the backup is not ours, damaged or of a newer Resit
 */
export function restoreFromBackup(backup: string, file: string, now: EpochMs): RestoreResult {
  if (!existsSync(backup)) throw new StoreRefusal('not_ours', `there is no file ${backup}`)
  return replaceDatabase(file, now, (fresh) => {
    copyAndCheckBackup(backup, fresh)
    return { backup, lines: 0, brokenAt: null }
  })
}

/**
 * @param make gets a name of a file that does not exist
 * @throws StoreRefusal if a gateway runs on the database; what `make` throws
 */
export function replaceDatabase(
  file: string,
  now: EpochMs,
  make: (fresh: string) => Omit<RestoreResult, 'keptAs'>,
): RestoreResult {
  const release = lockDatabase(file)
  try {
    const bound = authorityBefore(file)
    const fresh = `${file}.restoring`
    for (const path of filesOf(fresh)) rmSync(path, { force: true })
    try {
      const made = make(fresh)
      mark(fresh, bound, now)
      syncFile(fresh)
      const keptAs = quarantine(file, now)
      renameSync(fresh, file)
      syncFolder(dirname(file))
      return { ...made, keptAs }
    } finally {
      for (const path of [...filesOf(fresh), `${fresh}-lock`]) rmSync(path, { force: true })
    }
  } finally {
    release()
  }
}

/** @throws StoreRefusal if it is not ours, damaged or of a newer Resit */
export function copyAndCheckBackup(backup: string, fresh: string): void {
  copyFileSync(backup, fresh)
  // A backup may be a copy of a running gateway's files, with its log.
  if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${fresh}-wal`)
  const looked = lookedAt(fresh, backup)
  if (looked.applicationId !== applicationId) throw new StoreRefusal('not_ours', `${backup} is not a backup of Resit`)
  if (looked.version > newestVersion)
    throw new StoreRefusal('newer_version', `${backup} was written by a newer Resit (schema ${looked.version})`)
  if (looked.damage !== null)
    throw new StoreRefusal('unsafe', `${backup} is damaged (${looked.damage}); take another backup`)
}

/** The authority that the old database was bound to. */
function authorityBefore(file: string): string | null {
  if (!existsSync(file)) return null
  try {
    const database = new Database(file, { readonly: true })
    try {
      return authorityIn(database)
    } finally {
      database.close()
    }
  } catch {
    // An unusable database is a reason to restore.
    return null
  }
}

const authorityIn = (database: Database.Database): string | null => makeSettingStore(database).get('authority') ?? null

function lookedAt(copy: string, backup: string) {
  try {
    return inspectDatabase(copy)
  } catch (cause) {
    throw new StoreRefusal('not_ours', `${backup} is not a database`, { cause })
  }
}

/** Inside the database, so that no crash can part them. */
function mark(copy: string, bound: string | null, now: EpochMs): void {
  const database = new Database(copy)
  try {
    const authority = authorityIn(database)
    if (bound !== null && authority !== null && bound !== authority)
      throw new StoreRefusal('unsafe', `the backup belongs to “${authority}”, this data directory to “${bound}”`)
    makeSettingStore(database).set(restoredSetting, String(now))
  } finally {
    database.close()
  }
}

function quarantine(file: string, now: EpochMs): string | null {
  const there = filesOf(file).filter((path) => existsSync(path))
  if (there.length === 0) return null
  const apart = `${file}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`
  // The log first: alone, it would be applied to the next database.
  for (const path of there.toReversed()) renameSync(path, path.replace(file, apart))
  syncFolder(dirname(file))
  return apart
}

const filesOf = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`]
