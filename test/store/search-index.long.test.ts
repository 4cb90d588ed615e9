import { closeSync, mkdirSync, openSync, rmdirSync, statSync, writeFileSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { CountQuery, ListQuery } from '../../electron/gateway/store/port/records.ts'
import { SearchIndex } from '../../electron/gateway/store/records/search-index.ts'
import { searching } from '../../electron/gateway/store/records/searching.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { listQuery } from '../support/list-query.ts'
import { aContent, eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'

const file = freshFile()
let store: Store
let database: Database.Database
beforeEach(async () => {
  store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  database = new Database(file.path, { readonly: true })
})
afterEach(async () => {
  database.close()
  await store.upkeep.close()
})

const indexFile = () => `${file.path}-search`
const complete = (index: SearchIndex) => {
  for (let step = 0; step < 100; step += 1) if (index.goOn()) return index
  throw new Error('the index never became complete')
}

const buyers = ['Restoran Nasi Kandar Contoh', 'Kedai Runcit 林記', 'Ćevapi & Co. "Contoh"', 'Bengkel Motor Ali']

async function sell(count: number): Promise<void> {
  const writes = Array.from({ length: count }, (_, at) => {
    const BUYER = { NAME: buyers[at % buyers.length], TIN: `C2083057${String(at).padStart(4, '0')}` }
    const names = { totalPayable: `${at % 40}.50`, documentNumber: `KLCC-T1-${at}` }
    return insertion(at, names, { body: Buffer.from(JSON.stringify({ BUYER })) })
  })
  await store.records.write({ writes })
}

const texts = [
  'nasi kandar',
  'NASI',
  'kandar nasi',
  '林記',
  '林記 runcit',
  'ćevapi',
  'co. "contoh"',
  'al',
  'zzz',
  'C20830570017',
  'klcc-t1-3',
  '0017',
  '12.50',
  'rm 12.5',
  'RM12.50 nasi',
  '5e1f0000',
  '5e1f',
  'a b',
  'uuid-17x',
]

test('by words the same is found and counted as by a look at every record, and none but those that may match is looked at (RD1)', async () => {
  await sell(2_500)
  const seen: (readonly number[] | undefined)[] = []
  const noted = {
    list: (query: ListQuery) => {
      seen.push(query.among)
      return store.records.list(query)
    },
    count: (query: CountQuery) => store.records.count(query),
  }
  const index = complete(new SearchIndex(indexFile(), database))
  const found = searching(noted, index)
  for (const text of texts) {
    for (const over of [
      {},
      { limit: 7 },
      { before: { issuedAt: noon - 60_000, seq: 300 } },
      { statuses: ['Pending'] as const, leastHundredths: 1_200 },
    ]) {
      const query = listQuery({ text, limit: 3_000, ...over })
      expect(await found.list(query), text).toEqual(await store.records.list(query))
      expect(await found.count(query), text).toEqual(await store.records.count(query))
    }
  }
  seen.length = 0
  expect(await found.list(listQuery({ text: 'nobody like that' }))).toEqual([])
  expect(seen).toEqual([[]])
  // What came since is looked at besides, until it is in the index.
  const late = await keep(store, insertion(9_001, {}, { body: Buffer.from('{"BUYER":{"NAME":"Somebody late"}}') }))
  seen.length = 0
  expect((await found.list(listQuery({ text: 'somebody late' }))).map(({ seq }) => seq)).toEqual([late.seq])
  expect(seen).toEqual([[late.seq]])
})

test('an index that is not made yet hides nothing', async () => {
  await sell(30)
  const found = searching(store.records, new SearchIndex(indexFile(), database))
  const query = listQuery({ text: 'contoh' })
  expect(await found.list(query)).toEqual(await store.records.list(query))
})

test('what a record is called later is found, and not by what it was called before', async () => {
  const kept = await keep(store, insertion(1, {}, { body: Buffer.from('{"BUYER":{"NAME":"Before"}}') }))
  const found = searching(store.records, complete(new SearchIndex(indexFile(), database)))
  const seqs = async (text: string) => (await found.list(listQuery({ text }))).map(({ seq }) => seq)
  expect(await seqs('before')).toEqual([kept.seq])
  const refused = await happen(store, kept, eventOf.claimed, eventOf.refused)
  const revised = update(
    refused,
    { type: 'revised', at: noon, content: aContent({ documentNumber: 'OTHER-77' }), holds: null },
    { body: Buffer.from('{"BUYER":{"NAME":"Afterwards"}}') },
  )
  expect(await store.records.write({ writes: [revised] })).toMatchObject({ ok: true })
  expect([await seqs('before'), await seqs('afterwards'), await seqs('other-77')]).toEqual([[], [kept.seq], [kept.seq]])
  const taken = { ...eventOf.taken, uuid: '7XQ2K9M4V8ABCDEFGHJKLMNPQR' }
  await happen(store, { seq: kept.seq, record: revised.record }, { ...eventOf.claimed, attemptId: 'two' }, taken)
  expect(await seqs('7xq2k9m4v8')).toEqual([kept.seq])
})

test('an index that is lost, damaged or of another database is made anew', async () => {
  await sell(10)
  const all = async () =>
    searching(store.records, complete(new SearchIndex(indexFile(), database))).list(listQuery({ text: 'contoh' }))
  const before = await all()
  expect(before.length).toBeGreaterThan(0)
  writeFileSync(indexFile(), 'no database at all, but long enough to be looked at as if it were one')
  expect(await all()).toEqual(before)
  const other = new Database(indexFile())
  other.exec('DELETE FROM found; UPDATE progress SET event_at = event_at - 1')
  other.close()
  expect(await all()).toEqual(before)
})

test('an index whose pages are damaged answers nothing, and is made anew', async () => {
  await sell(1_000)
  complete(new SearchIndex(indexFile(), database))
  const other = new Database(indexFile())
  other.pragma('wal_checkpoint(TRUNCATE)')
  other.close()
  const { size } = statSync(indexFile())
  const handle = openSync(indexFile(), 'r+')
  writeSync(handle, Buffer.alloc(size - 8 * 4_096, 0xff), 0, size - 8 * 4_096, 8 * 4_096)
  closeSync(handle)
  const index = complete(new SearchIndex(indexFile(), database))
  const query = listQuery({ text: 'contoh', limit: 20 })
  expect(await searching(store.records, index).list(query)).toEqual(await store.records.list(query))
  expect(index.candidates('contoh', 10)).toBeNull()
  complete(index)
  expect(index.candidates('contoh', 10)).toHaveLength(10)
})

test('a page of a record that cannot be read is no reason to make the index anew', async () => {
  await sell(1_000)
  new SearchIndex(indexFile(), database).goOn()
  const { ino } = statSync(indexFile())
  const copy = `${file.path}.copy`
  await store.upkeep.backup(copy)
  const whole = new Database(copy)
  const pages = whole
    .prepare<[], number>("SELECT pageno FROM dbstat WHERE name IN ('record', 'record_list') AND pagetype = 'leaf'")
    .pluck()
    .all()
  whole.close()
  const handle = openSync(copy, 'r+')
  for (const page of pages) writeSync(handle, Buffer.alloc(4_096, 0xff), 0, 4_096, (page - 1) * 4_096)
  closeSync(handle)
  const spoilt = new Database(copy, { readonly: true })
  const index = new SearchIndex(indexFile(), spoilt)
  const goOnToTheEnd = () => complete(index)
  for (const _ of ['once', 'again']) expect(goOnToTheEnd).toThrow(/malformed/)
  expect(statSync(indexFile()).ino).toBe(ino)
  spoilt.close()
})

test('where no index can be made all there is is looked through, until one can', async () => {
  await sell(10)
  mkdirSync(indexFile())
  const index = new SearchIndex(indexFile(), database)
  expect([index.goOn(), index.behind(), index.candidates('contoh', 10)]).toEqual([true, null, null])
  const found = searching(store.records, index)
  const query = listQuery({ text: 'contoh' })
  expect(await found.list(query)).toEqual(await store.records.list(query))
  expect(await found.count(query)).toEqual(await store.records.count(query))
  rmdirSync(indexFile())
  complete(index)
  expect(index.candidates('contoh', 10)).not.toBeNull()
  expect(await found.list(query)).toEqual(await store.records.list(query))
})
