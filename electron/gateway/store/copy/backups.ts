import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { partBeside, syncFolder } from '../../platform/durable-file.ts'
import { copyPages } from '../recovery/copy-pages.ts'
import { lookAt } from '../recovery/storage-file.ts'

/** A damaged page is copied too: the backup before stays until the next one was found sound. */
const mostBackups = 2
/** What a backup leaves free for the sales that come meanwhile. */
const roomForSales = 64 * 1024 * 1024

/** @returns the backups in the folder of a copy, the newest first */
export function backupsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /^backup-.+\.db$/.test(name))
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name))
}

/** @returns when the newest backup was made; 0 for none */
export function backedUpAt(folder: string): Instant {
  const [newest] = backupsIn(folder)
  return newest === undefined ? 0 : Math.round(statSync(newest).mtimeMs)
}

/**
 * Backs a database up that is in use. A backup has its name once it was found sound.
 * @returns the oldest backup that stays
 * @throws Error if it could not be made, or the database is damaged
 */
export async function backUpInto(folder: string, database: Database, at: Instant): Promise<string> {
  const file = join(folder, `backup-${new Date(at).toISOString().replaceAll(':', '-')}.db`)
  const part = partBeside(file)
  try {
    refuseWithoutRoom(folder, database)
    writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
    await copyPages(database, part, () => undefined)
    const { damage } = lookAt(part)
    if (damage !== null) throw new Error(`the database is damaged: ${damage}`)
    renameSync(part, file)
    syncFolder(folder)
  } finally {
    for (const path of [part, `${part}-wal`, `${part}-shm`, `${part}-journal`]) rmSync(path, { force: true })
  }
  const backups = backupsIn(folder)
  for (const old of backups.slice(mostBackups)) rmSync(old, { force: true })
  return backups.slice(0, mostBackups).at(-1) ?? file
}

function refuseWithoutRoom(folder: string, database: Database): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < statSync(database.name).size + roomForSales)
    throw Object.assign(new Error(`${folder} has no room for a backup`), { code: 'ENOSPC' })
}

/** What the copy has is of a history that a person did not choose: it stays, under another name. */
export function setAside(folder: string, at: Instant): void {
  if (existsSync(folder)) renameSync(folder, `${folder}-set-aside-${new Date(at).toISOString().replaceAll(':', '-')}`)
}
