import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  openPostgresStore,
  type PostgresOptions,
  type SharedStore,
} from '../../electron/gateway/store-postgres/postgres-store.ts'
import { databasePool } from './database-pool.ts'
import { type PostgresDatabases, type PostgresServer, startPostgres } from './postgres.ts'
import { serverVariable } from './store-engine.ts'
import { aCompany } from './stores.ts'

/** A server for the tests of one file, which may stop it. Stores are closed after each test. */
export function postgresServer() {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  return storesOn(() => server)
}

/** The same on the server that all files of the project `postgres` share. */
export function sharedPostgres() {
  // Registered first, so that it runs last: the stores are closed by then.
  afterEach(() => pool?.giveBack())
  return storesOn(() => (pool ??= databasePool(String(process.env[serverVariable]))))
}

/** Kept for the next file in the same process. */
let pool: ReturnType<typeof databasePool> | null = null

function storesOn<Server extends PostgresDatabases>(serverNow: () => Server) {
  let stores: SharedStore[] = []
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.upkeep.close()))
    stores = []
  })
  const open = async (url: string, options?: PostgresOptions): Promise<SharedStore> => {
    const store = await openPostgresStore(url, options)
    stores.push(store)
    return store
  }
  return {
    get server() {
      return serverNow()
    },
    open,
    async close(store: SharedStore): Promise<void> {
      stores = stores.filter((other) => other !== store)
      await store.upkeep.close()
    },
    /** Several stores over one new database with a company, as in several processes. */
    async shared(
      count: number,
      options?: PostgresOptions,
    ): Promise<{ readonly url: string; readonly stores: readonly SharedStore[] }> {
      const url = await serverNow().database()
      const opened: SharedStore[] = []
      for (let n = 0; n < count; n += 1) opened.push(await open(url, options))
      await opened[0]?.companies.save(aCompany(), 'control')
      return { url, stores: opened }
    },
  }
}
