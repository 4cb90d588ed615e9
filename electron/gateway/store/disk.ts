import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { WriteGuard } from './group-commit.ts'
import { assertDurable } from './open.ts'
import { Reserve } from './recovery/reserve.ts'
import { StorageFailure, troubleOf } from './refusal.ts'
import type { StorageMonitor } from './storage-monitor.ts'

/** Later than the moment when tills look for the gateway. */
const reserveAfterMs = 1_000

export const createDiskReserve = (file: string): Reserve => new Reserve(join(dirname(file), 'reserve'))

/**
 * After an error nothing new is stored until a write works. On a full disk only answers of the authority are written,
 * into the reserve. @param writer the connection that writes
 */
export function watchDisk(writer: Database, monitor: StorageMonitor): WriteGuard & { stop(): void } {
  const reserve = createDiskReserve(writer.name)
  // After a failed sync, pages in memory may never reach the disk. A checkpoint writes each of them again.
  const takesWrites = async () => {
    writer.pragma('wal_checkpoint(TRUNCATE)')
    assertDurable(writer)
  }
  const hasRoom = async () => {
    await reserve.keep()
    await takesWrites()
  }
  const isFull = (cause?: unknown) =>
    monitor.failed(new StorageFailure('the disk is full', { cause, trouble: 'full' }), hasRoom)
  if (!reserve.fits()) isFull()
  const putBy = () =>
    reserve.keep().catch((cause: unknown) => {
      // The next start tries again.
      if (troubleOf(cause) === 'full') isFull(cause)
    })
  const timer = setTimeout(() => void putBy(), reserveAfterMs).unref()
  return {
    refusal(mayUseReserve) {
      const { state } = monitor.status
      if (state === 'sound' || (state === 'full' && mayUseReserve)) return null
      return new StorageFailure('the storage takes nothing now', { trouble: state })
    },
    failed: (failure) => monitor.failed(failure, failure.trouble === 'full' ? hasRoom : takesWrites),
    giveUpReserve: () => reserve.giveUp(),
    timed: (answered) => monitor.timed(answered),
    stop() {
      clearTimeout(timer)
      monitor.close()
    },
  }
}
