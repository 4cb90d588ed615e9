import { expect, test } from 'vitest'
import { openDatabase } from '../../../electron/gateway/store/open.ts'
import { openSqliteStore } from '../../../electron/gateway/store/sqlite-store.ts'
import type { CodeRefresh } from '../../../shared/document/codes.ts'
import { freshFile } from '../../support/database-file.ts'
import { noon } from '../../support/records.ts'

const file = freshFile()

test('the history of refreshes cannot be rewritten and no code is ever deleted, not even with SQL', async () => {
  const store = openSqliteStore(file.path)
  const item = { code: '001', description: 'a' }
  const place = { list: 'classification', source: 'https://codes.example/a.json' } as const
  const made: CodeRefresh = { ...place, at: noon, by: 'control', keptBecause: null, changes: null }
  await store.codes.refreshed([{ ...place, items: [item], obsolete: [], refreshedAt: noon }], [made])
  await store.upkeep.close()
  const database = openDatabase(file.path)
  for (const sql of [
    "UPDATE code_try SET by = 'x'",
    'DELETE FROM code_try',
    'REPLACE INTO code_try SELECT * FROM code_try',
  ])
    expect(() => database.exec(sql), sql).toThrow(/append-only/)
  for (const sql of ['DELETE FROM code', 'REPLACE INTO code SELECT * FROM code'])
    expect(() => database.exec(sql), sql).toThrow(/never deleted/)
  for (const sql of [
    'DELETE FROM code_list',
    "INSERT INTO code_try (list, at, by, source, kept_because, changes) VALUES ('unit', 1, 'x', 'y', 'empty', '{}')",
  ])
    expect(() => database.exec(sql), sql).toThrow(/constraint failed/)
  database.close()
})
