import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../support/postgres.ts'
import { type Open, reopenable } from '../support/stores.ts'
import { storeContract } from './store.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

/** Made ready once; each test has a copy of it. */
const template = 'resit_model'

describe.skipIf(why !== null)('behind the port', () => {
  let server: PostgresServer

  beforeAll(async () => {
    server = await startPostgres()
    await server.ask('postgres', `CREATE DATABASE ${template}`)
    const store = await openPostgresStore(server.url(template))
    await store.upkeep.close()
  })
  afterAll(() => server.remove())

  const open: Open = async () => {
    const url = await server.database(template)
    return reopenable(
      () => openPostgresStore(url),
      () => server.drop(url),
    )
  }
  storeContract('the store on PostgreSQL', open)

  test('leaves backups to the server, and says so', async () => {
    const opened = await open()
    const { store } = opened
    await expect(store.upkeep.backup('copy.db')).rejects.toThrow(/pg_basebackup/)
    expect(await store.upkeep.bytes()).toBeGreaterThan(1_000_000)
    await opened.close()
  })
})
