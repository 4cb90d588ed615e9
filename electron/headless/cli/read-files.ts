import type { DataDir } from '../../gateway/installation/data-dir.ts'
import type { Store } from '../../gateway/store/port/port.ts'
import { troubleOf } from '../../gateway/store/refusal.ts'
import { openStoreToRead } from '../../gateway/store/sqlite-store.ts'

/**
 * What lies in a data directory, without a gateway and without a trace: also if one runs, or if it belongs to another user.
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

/** An error of the disk at the end does not matter: all was read. */
export function ignoreTrouble(cause: unknown): void {
  if (troubleOf(cause) === null) throw cause
}
