import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Open } from './stores.ts'

/** A store in a file of its own, new for every test and gone after it. */
export const storeOnFile =
  (open: (file: string) => Store | Promise<Store>): Open =>
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'resit-store-'))
    const file = join(directory, 'resit.db')
    const first = await open(file)
    let current = first
    return {
      store: first,
      async reopen() {
        await current.upkeep.close()
        current = await open(file)
        return current
      },
      async close() {
        await current.upkeep.close()
        rmSync(directory, { recursive: true })
      },
    }
  }
