import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  openPostgresStore,
  type PostgresOptions,
  type SharedStore,
} from '../../electron/gateway/store-postgres/postgres-store.ts'
import { type PostgresServer, startPostgres } from './postgres.ts'
import { aCompany } from './stores.ts'

/** A server for the tests of a file, and for each of them stores that are closed after it. */
export function postgresServer() {
  let server: PostgresServer
  let stores: SharedStore[] = []
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.upkeep.close()))
    stores = []
  })
  afterAll(() => server.remove())
  const open = async (url: string, options?: PostgresOptions): Promise<SharedStore> => {
    const store = await openPostgresStore(url, null, options)
    stores.push(store)
    return store
  }
  return {
    get server() {
      return server
    },
    open,
    async close(store: SharedStore): Promise<void> {
      stores = stores.filter((other) => other !== store)
      await store.upkeep.close()
    },
    /** As many stores as asked for over one new database with a company in it, as in as many processes. */
    async shared(
      count: number,
      options?: PostgresOptions,
    ): Promise<{ readonly url: string; readonly stores: readonly SharedStore[] }> {
      const url = await server.database()
      const opened: SharedStore[] = []
      for (let n = 0; n < count; n += 1) opened.push(await open(url, options))
      await opened[0]?.companies.save(aCompany(), 'control')
      return { url, stores: opened }
    },
  }
}

/** The database of a URL. */
export const databaseIn = (url: string): string => new URL(url).pathname.slice(1)
