import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { WritesWatch } from './group-commit.ts'
import { assertDurable } from './open.ts'
import { StorageFailure } from './refusal.ts'
import type { StorageMonitor } from './storage-monitor.ts'

/** The next sales must not fail at once. */
const roomForSalesBytes = 4 * 1024 * 1024

/** Whether the disk of a database has room for some sales. */
export function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize >= roomForSalesBytes
}

/**
 * Looks after the disk under a database. After an error nothing is kept until a write has worked. What the authority
 * answered meanwhile is in doubt, and is looked up then.
 * @param writer the connection that writes
 */
export function watchDisk(writer: Database, monitor: StorageMonitor): WritesWatch & { stop(): void } {
  // A failed sync may leave pages in memory that never reached the disk: folding the log back writes each of them again.
  const takesWrites = async () => {
    writer.pragma('wal_checkpoint(TRUNCATE)')
    assertDurable(writer)
  }
  const hasRoomAgain = async () => {
    if (!hasRoom(writer.name)) throw new Error('the disk has no room for sales')
    await takesWrites()
  }
  const failed = (failure: StorageFailure) =>
    monitor.failed(failure, failure.trouble === 'full' ? hasRoomAgain : takesWrites)
  if (!hasRoom(writer.name)) failed(new StorageFailure('the disk is full', { trouble: 'full' }))
  return {
    refusal() {
      const { state } = monitor.status
      return state === 'sound' ? null : new StorageFailure('the storage takes nothing now', { trouble: state })
    },
    failed,
    timed: (answered) => monitor.timed(answered),
    stop: () => monitor.close(),
  }
}
