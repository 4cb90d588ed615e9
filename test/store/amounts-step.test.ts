import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { isIntact, rowHash } from '../../electron/gateway/store/row-hash.ts'
import { cellsOf, fixedColumns, livingColumns, namesOf, type RecordRow } from '../../electron/gateway/store/rows.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { recordIn } from '../support/records.ts'

const file = freshFile()
const before = 140

/** A database as the version before left it, with a record and the hash that it was given. */
function makeOld(): void {
  const database = new Database(file.path)
  database.pragma('application_id = 0x52534954')
  for (const { version, sql } of steps) if (version <= before) database.exec(sql)
  database.pragma(`user_version = ${before}`)
  const record = recordIn('valid')
  database
    .prepare(
      'INSERT INTO company (id, guid, code, profile, rules, created_at, updated_at) VALUES (1, ?, ?, ?, ?, 0, 0)',
    )
    .run(record.companyGuid, record.companyCode, '{}', '{}')
  const columns = [...fixedColumns, ...livingColumns]
  const values = cellsOf(columns, record)
  const cells = [['company_id', 1] as const, ...namesOf(columns).map((name, at) => [name, values[at] ?? null] as const)]
  const known = new Set(database.prepare<[], string>(`SELECT name FROM pragma_table_info('record')`).pluck().all())
  const old = cells.filter(([name]) => known.has(name))
  const hash = rowHash(
    old.map(([name]) => name),
    old.map(([, cell]) => cell),
  )
  const written = [...old, ['submitted_day', '2026-11-20'] as const, ['row_hash', hash] as const]
  database
    .prepare(`INSERT INTO record (${written.map(([name]) => name).join()}) VALUES (${written.map(() => '?').join()})`)
    .run(...written.map(([, cell]) => cell))
  database.close()
}

test('what was kept before differs in nothing, is read as it was, and its row is still as it was written', async () => {
  makeOld()
  const { saleGuid } = recordIn('valid')
  const store = openSqliteStore(file.path)
  try {
    const stored = await store.records.byGuid(saleGuid)
    expect(stored?.record).toEqual({ ...recordIn('valid'), roundingDifference: null, buyerDiffers: false })
  } finally {
    await store.upkeep.close()
  }
  const database = new Database(file.path, { readonly: true })
  const [row] = database.prepare('SELECT * FROM record').all() as RecordRow[]
  expect(row && isIntact(row)).toBe(true)
  expect(row).toMatchObject({ rounding_difference: null, buyer_differs: 0 })
  database.close()
})
