import { describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { type Open, reopenable } from '../support/stores.ts'
import { storeContract } from './store.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('behind the port', () => {
  const here = sharedPostgres()

  const open: Open = async () => {
    const url = await here.server.database()
    return reopenable(
      () => openPostgresStore(url),
      () => undefined,
    )
  }
  storeContract('the store on PostgreSQL', open)

  test('leaves backups to the server, and says so', async () => {
    const opened = await open()
    const { store } = opened
    await expect(store.upkeep.backup('copy.db')).rejects.toThrow(/pg_basebackup/)
    await opened.close()
  })
})
