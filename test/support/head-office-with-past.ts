import { beforeEach } from 'vitest'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import type { PostgresOptions, SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { everythingOf, sellPast } from './past.ts'
import { databaseIn, postgresServer } from './postgres-stores.ts'

/** A head office with two closed months, a sale that waits since then, and some of this month; new for every test. */
export function headOfficeWithPast() {
  const here = postgresServer()
  let url: string
  let store: SharedStore
  let sales: readonly Stored[]

  beforeEach(async () => {
    const shared = await here.shared(1)
    const [only] = shared.stores
    if (!only) throw new Error('no store')
    url = shared.url
    store = only
    sales = await sellPast(store)
  })
  const ask = (text: string) => here.server.ask(databaseIn(url), text)
  return {
    ask,
    get url() {
      return url
    },
    get store() {
      return store
    },
    get sales() {
      return sales
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
