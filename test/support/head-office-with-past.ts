import { beforeAll, beforeEach } from 'vitest'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import {
  openPostgresStore,
  type PostgresOptions,
  type SharedStore,
} from '../../electron/gateway/store-postgres/postgres-store.ts'
import { everythingOf, sellPast } from './past.ts'
import { databaseIn, postgresServer } from './postgres-stores.ts'
import { aCompany } from './stores.ts'

/** A head office with two closed months, a sale that waits since then, and some of this month; new for every test. */
export function headOfficeWithPast() {
  const here = postgresServer()
  let template: string
  let url: string
  let store: SharedStore
  let sales: readonly Stored[]

  beforeAll(async () => {
    template = await here.server.database()
    const past = await openPostgresStore(template)
    await past.companies.save(aCompany(), 'control')
    sales = await sellPast(past)
    await past.upkeep.close()
  })
  beforeEach(async () => {
    url = await here.server.database(databaseIn(template))
    store = await here.open(url)
  })
  const ask = (text: string) => here.server.ask(databaseIn(url), text)
  return {
    ask,
    get server() {
      return here.server
    },
    get url() {
      return url
    },
    get store() {
      return store
    },
    /** Of the oldest sale. */
    get first(): Stored {
      const [sale] = sales
      if (!sale) throw new Error('there is no sale')
      return sale
    },
    /** As in another process. */
    open: (options?: PostgresOptions) => here.open(url, options),
    close: (other: SharedStore) => here.close(other),
    rowsIn: async (table: string) => Number((await ask(`SELECT count(*) AS count FROM ${table}`))[0]?.['count']),
    all: (from: SharedStore = store) => everythingOf(from, sales),
  }
}
