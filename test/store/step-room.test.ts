import { statSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import { steps } from '../../electron/gateway/store/migrations/migrate.ts'
import { freshFile } from '../support/database-file.ts'
import { insertInto, olderDatabase } from '../support/older-database.ts'
import { noon } from '../support/records.ts'

const file = freshFile()
const rows = 1500
/** New tables are empty, and have some pages all the same. */
const emptyBytes = 12 * 4096

const company = { id: 1, guid: 'G', code: 'DEMO', profile: '{}', rules: '{}', created_at: 0, updated_at: 0 }
const receipt = {
  company_id: 1,
  family: 'sale',
  kind: 'invoice',
  outlet_name: 'KLCC',
  terminal_name: 'T1',
  shift_code: '2026-11-20-1',
  submitted_at: noon,
  submitted_day: '2026-11-20',
  version: 1,
  revision: 1,
  currency_code: 'MYR',
  total_payable: '12.72',
  issued_at: noon,
  consolidated: 1,
  phase: 'queued',
  ever_sent: 0,
  sent_before: 0,
  attempts: 0,
  look_ups: 0,
  locked: 0,
  submission_enabled: 1,
  closed: 0,
}
const valid = {
  consolidated: 0,
  phase: 'valid',
  ever_sent: 1,
  attempts: 1,
  first_sent_at: noon,
  submission_uid: 'HJSD135P2S7D8IU',
  long_id: 'L'.repeat(40),
  validated_at: noon,
  cancellable_until: noon,
}

/** Small sales, of which there is little more than the record itself: steps rewrite records and their indexes. */
const shops: Readonly<Record<string, (database: Database, seq: number) => void>> = {
  'receipts that wait': (database, seq) => insertInto(database, 'record', { ...receipt, ...names(seq) }),
  'documents that are valid': (database, seq) => {
    const [id, sha256] = [`attempt-${seq}`, `sha256-${seq}`]
    const cells = { ...receipt, ...valid, ...names(seq), uuid: `UUID-OF-26-SIGNS-${seq}`, attempt_id: id }
    insertInto(database, 'record', cells)
    insertInto(database, 'payload', { sha256, body: Buffer.alloc(2000, 'p') })
    const times = { document_time: noon, claimed_at: noon, send_deadline: noon }
    insertInto(database, 'attempt', { id, record_seq: seq, revision: 1, batch_id: 'batch', sha256, ...times })
  },
}
const names = (seq: number) => ({
  seq,
  sale_guid: `5e1f0000-0000-4000-8000-${String(seq).padStart(12, '0')}`,
  sale_code: `A-2026-${seq}`,
  document_number: `KLCC-2026-${seq}`,
})

function fill(database: Database, add: (database: Database, seq: number) => void): void {
  insertInto(database, 'company', company)
  const body = Buffer.from(JSON.stringify({ BUYER: { NAME: 'Syarikat Pelanggan' }, LINES: 'x'.repeat(600) }))
  const received = { version: 1, at: noon, type: 'received', facts: '{}', revision: 1, body }
  for (let seq = 1; seq <= rows; seq += 1) {
    add(database, seq)
    insertInto(database, 'event', { record_seq: seq, ...received })
    insertInto(database, 'outbox', { record_seq: seq, company_id: 1, work: 'send', due_at: noon + seq })
  }
}

test.each(Object.entries(shops))('no step rewrites more than it says, of %s (ST17)', (_what, add) => {
  const database = olderDatabase(file.path)
  database.transaction(() => fill(database, add))()
  database.pragma('journal_mode = WAL')
  database.pragma('wal_autocheckpoint = 0')
  const more: Record<number, number> = {}
  for (const { version, sql, rewrites = 0 } of steps.slice(1)) {
    const before = statSync(file.path).size
    database.transaction(() => database.exec(sql))()
    const written = statSync(`${file.path}-wal`).size
    database.pragma('wal_checkpoint(TRUNCATE)')
    if (written - emptyBytes > before * rewrites) more[version] = written / before
  }
  database.close()
  expect(more).toEqual({})
})
