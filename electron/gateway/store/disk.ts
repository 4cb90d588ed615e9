import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from 'better-sqlite3'
import { assertDurable } from './open.ts'
import { StorageMonitor } from './storage-monitor.ts'

/** With less, the next sales would fail at once. */
const leastFreeBytes = 4 * 1024 * 1024

/** What a process without rights of an administrator may still write. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export const hasRoomForSales = (file: string): boolean => freeBytesIn(dirname(file)) >= leastFreeBytes

/** After an error nothing is stored until a write works. @param writer the connection that writes */
export function monitorWrites(writer: Database): StorageMonitor {
  const monitor = new StorageMonitor(async () => {
    if (monitor.status.state === 'full' && !hasRoomForSales(writer.name)) throw new Error('the disk is full')
    // After a failed sync, pages in memory may never reach the disk. A checkpoint writes each of them again.
    writer.pragma('wal_checkpoint(TRUNCATE)')
    assertDurable(writer)
  })
  return monitor
}
