import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { archiveAll, dayMs, liveOn } from '../support/closed-months.ts'
import { freshFile } from '../support/database-file.ts'
import { noon } from '../support/records.ts'
import { aCompany } from '../support/stores.ts'

const file = freshFile()
let store: Store
afterEach(() => store.upkeep.close())

test('a month in which nothing was sold, but people set the shop up or signed in, holds no later one up', async () => {
  const seal = { installation: 'i', key: 'k' }
  store = openSqliteStore(file.path, { directory: join(file.directory, 'journal'), seal, now: noon })
  const act = (daysAgo: number) => store.acts.add({ at: noon - daysAgo * dayMs, by: 'control', type: 'x', facts: {} })
  await store.companies.save(aCompany(), 'control')
  await act(150)
  await liveOn(store, 1, noon - 120 * dayMs)
  await act(100)
  await act(85)
  await liveOn(store, 2, noon - 60 * dayMs)
  await act(50)
  await liveOn(store, 3, noon)
  const months = () => readdirSync(join(file.directory, 'archive')).map((name) => name.slice(0, 7))
  expect(await archiveAll(store)).toBe(2)
  expect(months()).toEqual(['2026-07', '2026-09'])
  expect(await store.journal.verify()).toMatchObject({ findings: [], records: 3 })
})
