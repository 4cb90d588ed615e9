import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { syncFile, syncFolder, tempNameFor } from '../../platform/durable-file.ts'
import { freeBytesIn } from '../disk.ts'
import { BackupFailure } from '../refusal.ts'
import { logBytesBeside } from '../run.ts'

/** Left free on the database's own disk for sales that come meanwhile. */
const roomForSales = 64 * 1024 * 1024

/** Four megabytes, then a sync: a large unsynced write delays the sync of a sale. */
const pagesAtOnce = 1_024

/** The log cannot be folded back during a backup; sales matter more. */
const mostLogBytes = 1024 * 1024 * 1024

/**
 * The file is complete or missing, because it is written and synced under another name first.
 * @param prove throws if the file must not get its name
 * @throws BackupFailure for any failure, which says nothing about the database
 */
export async function backUp(
  database: Database,
  file: string,
  prove?: (part: string) => void,
  part = tempNameFor(file),
): Promise<void> {
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

/** On the database's own disk a backup must not take the room for sales. */
function refuseWithoutRoom(database: Database, folder: string): void {
  const [pages = 0, pageSize = 0] = ['page_count', 'page_size'].map((name) =>
    Number(database.pragma(name, { simple: true })),
  )
  const isOwnDisk = statSync(folder).dev === statSync(dirname(database.name)).dev
  if (freeBytesIn(folder) < pages * pageSize + (isOwnDisk ? roomForSales : 0))
    throw Object.assign(new Error(`${folder} has no room for it`), { code: 'ENOSPC' })
}

/** Copies the database in its present state, and syncs it. */
async function copyPages(database: Database, part: string): Promise<void> {
  // One transaction: otherwise the copy would begin again with every sale.
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
    // On a disk that was pulled out there is nothing to remove.
  }
}
