import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { openThreadedStore, type ThreadedStore } from '../../electron/gateway/store/thread/threaded-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aCompany, insertion } from '../support/stores.ts'

const file = freshFile()
let store: ThreadedStore
beforeEach(async () => {
  store = await openThreadedStore(file.path)
  await store.companies.save(aCompany(), 'control')
})
afterEach(() => store.upkeep.close())

test('what cannot travel to the thread fails alone, its neighbours of the same moment do not', async () => {
  const odd = { ...insertion(1), by: (() => 'nobody') as unknown as string }
  const [first, second] = await Promise.allSettled([
    store.records.write({ writes: [odd] }),
    store.records.write({ writes: [insertion(2)] }),
  ])
  expect(first).toMatchObject({ status: 'rejected' })
  expect(second).toMatchObject({ status: 'fulfilled', value: { ok: true } })
})

test('after it is closed everything is refused as a storage failure, and closing again changes nothing', async () => {
  const running = store.records.write({ writes: [insertion(1)] })
  await store.upkeep.close()
  expect((await running).ok).toBe(true)
  await expect(store.records.lastEventSeq()).rejects.toBeInstanceOf(StorageFailure)
  await store.upkeep.close()
})

test('a database that is held by another is refused with the reason', async () => {
  await expect(openThreadedStore(file.path)).rejects.toMatchObject({ name: 'StoreRefusal', reason: 'held_by_another' })
  await store.upkeep.close()
  const other = openSqliteStore(file.path)
  await expect(openThreadedStore(file.path)).rejects.toMatchObject({ reason: 'held_by_another' })
  await other.upkeep.close()
})

test('how long a question waits is known while nobody answers, and afterwards once', async () => {
  store.storage.takeDelayMs()
  const asked = store.settings.get('authority')
  for (const since = performance.now(); performance.now() - since < 20; );
  expect(store.storage.takeDelayMs()).toBeGreaterThanOrEqual(20)
  await asked
  expect(store.storage.takeDelayMs()).toBeGreaterThanOrEqual(20)
  expect(store.storage.takeDelayMs()).toBe(0)
})

test('companies are remembered on this side and follow what is saved', async () => {
  await store.companies.save(aCompany({ name: 'Kedai Baharu' }), 'control')
  expect((await store.companies.byCode('DEMO'))?.profile.name).toBe('Kedai Baharu')
})
