import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { apiOf } from '../support/api.ts'
import { startGateway } from '../support/gateway.ts'
import { invoice } from '../support/till.ts'

const own = 190

/** The rows of a database as a version before webhooks would have had them. */
function makeOlder(file: string): void {
  const before = steps.filter(({ version }) => version < own)
  const old = new Database(`${file}.old`)
  old.pragma('foreign_keys = OFF')
  old.pragma('application_id = 0x52534954')
  for (const { sql } of before) old.exec(sql)
  old.exec(`ATTACH '${file}' AS newer`)
  const tables = old
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE '%VIRTUAL%'",
    )
    .pluck()
    .all() as readonly string[]
  for (const table of tables) {
    const names = (old.pragma(`main.table_info(${table})`) as readonly { readonly name: string }[]).map(
      ({ name }) => name,
    )
    old.exec(`INSERT OR IGNORE INTO main.${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM newer.${table}`)
  }
  old.exec('DETACH newer')
  old.pragma(`user_version = ${before.at(-1)?.version}`)
  old.close()
  rmSync(file)
  const moved = new Database(`${file}.old`)
  moved.exec(`VACUUM INTO '${file}'`)
  moved.close()
  rmSync(`${file}.old`)
}

test('a database of the version before gets its webhooks and keeps its records', async () => {
  const before = await startGateway()
  const api = apiOf(before, await before.token())
  await api.until((await api.submit('sale', 'invoice', invoice('1'))).body, 'Valid')
  await before.close({ keep: true })
  makeOlder(join(before.dataDir, 'resit.db'))

  const after = await startGateway({ dataDir: before.dataDir })
  const { webhooks, records } = after.gateway.store
  const [kept] = await records.changedAfter(0, null, 10)
  expect(kept?.record.saleCode).toBe('1')
  await webhooks.add({ id: 'w', url: 'http://127.0.0.1:9/', companyGuid: null, createdAt: 0 }, 'test')
  expect(await webhooks.targets()).toMatchObject([{ id: 'w', position: await records.lastEventSeq(), waiting: 0 }])
  await after.close()
})
