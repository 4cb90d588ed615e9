import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach } from 'vitest'
import type { JournalOptions } from '../../electron/gateway/store/journal/journal.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { dayMs, liveOn, longAgo } from './closed-months.ts'
import { freshFile } from './database-file.ts'
import { listQuery } from './list-query.ts'
import { noon } from './records.ts'
import { aCompany, insertion, keep, keptBody } from './stores.ts'

/** Sales that ended in closed months. */
const endedSales = 60

/** A database with two closed months, a sale that waits since then, and some of this month; new for every test. */
export function shopWithPast(over: Pick<JournalOptions, 'fullBytes'> = {}) {
  const file = freshFile()
  const archiveDir = () => join(file.directory, 'archive')
  const journal = () =>
    ({ directory: join(file.directory, 'journal'), seal: { installation: 'i', key: 'k' }, now: noon, ...over }) as const
  let store: Store
  let sales: Stored[]

  beforeEach(async () => {
    store = openSqliteStore(file.path, journal())
    await store.companies.save(aCompany(), 'control')
    sales = []
    for (let n = 1; n <= endedSales; n += 1) sales.push(await liveOn(store, n, longAgo + n * (dayMs / 2)))
    sales.push(await keep(store, insertion(61, {}, { at: longAgo + 31 * dayMs })))
    for (let n = 100; n < 110; n += 1) sales.push(await liveOn(store, n, noon - 5 * dayMs + n * 1_000))
  })
  afterEach(() => store.upkeep.close())

  /** Whatever can be asked about a sale. */
  const seenOf = async ({ seq, record }: Stored) => {
    const { records } = store
    const attempts = await records.attempts(seq)
    const [first] = attempts
    return {
      events: await records.events(seq),
      attempts,
      body: (await keptBody(store, { seq }, 1)).toString(),
      payload: first && Buffer.from((await records.payload(first.sha256, seq)) ?? []).toString(),
      found: await records.byGuid(record.saleGuid),
    }
  }
  const rowsIn = (table: string): number => {
    const database = new Database(file.path, { readonly: true })
    try {
      return Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get())
    } finally {
      database.close()
    }
  }
  return {
    file,
    archiveDir,
    journal,
    rowsIn,
    archiveFiles: () => readdirSync(archiveDir()),
    get store() {
      return store
    },
    /** Of the oldest sale. */
    get first(): Stored {
      const [sale] = sales
      if (!sale) throw new Error('there is no sale')
      return sale
    },
    reopen() {
      store = openSqliteStore(file.path, journal())
      return store
    },
    all: async () => ({
      seen: await Promise.all(sales.map(seenOf)),
      list: await store.records.list(listQuery({ limit: 100 })),
      changed: await store.records.changedAfter(0, null, 1_000),
      last: await store.records.lastEventSeq(),
    }),
  }
}
