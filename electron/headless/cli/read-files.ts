import type { DataDir } from '../../gateway/installation/data-dir.ts'
import type { Store } from '../../gateway/store/port/port.ts'
import { troubleOf } from '../../gateway/store/refusal.ts'
import { openStoreToRead } from '../../gateway/store/sqlite-store.ts'

/**
 * What lies in a data directory, without a gateway and without a trace: also where one runs, or where it is somebody else's.
 * @throws Error where it cannot be read
 */
export async function readFiles<Read>({ database }: DataDir, read: (store: Store) => Promise<Read>): Promise<Read> {
  const store = openStoreToRead(database)
  try {
    return await read(store)
  } finally {
    await store.upkeep.close().catch(ignoreTrouble)
  }
}

/** What was read is read, whatever the disk says at the end. */
export function ignoreTrouble(cause: unknown): void {
  if (troubleOf(cause) === null) throw cause
}
