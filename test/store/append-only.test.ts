import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../electron/gateway/store/open.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'

const attempt = {
  id: 'a1',
  batchId: 'b1',
  revision: 1,
  sha256: 'f'.repeat(64),
  payload: Buffer.from('{}'),
  documentTime: noon,
  claimedAt: noon,
  sendDeadline: noon + 60_000,
}
const outcome = {
  attemptId: 'a1',
  at: noon,
  outcome: { kind: 'unsent', reason: 'not_connected' } as const,
  httpStatus: null,
  correlationId: null,
  answer: null,
}

/** The database's words for a row that it refuses. */
const impossible = /constraint failed|cannot store|never change/

describe('history cannot be rewritten, not even with SQL', () => {
  const file = freshFile()
  let database: Database

  beforeEach(async () => {
    const store = openSqliteStore(file.path)
    await store.companies.save(aCompany(), 'control')
    const kept = await keep(store, insertion(1))
    const claimed = update(kept, eventOf.claimed, { attempt })
    await store.records.write({ writes: [claimed] })
    await store.records.write({ writes: [update({ ...kept, record: claimed.record }, eventOf.unsent, { outcome })] })
    await happen(store, await keep(store, insertion(2)), eventOf.voided)
    await store.upkeep.close()
    database = openDatabase(file.path)
  })
  afterEach(() => database.close())

  const running = (sql: string) => () => database.exec(sql)
  const rowsOf = (table: string) => JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all())

  test.each([
    ['event', 'type'],
    ['attempt', 'batch_id'],
    ['attempt_outcome', 'kind'],
    ['payload', 'sha256'],
  ])('%s takes no UPDATE, DELETE or INSERT OR REPLACE', (table, column) => {
    const before = rowsOf(table)
    expect(before).not.toBe('[]')
    for (const sql of [
      `UPDATE ${table} SET ${column} = 'x'`,
      `UPDATE OR REPLACE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`,
      `REPLACE INTO ${table} SELECT * FROM ${table} LIMIT 1`,
    ])
      expect(running(sql), sql).toThrow(/append-only/)
    expect(rowsOf(table)).toBe(before)
  })

  test('a record is never deleted or replaced (AU6)', () => {
    const before = rowsOf('record')
    for (const sql of ['DELETE FROM record', 'REPLACE INTO record SELECT * FROM record'])
      expect(running(sql), sql).toThrow(/never deleted/)
    expect(rowsOf('record')).toBe(before)
  })

  test('a voided record stays voided and never sent (AU4)', () => {
    for (const sql of [
      "UPDATE record SET phase = 'queued' WHERE phase = 'voided'",
      "UPDATE record SET ever_sent = 1 WHERE phase = 'voided'",
      "UPDATE record SET voided_by = NULL WHERE phase = 'voided'",
    ])
      expect(running(sql), sql).toThrow(impossible)
  })

  test.each([
    "UPDATE record SET phase = 'lost'",
    "UPDATE record SET phase = 'sending', ever_sent = 0 WHERE phase = 'queued'",
    "UPDATE record SET version = 'two'",
    "UPDATE record SET errors = '{'",
    "UPDATE record SET work = 'rest'",
    "UPDATE record SET work = 'send', due_at = NULL",
    "INSERT INTO event (record_seq, version, at, type, facts, chain) VALUES (1, 2, 0, 'x', '{}', zeroblob(32))",
    "INSERT INTO event (record_seq, version, at, type, facts, chain) VALUES (99, 1, 0, 'x', '{}', zeroblob(32))",
    'DELETE FROM company',
  ])('a row that could not be true is refused: %s', (sql) => {
    expect(running(sql)).toThrow(impossible)
  })
})
