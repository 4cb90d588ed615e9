import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile, open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Sqlite, { type Database } from 'better-sqlite3'
import type { Instant } from '../../../../shared/domain/record.ts'
import { partBeside, syncFile, syncFolder } from '../../platform/durable-file.ts'
import { type ArchiveRow, archiveFolder, archivesOf, isDetachedFrom } from './archives.ts'

type Named = Pick<ArchiveRow, 'name' | 'bytes'>

/**
 * Copies the archives of a database beside a copy of it, those that are not there yet: no file of an archive ever
 * changes. One that is lost here is left out; it is told of where it is lost.
 * @param database of which the copy was made, or any later state of it
 * @param file the copy
 * @returns how many belong to the copy, with those that were there already and those that are lost; not what was detached
 * @throws Error of the file system
 */
export async function copyArchives(database: Database, file: string): Promise<number> {
  const archives = archivesOf(database)
  const rows = archives.rows().filter((row) => !archives.isDetached(row))
  for (const row of rows) await copyOne(row, archiveFolder(database.name), archiveFolder(file))
  return rows.length
}

/**
 * Brings the archives back that lie beside a backup and are missing beside the database that it became.
 * @returns the names of those that are in neither place and were not detached
 * @throws Error of the file system
 */
export function bringArchives(backup: string, file: string, now: Instant): readonly string[] {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    // A backup of an older Resit knows nothing of archives.
    if (Number(database.pragma('user_version', { simple: true })) < firstVersion) return []
    const rows = database.prepare<[], Named>('SELECT name, bytes FROM archive ORDER BY first_line').all()
    const folder = archiveFolder(file)
    for (const row of rows) bringOne(row, archiveFolder(backup), folder)
    return rows.filter((row) => !isThere(row, folder) && !isDetachedFrom(folder, row, now)).map(({ name }) => name)
  } finally {
    database.close()
  }
}

/** Of the schema that knows archives. */
const firstVersion = 330

const isThere = ({ name, bytes }: Named, folder: string): boolean =>
  statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes

async function copyOne(row: Named, from: string, to: string): Promise<void> {
  const target = join(to, row.name)
  // What has another size is no copy of it; whoever reads it says that it is lost, and it is not written over.
  if (existsSync(target) || !isThere(row, from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const part = partBeside(target)
  try {
    await copyFile(join(from, row.name), part, constants.COPYFILE_EXCL)
    const handle = await open(part, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, target)
  } finally {
    rmSync(part, { force: true })
  }
  syncFolder(to)
  syncFolder(dirname(to))
}

/** As above, while nobody waits. */
function bringOne(row: Named, from: string, to: string): void {
  const target = join(to, row.name)
  if (existsSync(target) || !isThere(row, from)) return
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const part = partBeside(target)
  try {
    copyFileSync(join(from, row.name), part, constants.COPYFILE_EXCL)
    chmodSync(part, 0o600)
    syncFile(part)
    renameSync(part, target)
  } finally {
    rmSync(part, { force: true })
  }
  syncFolder(to)
}
