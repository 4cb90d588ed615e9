import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { openThreadedStore } from '../../electron/gateway/store/thread/threaded-store.ts'
import type { Open } from '../support/stores.ts'
import { storeContract } from './store.ts'
import { backupContract } from './store-access.ts'

const onFile =
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

storeContract('the store on SQLite', onFile(openSqliteStore))
describe('in its file', () => {
  backupContract(onFile(openSqliteStore))
})
describe('in its thread', () => {
  backupContract(onFile(openThreadedStore))
})
storeContract('the store in its thread', onFile(openThreadedStore))
storeContract(
  'the store in its thread, with a reader of its own',
  onFile((file) => openThreadedStore(file, undefined, 0)),
)
