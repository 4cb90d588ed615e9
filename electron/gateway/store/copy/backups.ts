import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { BackupFile } from '../port/copy.ts'
import { backUp } from '../recovery/backup.ts'
import { inspectDatabase } from '../recovery/page-check.ts'

/** A backup may hold a damaged page: of the newest, so many stay in any case. */
const alwaysKept = 2
const mostDays = 7
/** Of all that are kept together, beyond those. */
const mostBytes = 1024 ** 3

/** Of the last days on which one was made the newest stays, too. @param backups the newest first */
export function backupsToKeep(backups: readonly BackupFile[]): readonly BackupFile[] {
  const days = new Set<string>()
  let kept = 0
  return backups.filter(({ at, bytes }, index) => {
    const day = new Date(at).toDateString()
    const isNewestOfDay = !days.has(day) && days.size < mostDays
    days.add(day)
    const stays = index < alwaysKept || (isNewestOfDay && kept + bytes < mostBytes)
    if (stays) kept += bytes
    return stays
  })
}

const newestFirst = (folder: string, names: readonly string[]): readonly string[] =>
  names
    .filter((name) => /^backup-.+\.db$/.test(name))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))

/** @returns the newest first */
export const listBackups = (folder: string): readonly string[] =>
  existsSync(folder) ? newestFirst(folder, readdirSync(folder)) : []

/** The same with the times, for the thread that answers tills: it does not wait for a slow drive. */
export async function readBackups(folder: string): Promise<readonly BackupFile[]> {
  const files = newestFirst(folder, await readdir(folder).catch(() => []))
  const found = await Promise.all(files.map(async (file) => ({ file, found: await stat(file).catch(() => null) })))
  return found.flatMap(({ file, found: written }) =>
    written ? [{ file, at: Math.round(written.mtimeMs), bytes: written.size }] : [],
  )
}

/** @returns 0 for none */
export function lastBackupTimeOf(folder: string): EpochMs {
  const [newest] = listBackups(folder)
  return newest === undefined ? 0 : Math.round(statSync(newest).mtimeMs)
}

/**
 * A backup gets its name only after it was proved. @returns the one before it, or itself @throws Error if it could not
 * be made, or the database is damaged
 */
export async function backUpAndPrune(folder: string, database: Database, at: EpochMs): Promise<string> {
  const file = join(folder, `backup-${new Date(at).toISOString().replaceAll(':', '-')}.db`)
  const prove = (part: string) => {
    const { damage } = inspectDatabase(part)
    if (damage !== null) throw new Sqlite.SqliteError(`the database is damaged: ${damage}`, 'SQLITE_CORRUPT')
  }
  await backUp(database, file, prove)
  const backups = await readBackups(folder)
  const kept = backupsToKeep(backups)
  for (const old of backups) if (!kept.includes(old)) rmSync(old.file, { force: true })
  return kept[1]?.file ?? file
}

/** `set-aside`: a person chose another history. The folder is only renamed. */
export function setFolderAside(folder: string, at: EpochMs, as: 'set-aside' | 'damaged' = 'set-aside'): void {
  if (existsSync(folder)) renameSync(folder, `${folder}-${as}-${new Date(at).toISOString().replaceAll(':', '-')}`)
}

/** @returns a damaged copy that was set aside and that no person has removed yet; null for none */
export function findDamagedCopy(folder: string): string | null {
  const names = existsSync(dirname(folder)) ? readdirSync(dirname(folder)) : []
  const name = names.find((each) => each.startsWith(`${basename(folder)}-damaged-`))
  return name === undefined ? null : join(dirname(folder), name)
}
