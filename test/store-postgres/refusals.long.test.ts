import { describe, expect, test } from 'vitest'
import { newestVersion } from '../../electron/gateway/store/schema/steps.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer } from '../support/postgres-stores.ts'
import { eventOf } from '../support/records.ts'
import { databaseIn } from '../support/store-engine.ts'
import { happen, insertion, keep } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

describe.skipIf(why !== null)('a PostgreSQL', () => {
  const here = postgresServer()

  test('that may lose what it has answered is not used', async () => {
    const url = await here.server.database()
    // PostgreSQL changes this setting without a restart.
    await here.server.ask('postgres', 'ALTER SYSTEM SET full_page_writes = off')
    await here.server.ask('postgres', 'SELECT pg_reload_conf()')
    try {
      await expect
        .poll(() =>
          openPostgresStore(url).then(
            (store) => store.upkeep.close(),
            (cause: unknown) => (cause as Error).message,
          ),
        )
        .toMatch(/full_page_writes = off/)
    } finally {
      await here.server.ask('postgres', 'ALTER SYSTEM RESET full_page_writes')
      await here.server.ask('postgres', 'SELECT pg_reload_conf()')
    }
  })

  test('whose database was told not to wait for the disk waits for it all the same', async () => {
    const { url, stores } = await here.shared(1)
    await here.server.ask('postgres', `ALTER DATABASE ${databaseIn(url)} SET synchronous_commit = off`)
    const store = await here.open(url)
    expect(stores).toHaveLength(1)
    expect(await store.records.lastEventSeq()).toBe(1)
  })

  test('that has somebody else’s tables, those of a newer Resit, or of one that was never released, is left alone', async () => {
    const url = await here.server.database()
    await here.server.ask(databaseIn(url), 'CREATE TABLE theirs (id int)')
    await expect(openPostgresStore(url)).rejects.toThrow(/not Resit’s/)
    expect(await here.server.ask(databaseIn(url), "SELECT 1 FROM pg_tables WHERE tablename = 'record'")).toEqual([])
    const own = await here.shared(1)
    await here.server.ask(databaseIn(own.url), `UPDATE schema_version SET version = ${newestVersion + 10}`)
    await expect(openPostgresStore(own.url)).rejects.toThrow(/newer Resit/)
    await here.server.ask(databaseIn(own.url), 'UPDATE schema_version SET version = 100')
    await expect(openPostgresStore(own.url)).rejects.toThrow(/never released .* stays as it is/)
  })

  test('that is not there says so, and does not say the password', async () => {
    const opened = openPostgresStore('postgres://resit:secret@127.0.0.1:1/resit')
    await expect(opened).rejects.toThrow(/cannot be reached/)
    await expect(opened).rejects.not.toThrow(/secret/)
  })

  test('lets nobody change what was written down, not even its owner by mistake', async () => {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    await keep(store, insertion(1))
    const texts = ["UPDATE event SET by = 'me'", 'DELETE FROM event', 'TRUNCATE event CASCADE', 'DELETE FROM record']
    for (const text of texts) await expect(here.server.ask(databaseIn(url), text)).rejects.toThrow(/only grows/)
  })

  const tampered = async (text: string) => {
    const { url, stores } = await here.shared(1)
    const [store] = stores
    if (!store) throw new Error('no store')
    const sent = await happen(store, await keep(store, insertion(1)), eventOf.claimed, eventOf.taken)
    await keep(store, insertion(2))
    expect(await store.journal.verify()).toMatchObject({ findings: [] })
    await here.server.ask(databaseIn(url), `SET session_replication_role = replica; ${text}`)
    const { findings } = await store.journal.verify()
    return { store, sent, codes: new Set(findings.map(({ code }) => code)) }
  }

  test.each([
    ["UPDATE record SET total_payable = '1.00' WHERE seq = 2", ['row_damaged']],
    ["UPDATE record SET submitted_day = '2026-01-01' WHERE seq = 2", ['row_differs']],
    ["UPDATE event SET facts = '{}' WHERE seq = 2", ['entry_changed']],
    ["UPDATE event SET body = 'x' WHERE seq = 2", ['entry_changed']],
    ['DELETE FROM event WHERE seq = 4', ['lines_lost']],
    ["UPDATE event SET by = 'nobody' WHERE record_seq IS NULL", ['entry_changed']],
  ])('shows what whoever may do everything there did: %s', async (text, found) => {
    const { codes, store } = await tampered(text)
    expect([...codes]).toEqual(expect.arrayContaining(found))
    expect(await store.journal.status()).toMatchObject({ isTrusted: false })
  })

  test('of which no person vouches for a damaged row, and its events say what was written', async () => {
    const { store } = await tampered("UPDATE record SET total_payable = '1.00' WHERE seq = 2")
    const guid = insertion(2).record.saleGuid
    expect((await store.records.byGuid(guid))?.record.totalPayable).toBe(insertion(2).record.totalPayable)
    expect(await store.journal.trust({ by: 'person:Aminah', at: 2, reason: 'looked at' })).toBe('history_differs')
  })
})
