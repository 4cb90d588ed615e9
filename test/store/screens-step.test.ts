import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { listQuery } from '../support/list-query.ts'
import { noon } from '../support/records.ts'

const applicationId = 0x52534954
const file = freshFile()

const cells = {
  sale_guid: '5e1f0000-0000-4000-8000-000000000001',
  company_id: 1,
  family: 'sale',
  kind: 'invoice',
  outlet_name: 'KLCC',
  terminal_name: 'T1',
  shift_code: 'S1',
  sale_code: 'A-77',
  submitted_at: noon,
  submitted_day: '2026-11-20',
  version: 2,
  revision: 1,
  document_number: 'KLCC-77',
  currency_code: 'MYR',
  total_payable: '1.00',
  issued_at: noon,
  consolidated: 0,
  phase: 'valid',
  ever_sent: 1,
  sent_before: 0,
  attempts: 1,
  look_ups: 0,
  locked: 0,
  submission_enabled: 1,
  closed: 0,
  uuid: 'U',
  submission_uid: 'S',
  long_id: 'L',
  cancellation: JSON.stringify({ state: 'unknown', reason: 'x', by: 'token:Till 1', requestedAt: noon }),
} as const

/** A database as the version before left it, with a record whose cancellation is in doubt. */
function makeOld(): void {
  const database = new Database(file.path)
  database.pragma(`application_id = ${applicationId}`)
  for (const { version, sql } of steps) if (version <= 50) database.exec(sql)
  database.pragma('user_version = 50')
  database.exec(`INSERT INTO company (id, guid, code, profile, rules, created_at, updated_at)
    VALUES (1, '11111111-1111-4111-8111-111111111111', 'DEMO', '{}', '{}', 0, 0)`)
  const names = Object.keys(cells)
  database
    .prepare(`INSERT INTO record (${names.join()}) VALUES (${names.map(() => '?').join()})`)
    .run(...Object.values(cells))
  const body = Buffer.from('{"BUYER":{"NAME":"Syarikat PELANGGAN","TIN":"C25845632020"}}')
  const event = database.prepare(
    `INSERT INTO event (record_seq, version, at, type, facts, revision, body) VALUES (1, ?, ?, ?, '{}', ?, ?)`,
  )
  event.run(1, noon, 'received', 1, body)
  event.run(2, noon + 5, 'cancel_doubted', null, null)
  database.close()
}

test('what was kept before can be searched, and a cancellation in doubt is so since its answer was lost', async () => {
  makeOld()
  const store = openSqliteStore(file.path)
  try {
    for (const text of ['a-77', 'pelanggan c2584', cells.sale_guid]) {
      const [found, ...others] = await store.records.list(listQuery({ text, limit: 10 }))
      expect(others).toEqual([])
      expect(found?.record).toMatchObject({
        vouched: false,
        cancellation: { state: 'unknown', doubtedAt: noon + 5 },
      })
    }
  } finally {
    await store.upkeep.close()
  }
})
