import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { syncFile, syncFolder } from '../../platform/durable-file.ts'
import { FolderLock } from '../folder-lock.ts'
import { restoredSetting } from '../log/journal.ts'
import { applicationId, openDatabase } from '../open.ts'
import { StoreRefusal } from '../refusal.ts'
import { hasLogBeside, noteFolded } from '../run.ts'
import { newestVersion } from '../schema/steps.ts'
import { prepareSetting } from '../setting.ts'
import { lookAt } from './page-check.ts'

export interface Restored {
  /** The backup it was made of; null if the copy had every line from the first on. */
  readonly backup: string | null
  /** Lines that the copy had besides. */
  readonly lines: number
  /** The first line of the copy that could not be read; null if all could, or if there was only a backup. */
  readonly brokenAt: number | null
  /** Where the database that was there is kept; null if there was none. */
  readonly keptAs: string | null
}

/**
 * Puts a backup in the place of the database, while no gateway runs. What was there is kept apart. The backup is copied
 * and looked at first, and says of itself that it is one: everything in it that could still be sent is looked up before.
 * @throws StoreRefusal if a gateway runs on the database, or the backup is none of ours, damaged or of a newer Resit
 */
export function restoreDatabase(backup: string, file: string, now: Instant): Restored {
  if (!existsSync(backup)) throw new StoreRefusal('not_ours', `there is no file ${backup}`)
  return putBack(file, now, (fresh) => {
    copyBackup(backup, fresh)
    return { backup, lines: 0, brokenAt: null }
  })
}

/** @param fresh a file that is not there @param lock of the database, held */
type Make = (fresh: string, lock: FolderLock) => Omit<Restored, 'keptAs'>

/**
 * Puts what is made beside the database in its place.
 * @throws StoreRefusal if a gateway runs on the database; what `make` throws
 */
export function putBack(file: string, now: Instant, make: Make): Restored {
  const lock = new FolderLock(file)
  try {
    const bound = authorityBefore(file, lock)
    const fresh = `${file}.restoring`
    for (const path of filesOf(fresh)) rmSync(path, { force: true })
    try {
      const made = make(fresh, lock)
      mark(fresh, bound, now)
      syncFile(fresh)
      const keptAs = quarantine(file, now)
      renameSync(fresh, file)
      syncFolder(dirname(file))
      return { ...made, keptAs }
    } finally {
      for (const path of filesOf(fresh)) rmSync(path, { force: true })
    }
  } finally {
    lock.release()
  }
}

/** @throws StoreRefusal if it is none of ours, damaged or of a newer Resit */
export function copyBackup(backup: string, fresh: string): void {
  copyFileSync(backup, fresh)
  // A copy of the files of a gateway that ran is a backup too, with its log.
  if (existsSync(`${backup}-wal`)) copyFileSync(`${backup}-wal`, `${fresh}-wal`)
  const looked = lookedAt(fresh, backup)
  if (looked.applicationId !== applicationId) throw new StoreRefusal('not_ours', `${backup} is not a backup of Resit`)
  if (looked.version > newestVersion)
    throw new StoreRefusal('newer_version', `${backup} was written by a newer Resit (schema ${looked.version})`)
  if (looked.damage !== null)
    throw new StoreRefusal('unsafe', `${backup} is damaged (${looked.damage}); take another backup`)
}

/** Folds the log of the present database back, too: a log left behind would be taken for that of the next one. */
function authorityBefore(file: string, lock: FolderLock): string | null {
  lock.hold()
  if (!existsSync(file)) return null
  const hadLog = hasLogBeside(file)
  try {
    const database = openDatabase(file, lock)
    try {
      if (hadLog) noteFolded(database)
      return authorityIn(database)
    } finally {
      database.close()
    }
  } catch (cause) {
    if (cause instanceof StoreRefusal && cause.reason === 'held_by_another') throw cause
    // That it cannot be used is a reason to restore.
    return null
  }
}

const authorityIn = (database: Database.Database): string | null => prepareSetting(database).get('authority') ?? null

function lookedAt(copy: string, backup: string) {
  try {
    return lookAt(copy)
  } catch (cause) {
    throw new StoreRefusal('not_ours', `${backup} is not a database`, { cause })
  }
}

/** Inside the database itself, so that no crash parts the two. */
function mark(copy: string, bound: string | null, now: Instant): void {
  const database = new Database(copy)
  try {
    const authority = authorityIn(database)
    if (bound !== null && authority !== null && bound !== authority)
      throw new StoreRefusal('unsafe', `the backup belongs to “${authority}”, this data directory to “${bound}”`)
    prepareSetting(database).set(restoredSetting, String(now))
  } finally {
    database.close()
  }
}

function quarantine(file: string, now: Instant): string | null {
  const there = filesOf(file).filter((path) => existsSync(path))
  if (there.length === 0) return null
  const apart = `${file}.set-aside-${new Date(now).toISOString().replaceAll(':', '-')}`
  // The log first: alone it would be taken for that of the next database.
  for (const path of there.toReversed()) renameSync(path, path.replace(file, apart))
  syncFolder(dirname(file))
  return apart
}

const filesOf = (file: string): readonly string[] => [file, `${file}-wal`, `${file}-shm`]
