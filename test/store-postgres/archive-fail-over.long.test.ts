import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { archiveAll } from '../support/closed-months.ts'
import { everythingOf, sellPast } from '../support/past.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { PostgresCluster } from '../support/postgres-cluster.ts'
import { noon } from '../support/records.ts'
import { aCompany } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a month that is archived while a server is taken over from', () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await PostgresCluster.start()
  }, 60_000)
  afterAll(() => cluster.remove())

  test('has every sale, in the tables or in blocks, and is ended with the one that took over', async () => {
    const options = { patienceMs: 4_000, sending: 'beside_others' } as const
    const store = await openPostgresStore(cluster.url, null, options)
    onTestFinished(() => store.upkeep.close())
    await store.companies.save(aCompany(), 'control')
    const sales = await sellPast(store)
    const before = await everythingOf(store, sales)
    // In the middle of what is written, and of what is taken away; each step may fail meanwhile, and is made later.
    for (const step of ['made', 'removed']) {
      const going = archiveAll(store).catch(() => step)
      await cluster.failOver()
      await Promise.all([going, cluster.completeAgain()])
      await expect.poll(async () => (await everythingOf(store, sales)).seen, { timeout: 30_000 }).toEqual(before.seen)
      await store.upkeep.archiveOn(noon).catch(() => step)
    }
    await expect
      .poll(() => archiveAll(store).then(() => store.upkeep.archives()), { timeout: 30_000 })
      .toMatchObject([{ isDone: true }, { isDone: true }])
    expect((await everythingOf(store, sales)).seen).toEqual(before.seen)
    expect(await store.journal.verify()).toMatchObject({ findings: [], records: sales.length })
  }, 120_000)
})
