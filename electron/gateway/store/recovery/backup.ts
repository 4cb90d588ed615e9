import { existsSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { partBeside, syncFolder } from '../../platform/durable-file.ts'
import type { Copied } from '../port/port.ts'
import { BackupFailure } from '../refusal.ts'
import { copyApart } from './apart.ts'

/** What a backup on the disk of the database itself leaves free for the sales that come meanwhile. */
const roomForSales = 64 * 1024 * 1024

/** How far backups have come, by the files that they are made for. */
const copies = new Map<string, Copied>()

/** @returns null where no backup is being made for this file */
export const copiedOf = (file: string): Copied | null => copies.get(file) ?? null

/**
 * Copies a database that is in use into a file that was not there before. Under its name there is all of it or nothing:
 * it is made beside, down to the disk, and named last.
 * @param part its name until it is whole
 * @throws BackupFailure whatever is wrong; of the database itself that says nothing
 */
export async function backUp(database: Database, file: string, part = partBeside(file)): Promise<void> {
  if (existsSync(file)) throw new BackupFailure(`${file} exists already; choose another name`)
  try {
    refuseWithoutRoom(database, dirname(file))
    writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
    const note = (copied: Copied) => void copies.set(file, copied)
    note({ doneBytes: 0, totalBytes: 0 })
    await copyApart(database, part, note)
    if (existsSync(file)) throw new Error(`${file} was made by somebody else meanwhile`)
    renameSync(part, file)
    syncFolder(dirname(file))
  } catch (cause) {
    throw new BackupFailure(`the backup ${file} was not made: ${(cause as Error).message}`, { cause })
  } finally {
    copies.delete(file)
    for (const path of [part, `${part}-journal`]) forget(path)
  }
}

/** A full disk would be noticed soon enough, but on the database's own one the tills would notice it too. */
function refuseWithoutRoom(database: Database, folder: string): void {
  const [pages = 0, pageSize = 0] = ['page_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  )
  const { bavail, bsize } = statfsSync(folder)
  const isOwnDisk = statSync(folder).dev === statSync(dirname(database.name)).dev
  if (bavail * bsize < pages * pageSize + (isOwnDisk ? roomForSales : 0))
    throw Object.assign(new Error(`${folder} has no room for it`), { code: 'ENOSPC' })
}

function forget(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // On a disk that was pulled out there is nothing to forget.
  }
}
