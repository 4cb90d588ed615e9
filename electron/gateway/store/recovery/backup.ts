import { existsSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { partBeside, syncFile, syncFolder } from '../../platform/durable-file.ts'
import { BackupFailure } from '../refusal.ts'
import { logBytesBeside } from '../run.ts'

/** What a backup on the disk of the database itself leaves free for the sales that come meanwhile. */
const roomForSales = 64 * 1024 * 1024

/** Copied at once, and then synced: four megabytes. What waits for the disk unsynced, the sync of a sale waits behind. */
const pagesAtOnce = 1_024

/** While an old state is copied the log cannot be folded back; sales matter more than a slow backup. */
const mostLogBytes = 1024 * 1024 * 1024

interface Making {
  /** Its name until it is whole. */
  readonly part?: string
  /** Looks at it before it has its name. @throws if it must not have it */
  readonly prove?: (part: string) => void
}

/**
 * Copies a database that is in use into a file that was not there before. Under its name there is all of it or nothing:
 * it is made beside, down to the disk, and named last.
 * @throws BackupFailure for any failure; of the database itself that says nothing
 */
export async function backUp(database: Database, file: string, making: Making = {}): Promise<void> {
  const { part = partBeside(file), prove } = making
  if (existsSync(file)) throw new BackupFailure(`${file} exists already; choose another name`)
  try {
    refuseWithoutRoom(database, dirname(file))
    writeFileSync(part, '', { flag: 'wx', mode: 0o600 })
    await copyPages(database, part)
    prove?.(part)
    if (existsSync(file)) throw new Error(`${file} was made by another program meanwhile`)
    renameSync(part, file)
    syncFolder(dirname(file))
  } catch (cause) {
    throw new BackupFailure(`the backup ${file} was not made: ${(cause as Error).message}`, { cause })
  } finally {
    for (const path of ['', '-journal', '-wal', '-shm'].map((end) => part + end)) forget(path)
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

/** Copies the database as it is when this begins, down to the disk. */
async function copyPages(database: Database, part: string): Promise<void> {
  // One state of it from the first page to the last: else every sale would make the copy begin again.
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  await database.backup(part, {
    progress() {
      if (logBytesBeside(database.name) > mostLogBytes)
        throw new Error('it took so long that the log of the database grew too long; try again when less is sold')
      syncFile(part)
      return pagesAtOnce
    },
  })
  syncFile(part)
  database.exec('COMMIT')
}

function forget(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // On a disk that was pulled out there is nothing to forget.
  }
}
