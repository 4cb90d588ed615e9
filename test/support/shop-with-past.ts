import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { JournalOptions } from '../../electron/gateway/store/journal/journal.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from './database-file.ts'
import { everythingOf, sellPast } from './past.ts'
import { noon } from './records.ts'
import { aCompany } from './stores.ts'

/** A database with two closed months, a sale that waits since then, and some of this month; a copy of it for every test. */
export function shopWithPast(over: Pick<JournalOptions, 'fullBytes'> = {}) {
  const file = freshFile()
  const archiveDir = () => join(file.directory, 'archive')
  const journalIn = (directory: string, now = noon) =>
    ({ directory: join(directory, 'journal'), seal: { installation: 'i', key: 'k' }, now, ...over }) as const
  const journal = (now = noon) => journalIn(file.directory, now)
  let template: string
  let store: Store
  let sales: readonly Stored[]

  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'resit-past-'))
    const past = openSqliteStore(join(template, 'resit.db'), journalIn(template))
    await past.companies.save(aCompany(), 'control')
    sales = await sellPast(past)
    await past.upkeep.close()
  })
  afterAll(() => rmSync(template, { recursive: true, force: true }))
  beforeEach(() => {
    cpSync(template, file.directory, { recursive: true })
    store = openSqliteStore(file.path, journal())
  })
  afterEach(() => store.upkeep.close())

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
    reopen(now = noon) {
      store = openSqliteStore(file.path, journal(now))
      return store
    },
    all: () => everythingOf(store, sales),
  }
}
