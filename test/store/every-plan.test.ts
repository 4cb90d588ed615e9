import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { buildStore, openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { aPast, askEverything, large, mayLookThrough, ordered } from '../support/every-question.ts'
import { explained } from '../support/explained.ts'

const file = freshFile()

test('no question goes through a table in which there is a row for each sale (RD1)', async () => {
  const first = openSqliteStore(file.path)
  const was = await aPast(first)
  await first.upkeep.close()
  let asked: string[] = []
  const database = new Database(file.path, { verbose: (sql) => void asked.push(String(sql)) })
  const names = (sql: string) => database.prepare<[], string>(sql).pluck().all()
  const partial = names("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '%WHERE%'")
  /** The names of large tables in statements. */
  const nameOf = new Map([
    ...large.map((table) => [table, table] as const),
    ['outcome', 'attempt_outcome'],
    ['note', 'record'],
  ])
  const scans = (sql: string, question: string) =>
    explained(database, sql).flatMap((detail) => {
      const [, called = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
      const table = nameOf.get(called)
      const isMeant = index !== undefined && [...partial, ...ordered].includes(index)
      return !table || isMeant || mayLookThrough(question, table) ? [] : [`${question}: ${detail} in ${sql}`]
    })
  const found: string[] = []
  let count = 0
  const store = buildStore({ writer: database, reader: database }, { run: { now: 0, after: 0 } })
  asked = []
  await askEverything(store, was, (question) => {
    const statements = asked.filter((sql) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/i.test(sql))
    count += statements.length
    found.push(...statements.flatMap((sql) => scans(sql, question)))
    asked = []
  })
  database.close()
  expect(count).toBeGreaterThan(150)
  expect([...new Set(found)]).toEqual([])
})
