import { describe, expect, test } from 'vitest'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { fillPostgres } from '../bench/fill-postgres.ts'
import { listQuery } from '../support/list-query.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf } from '../support/records.ts'
import { databaseIn } from '../support/store-engine.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const records = 20_000

describe.skipIf(why !== null)('an outlet of many that never sold anything', () => {
  const here = sharedPostgres()

  test('is answered without a look at what the others sold', async () => {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    await happen(store, await keep(store, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
    await fillPostgres({ url, records, outlets: 20, days: 10 }, () => undefined)
    /** The number of rows of the table that were read so far. Each connection reports its number at its end. */
    const looks = async () => {
      const text = `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS looks
        FROM pg_stat_user_tables WHERE relname = 'record'`
      return Number((await here.server.ask(databaseIn(url), text))[0]?.['looks'])
    }
    const looked = async (query: (asked: SharedStore) => Promise<unknown>) => {
      const asked = await here.open(url)
      const before = await looks()
      await query(asked)
      await here.close(asked)
      // Another program's connection does not use this table.
      return (await looks()) - before
    }
    const { companyGuid } = aCompany().profile
    const range = {
      companyGuid,
      family: 'sale',
      kind: 'invoice',
      from: '2020-01-01',
      to: '2040-01-01',
      after: null,
    } as const
    const all = await looked((asked) => asked.records.range({ ...range, outletName: null, limit: records }))
    expect(all).toBeGreaterThan(records / 2)
    const nowhere = (asked: SharedStore) => asked.records.range({ ...range, outletName: 'Nowhere', limit: 26 })
    expect(await nowhere(store)).toEqual([])
    expect(await looked(nowhere)).toBeLessThan(records / 10)
    expect(await looked((asked) => asked.records.list(listQuery({ outletName: 'Nowhere' })))).toBeLessThan(records / 10)
  })
})
