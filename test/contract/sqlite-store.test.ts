import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { storeContract } from './store.ts'

storeContract('the store on SQLite', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'resit-store-'))
  const file = join(directory, 'resit.db')
  const first = openSqliteStore(file)
  let current = first
  return {
    store: first,
    async reopen() {
      await current.upkeep.close()
      current = openSqliteStore(file)
      return current
    },
    async close() {
      await current.upkeep.close()
      rmSync(directory, { recursive: true })
    },
  }
})
