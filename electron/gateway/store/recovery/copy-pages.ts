import type { Database } from 'better-sqlite3'
import { syncFile } from '../../platform/durable-file.ts'
import type { Copied } from '../port/port.ts'

/** Copied at once, and then synced: four megabytes. What waits for the disk unsynced, the sync of a sale waits behind. */
const pagesAtOnce = 1_024

/**
 * Copies a database that is in use, as it is when this begins, down to the disk.
 * @param part a file that is there and empty
 * @param tell how far it has come, again and again
 */
export async function copyPages(database: Database, part: string, tell: (copied: Copied) => void): Promise<void> {
  // One state of it from the first page to the last: else every sale would make the copy begin again.
  database.exec('BEGIN')
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  const pageBytes = Number(database.pragma('page_size', { simple: true }))
  const told = ({ totalPages, remainingPages }: { readonly totalPages: number; readonly remainingPages: number }) =>
    tell({ doneBytes: (totalPages - remainingPages) * pageBytes, totalBytes: totalPages * pageBytes })
  const end = await database.backup(part, {
    progress: (now) => {
      told(now)
      syncFile(part)
      return pagesAtOnce
    },
  })
  // Of its last pages it tells when it is over.
  told(end)
  syncFile(part)
}
