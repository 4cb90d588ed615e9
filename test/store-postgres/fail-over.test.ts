import { describe, expect, test } from 'vitest'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { databaseIn } from '../support/store-engine.ts'
import { insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a server that took over and was behind', () => {
  const here = sharedPostgres()

  test('is found out by the next write; it is kept, and nothing goes out until a person has looked', async () => {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    await keep(store, insertion(1))
    expect(await store.journal.status()).toMatchObject({ isTrusted: true, findings: [] })
    // The state of a replica that lags: it has the row of this process, but not its last commits.
    await here.server.ask(databaseIn(url), 'UPDATE writer SET commits = commits - 1')
    await keep(store, insertion(2))
    expect(await store.journal.status()).toMatchObject({ isTrusted: false, findings: [{ code: 'rolled_back' }] })
    const trust = { by: 'person:Aini', at: Date.now(), reason: 'the replica took over', seal: null }
    expect(await store.journal.trust(trust)).toBe('trusted')
    expect(await store.journal.status()).toMatchObject({ isTrusted: true, findings: [] })
    await keep(store, insertion(3))
    expect(await store.journal.status()).toMatchObject({ isTrusted: true })
  })
})
