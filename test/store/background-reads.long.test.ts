import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListQuery } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore, type SqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { hasNoFilters } from '../../electron/gateway/store/wrap-store.ts'
import { freshFile } from '../support/database-file.ts'
import { listQuery } from '../support/list-query.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

const file = freshFile()
let store: SqliteStore
beforeEach(async () => {
  store = openSqliteStore(file.path, undefined, 0)
  await store.companies.save(aCompany(), 'control')
})
afterEach(() => store.upkeep.close())

/** With a filter, so that the background thread answers. */
const ofOutlet = listQuery({ outletName: insertion(1).record.outletName })
const namesOf = async () => (await store.records.list(ofOutlet)).map(({ record }) => record.saleCode)

test('no sale waits for looks at many records that were asked for before it (RD1)', async () => {
  for (let from = 0; from < 9_000; from += 1_500) {
    const writes = Array.from({ length: 1_500 }, (_, at) => insertion(from + at))
    await store.records.write({ writes })
  }
  const done: string[] = []
  const looks = Array.from({ length: 200 }, (_, at) =>
    store.records.list(listQuery({ text: `nowhere${at}` })).then(({ length }) => done.push(`look ${length}`)),
  )
  await keep(store, insertion(9_001))
  done.push('sale')
  await Promise.all(looks)
  expect(done).toHaveLength(201)
  expect(done.filter((what) => what === 'look 0')).toHaveLength(200)
  expect(done.at(-1)).toBe('look 0')
})

test('a look sees every sale that was answered before it, and the company as it is called now', async () => {
  for (let n = 1; n <= 5; n += 1) {
    await keep(store, insertion(n))
    expect((await namesOf())[0]).toBe(insertion(n).record.saleCode)
  }
  await store.companies.save(aCompany({ companyCode: 'RENAMED' }), 'control')
  expect((await store.records.list({ ...ofOutlet, limit: 1 }))[0]?.record.companyCode).toBe('RENAMED')
})

test('a row that somebody changed is told by the store, however it was met', async () => {
  await keep(store, insertion(1))
  expect(await namesOf()).toEqual(['0001'])
  const other = new Database(file.path)
  other.exec("UPDATE record SET total_payable = '912.72'")
  other.close()
  const [found] = await store.records.list(ofOutlet)
  expect(found?.record.totalPayable).toBe('12.72')
  const { isTrusted, findings } = await store.journal.status()
  expect([isTrusted, findings[0]?.code]).toEqual([false, 'row_damaged'])
})

test('a store that is closed after a look leaves nothing open: no log, and the next one has it alone', async () => {
  await keep(store, insertion(1))
  expect(await namesOf()).toEqual(['0001'])
  expect(() => openSqliteStore(file.path)).toThrow(/another process holds/)
  await store.upkeep.close()
  expect(existsSync(`${file.path}-wal`)).toBe(false)
  await openSqliteStore(file.path).upkeep.close()
})

test('a page of all, as the screens open with it, waits for no reader to begin', () => {
  const isApart = (over: Partial<ListQuery>) => !hasNoFilters(listQuery({ now: 1, limit: 50, ...over }))
  expect([isApart({}), isApart({ before: { issuedAt: 1, seq: 7 } })]).toEqual([false, false])
  const narrowed: Partial<ListQuery>[] = [{ text: 'x' }, { statuses: ['Valid'] }, { from: '2026-11-20' }]
  expect(narrowed.filter((over) => !isApart(over))).toEqual([])
})
