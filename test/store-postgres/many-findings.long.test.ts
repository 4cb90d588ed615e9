import { describe, expect, test } from 'vitest'
import { maxListed } from '../../shared/domain/journal-finding.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { noon } from '../support/records.ts'
import { databaseIn } from '../support/store-engine.ts'
import { insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('of very many findings in a head office', () => {
  const here = sharedPostgres()

  async function filled() {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store was opened')
    await Promise.all(Array.from({ length: 250 }, (_, at) => keep(store, insertion(at + 1))))
    return { store, ask: (sql: string) => here.server.ask(databaseIn(url), sql) }
  }

  test('a proof keeps the first and how many there are', async () => {
    const { store, ask } = await filled()
    await ask("UPDATE record SET total_payable = '912.72'")
    await store.journal.verify()
    const { findings, findingCount } = await store.journal.status()
    expect([findings.length, findingCount]).toEqual([maxListed, 250])
    const [kept] = await ask("SELECT length(value) AS length FROM setting WHERE name = 'findings'")
    expect(Number(Object.values(kept ?? {})[0])).toBeLessThan(20_000)
  })

  test('no word mends a row that nothing tells of', async () => {
    const { store, ask } = await filled()
    await ask(`CREATE TEMP TABLE other AS SELECT * FROM record WHERE seq = 4;
      UPDATE other SET seq = 900, sale_guid = 'aaaaaaaa-0000-4000-8000-000000000900', sale_code = 'X-900', document_number = 'X-900';
      INSERT INTO record SELECT * FROM other`)
    expect(await store.journal.trust({ by: 'person:Aini', at: noon, reason: 'seen' })).toBe('history_differs')
    expect((await store.journal.status()).isTrusted).toBe(false)
  })
})
