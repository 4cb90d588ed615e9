import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { BackupFailure } from './refusal.ts'
import { syncFile, syncFolder } from './storage-file.ts'

/** What a backup on the disk of the database itself leaves free for the sales that come meanwhile. */
const roomForSales = 64 * 1024 * 1024

/**
 * Copies a database that is in use into a file that was not there before. Under its name there is all of it or nothing:
 * it is made beside, down to the disk, and named last.
 * @param part its name until it is whole
 * @throws BackupFailure whatever is wrong; of the database itself that says nothing
 */
export async function backUp(database: Database, file: string, part = nameBeside(file)): Promise<void> {
  if (existsSync(file)) throw new BackupFailure(`${file} exists already; choose another name`)
  try {
    refuseWithoutRoom(database, dirname(file))
    writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
    await database.backup(part)
    syncFile(part)
    if (existsSync(file)) throw new Error(`${file} was made by somebody else meanwhile`)
    renameSync(part, file)
    syncFolder(dirname(file))
  } catch (cause) {
    throw new BackupFailure(`the backup ${file} was not made: ${(cause as Error).message}`, { cause })
  } finally {
    for (const path of [part, `${part}-journal`]) forget(path)
  }
}

/** Of chance: nobody can have put a link there. */
const nameBeside = (file: string): string => `${file}.${randomBytes(6).toString('hex')}.part`

/** A full disk would be noticed soon enough, but on the database's own one the tills would notice it too. */
function refuseWithoutRoom(database: Database, folder: string): void {
  const [pages = 0, pageSize = 0] = ['page_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  )
  const { bavail, bsize } = statfsSync(folder)
  const isOwnDisk = statSync(folder).dev === statSync(dirname(database.name)).dev
  if (bavail * bsize < pages * pageSize + (isOwnDisk ? roomForSales : 0))
    throw new Error(`${folder} has no room for it`)
}

function forget(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // On a disk that was pulled out there is nothing to forget.
  }
}
