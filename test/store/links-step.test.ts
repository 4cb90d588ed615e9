import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { hashedColumns, isIntact, rowHash } from '../../electron/gateway/store/row-hash.ts'
import type { Cell, RecordRow } from '../../electron/gateway/store/rows.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { hourMs, noon } from '../support/records.ts'

const applicationId = 0x52534954
const companyGuid = '11111111-1111-4111-8111-111111111111'
const file = freshFile()

const aRow = (seq: number, over: Record<string, Cell> = {}): Record<string, Cell> => ({
  seq,
  sale_guid: guid(seq),
  company_id: 1,
  family: 'sale',
  kind: 'invoice',
  outlet_name: 'KLCC',
  terminal_name: 'T1',
  shift_code: 'S1',
  sale_code: `A-${seq}`,
  submitted_at: noon,
  submitted_day: '2026-11-20',
  version: 1,
  revision: 1,
  document_number: `KLCC-${seq}`,
  currency_code: 'MYR',
  total_payable: '1.00',
  issued_at: noon,
  consolidated: 0,
  phase: 'valid',
  ever_sent: 1,
  sent_before: 0,
  attempts: 1,
  attempt_id: `attempt-${seq}`,
  first_sent_at: noon,
  look_ups: 0,
  locked: 0,
  submission_enabled: 1,
  closed: 0,
  uuid: `U${seq}`,
  submission_uid: 'S',
  long_id: 'L',
  validated_at: noon,
  cancellable_until: noon + 72 * hourMs,
  members: 0,
  vouched: 0,
  ...over,
})
const guid = (seq: number) => `5e1f0000-0000-4000-8000-00000000000${seq}`

const unsent = {
  phase: 'queued',
  ever_sent: 0,
  attempt_id: null,
  first_sent_at: null,
  uuid: null,
  submission_uid: null,
}
const rows = [
  aRow(1),
  aRow(2, { long_id: '' }),
  aRow(3, { ...unsent, long_id: null, validated_at: null, cancellable_until: null, attempts: 0 }),
  aRow(4, { consolidated: 1, members: 1 }),
  aRow(5, { consolidated: 1, consolidated_into: guid(4), attempt_id: null, attempts: 0 }),
]

/** A database as the version before left it. */
function makeOld(): void {
  const database = new Database(file.path)
  database.pragma(`application_id = ${applicationId}`)
  for (const { version, sql } of steps) if (version <= 130) database.exec(sql)
  database.pragma('user_version = 130')
  database.exec(`INSERT INTO company (id, guid, code, profile, rules, created_at, updated_at)
    VALUES (1, '${companyGuid}', 'DEMO', '{}', '{}', 0, 0)`)
  const run = (table: string, cells: Record<string, unknown>) =>
    database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(cells).join()}) VALUES (${Object.keys(cells)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(cells))
  run('payload', { sha256: 'digest', body: Buffer.from('{}') })
  for (const row of rows) {
    const cells = hashedColumns.map((name) => row[name] ?? null)
    run('record', { ...row, row_hash: rowHash(hashedColumns, cells) })
    if (row['attempt_id'] === null) continue
    run('attempt', {
      id: row['attempt_id'],
      record_seq: row['seq'],
      revision: 1,
      batch_id: 'b',
      sha256: 'digest',
      document_time: noon - Number(row['seq']) * 1000,
      claimed_at: noon,
      send_deadline: noon,
    })
  }
  run('outbox', { record_seq: 3, company_id: 1, work: 'send', due_at: noon, tries: 7, unfinished_builds: 2 })
  database.close()
}

test('documents that were sent say when they were issued, and those without a page are asked about', async () => {
  makeOld()
  const store = openSqliteStore(file.path)
  try {
    const times = await Promise.all(rows.map(async ({ sale_guid }) => store.records.byGuid(String(sale_guid))))
    expect(times.map((stored) => stored?.record.documentTime)).toEqual([
      noon - 1000,
      noon - 2000,
      null,
      noon - 4000,
      noon - 4000,
    ])
    const linked = await store.schedule.due('link', companyGuid, noon, 10)
    expect(linked.map(({ seq }) => seq)).toEqual([2])
    expect(await store.schedule.due('send', companyGuid, noon, 10)).toMatchObject([
      { seq: 3, dueAt: noon, tries: 7, unfinishedBuilds: 2 },
    ])
  } finally {
    await store.upkeep.close()
  }
  const database = new Database(file.path, { readonly: true })
  const kept = database.prepare<[], RecordRow>('SELECT * FROM record').all()
  database.close()
  // Nobody changed them, and nobody is to think so.
  expect(kept.map(isIntact)).toEqual(rows.map(() => true))
})
