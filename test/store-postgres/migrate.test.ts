import { describe, expect, test } from 'vitest'
import { newestVersion, steps } from '../../electron/gateway/store-postgres/migrations/migrate.ts'
import { openPostgresStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { archiveAll } from '../support/closed-months.ts'
import { everythingOf, sellPast } from '../support/past.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { databaseIn, postgresServer } from '../support/postgres-stores.ts'
import { aCompany } from '../support/stores.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

/** The step that brought what closed months are kept in; every table before it is as it was. */
const before = 130

describe.skipIf(why !== null)('a head office’s database of an earlier Resit', () => {
  const here = postgresServer()

  test('is brought up to date with its sales, and its closed months are archived then', async () => {
    const now = await here.server.database()
    const store = await openPostgresStore(now)
    await store.companies.save(aCompany(), 'control')
    const sales = await sellPast(store)
    const kept = await everythingOf(store, sales)
    await store.upkeep.close()
    const old = await here.server.database()
    const ask = (text: string) => here.server.ask(databaseIn(old), text)
    await ask('CREATE EXTENSION pg_trgm')
    await ask('CREATE TABLE schema_version (version integer NOT NULL)')
    for (const { version, sql } of steps) if (version <= before) await ask(sql)
    await ask(`INSERT INTO schema_version VALUES (${before})`)
    await copyRows(now, old)
    const brought = await here.open(old)
    expect(await ask('SELECT version FROM schema_version')).toEqual([{ version: newestVersion }])
    expect(await everythingOf(brought, sales)).toEqual(kept)
    expect(await brought.journal.verify()).toMatchObject({ findings: [], records: sales.length })
    expect(await archiveAll(brought)).toBe(2)
    expect(await everythingOf(brought, sales)).toEqual(kept)
    expect(await brought.journal.verify()).toMatchObject({ findings: [], records: sales.length })
  })

  /** Every row of every table that the older one has. */
  async function copyRows(from: string, to: string): Promise<void> {
    const tables = await here.server.ask(
      databaseIn(to),
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND table_name <> 'schema_version'",
    )
    let copied = 0
    for (const { name } of tables) {
      const [rows] = await here.server.ask(
        databaseIn(from),
        `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${String(name)} t`,
      )
      const all = String(rows?.['all'])
      const quoted = `$rows$${all}$rows$`
      await here.server.ask(
        databaseIn(to),
        `SET session_replication_role = replica; DELETE FROM ${String(name)};
         INSERT INTO ${String(name)} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(null::public.${String(name)}, ${quoted}::json)`,
      )
      copied += (JSON.parse(all) as unknown[]).length
    }
    expect(copied).toBeGreaterThan(281)
  }
})
