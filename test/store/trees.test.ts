import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { eventOf } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'

const file = freshFile()

/** The pages in SQLite's log, in order (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). */
function pagesInLog(): readonly number[] {
  const log = readFileSync(`${file.path}-wal`)
  const frame = 24 + log.readUInt32BE(8)
  const salt = log.subarray(16, 24)
  const pages: number[] = []
  for (let at = 32; at + frame <= log.length && log.subarray(at + 8, at + 16).equals(salt); at += frame)
    pages.push(log.readUInt32BE(at))
  return pages
}

test('a new sale touches six trees before the till is answered, and the lists take it up when it is claimed (RD2)', async () => {
  const store = openSqliteStore(file.path)
  await store.companies.save(aCompany(), 'control')
  for (let at = 1; at <= 30; at += 1) await keep(store, insertion(at))
  const database = new Database(file.path, { readonly: true })
  const treesOf = async (task: () => Promise<unknown>) => {
    const before = pagesInLog().length
    await task()
    const pages = pagesInLog().slice(before)
    const tree = database.prepare<[number], string>('SELECT name FROM dbstat WHERE pageno = ?').pluck()
    return new Set(pages.map((page) => tree.get(page)).filter((name) => name !== 'sqlite_schema'))
  }
  const sale = [
    'event',
    'record',
    'record_business_key',
    'record_document_number',
    'record_living',
    'sqlite_autoindex_record_1',
  ]
  expect(await treesOf(() => keep(store, insertion(31)))).toEqual(new Set(sale))
  const stored = await keep(store, insertion(32))
  const claimed = await treesOf(() => happen(store, stored, eventOf.claimed))
  expect([...claimed]).toEqual(expect.arrayContaining(['record_list', 'record_range']))
  database.close()
  await store.upkeep.close()
})

test('to add a record or to change one, SQLite makes no table in memory: the words of a column are no list', async () => {
  await openSqliteStore(file.path).upkeep.close()
  const database = new Database(file.path, { readonly: true })
  const opcodesOf = (text: string) =>
    database
      .prepare<[], { readonly opcode: string }>(`EXPLAIN ${text}`)
      .all()
      .map(({ opcode }) => opcode)
  const changed = [
    "INSERT INTO record (seq, kind, phase, work) VALUES (1, 'invoice', 'queued', 'send') ON CONFLICT DO NOTHING",
    "UPDATE record SET phase = 'sending', work = 'settle', ever_sent = 1 WHERE seq = 1 AND version = 1",
    "INSERT INTO attempt_outcome (kind) VALUES ('accepted')",
  ]
  for (const text of changed) expect(opcodesOf(text)).not.toContain('OpenEphemeral')
  database.close()
})
