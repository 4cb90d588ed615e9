import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { BackupFile } from '../port/copy.ts'
import { backUp } from '../recovery/backup.ts'
import { inspectDatabase } from '../recovery/page-check.ts'

/** A backup may hold a damaged page: the older one stays until the new one is proved. */
const mostBackups = 2
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
  return found.flatMap(({ file, found: written }) => (written ? [{ file, at: Math.round(written.mtimeMs) }] : []))
}

/** @returns 0 for none */
export function lastBackupTimeOf(folder: string): EpochMs {
  const [newest] = listBackups(folder)
  return newest === undefined ? 0 : Math.round(statSync(newest).mtimeMs)
}

/**
 * A backup gets its name only after it was proved. @returns the oldest backup that stays @throws Error if it could not
 * be made, or the database is damaged
 */
export async function backUpAndPrune(folder: string, database: Database, at: EpochMs): Promise<string> {
  const file = join(folder, `backup-${new Date(at).toISOString().replaceAll(':', '-')}.db`)
  const prove = (part: string) => {
    const { damage } = inspectDatabase(part)
    if (damage !== null) throw new Sqlite.SqliteError(`the database is damaged: ${damage}`, 'SQLITE_CORRUPT')
  }
  await backUp(database, file, { prove })
  const backups = listBackups(folder)
  for (const old of backups.slice(mostBackups)) rmSync(old, { force: true })
  return backups.slice(0, mostBackups).at(-1) ?? file
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
