import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import { openSqliteStore, type SqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const file = freshFile()
let store: SqliteStore
beforeEach(async () => {
  store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
})
afterEach(() => store.upkeep.close())

test('after it is closed everything is refused as a storage failure, and closing again changes nothing', async () => {
  const running = store.records.write({ writes: [insertion(1)] })
  await store.upkeep.close()
  expect((await running).ok).toBe(true)
  await expect(store.records.lastEventSeq()).rejects.toBeInstanceOf(StorageFailure)
  await store.upkeep.close()
})

test('a database that is held by another is refused with the reason', async () => {
  expect(() => openSqliteStore(file.path)).toThrow(
    expect.objectContaining({ name: 'StoreRefusal', reason: 'held_by_another' }),
  )
})

test('how long a write takes is known while it is not durable, and afterwards once', async () => {
  store.storage.takeDelayMs()
  const written = keep(store, insertion(1))
  for (const since = performance.now(); performance.now() - since < 20; );
  expect(store.storage.takeDelayMs()).toBeGreaterThanOrEqual(20)
  await written
  expect(store.storage.takeDelayMs()).toBeGreaterThanOrEqual(20)
  expect(store.storage.takeDelayMs()).toBe(0)
})

test('companies are remembered and follow what is saved', async () => {
  await store.companies.byCode('DEMO')
  await store.companies.save(aCompany({ name: 'Kedai Baharu' }), 'control')
  expect((await store.companies.byCode('DEMO'))?.profile.name).toBe('Kedai Baharu')
})

test('what is not committed is shown by no read, of a write of its own or of another connection (RD1)', async () => {
  const { saleGuid } = insertion(1).record
  const writing = keep(store, insertion(1))
  expect(await store.records.byGuid(saleGuid)).toBeNull()
  const kept = await writing
  expect(await store.records.byGuid(saleGuid)).toEqual(kept)
  const other = new Database(file.path)
  other.exec(
    "BEGIN IMMEDIATE; UPDATE setting SET value = 'changed' WHERE name = 'opened_at'; UPDATE record SET total_payable = '1.00'",
  )
  expect(await store.settings.get('opened_at')).not.toBe('changed')
  expect(await store.records.byGuid(saleGuid)).toEqual(kept)
  expect(await store.companies.list()).toHaveLength(1)
  other.exec('ROLLBACK')
  other.close()
})
