import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildFor } from '../../electron/gateway/outbox/build.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore, storeOver } from '../../electron/gateway/store/sqlite-store.ts'
import { dense } from '../support/dense.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'

const company = aCompany()
/** Long enough for pages of its own. */
const payload = dense(40_000)
const attempt = {
  id: eventOf.claimed.attemptId,
  batchId: 'batch-1',
  revision: 1,
  sha256: createHash('sha256').update(payload).digest('hex'),
  payload,
  documentTime: noon,
  claimedAt: noon,
  sendDeadline: noon + 60_000,
}

let directory: string
let stored: Stored

const path = () => join(directory, 'resit.db')

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-build-'))
  const store = openSqliteStore(path())
  await store.companies.save(company, 'test')
  const kept = await keep(store, insertion(1))
  await store.records.write({ writes: [update(kept, eventOf.claimed, { attempt })] })
  const sending = await store.records.byGuid(kept.record.saleGuid)
  if (!sending) throw new Error('nothing was kept')
  stored = await happen(store, sending, eventOf.doubted, eventOf.requeued)
  await store.upkeep.close()
})

afterEach(() => rmSync(directory, { recursive: true }))

/** What a sale that is to go again finds of what was sent. */
async function build(before: (database: Sqlite.Database) => void = () => {}) {
  const database = new Sqlite(path())
  try {
    before(database)
    const { records } = storeOver({ writer: database, reader: database })
    return await buildFor({ records, log: pino({ level: 'silent' }) } as unknown as OutboxDeps, company, stored)
  } finally {
    database.close()
  }
}

const toPerson = { kind: 'cannot', attention: 'conflict' }

test('what was sent goes again byte for byte', async () => {
  expect(await build()).toMatchObject({ kind: 'built', sha256: attempt.sha256 })
})

test('what went twice by a clock that was set back between goes again as it went last (PR6)', async () => {
  const last = dense(30_000)
  const again = {
    ...attempt,
    id: 'attempt-2',
    payload: last,
    sha256: createHash('sha256').update(last).digest('hex'),
    claimedAt: noon - 3 * 86_400_000,
  }
  const store = openSqliteStore(path())
  const claimed = { ...eventOf.claimed, attemptId: again.id }
  await store.records.write({ writes: [update(stored, claimed, { attempt: again })] })
  const sending = await store.records.byGuid(stored.record.saleGuid)
  if (!sending) throw new Error('nothing was kept')
  stored = await happen(store, sending, eventOf.doubted, eventOf.requeued)
  await store.upkeep.close()
  expect(await build()).toMatchObject({ kind: 'built', sha256: again.sha256 })
})

test('what was sent and is gone from the disk goes to a person, and is not built anew', async () => {
  const lose = (database: Sqlite.Database) => {
    database.pragma('foreign_keys = OFF')
    database.exec('DROP TABLE payload; CREATE TABLE payload (sha256 TEXT, body BLOB)')
  }
  expect(await build(lose)).toEqual(toPerson)
})

test('what was sent and stands on pages that cannot be read goes to a person, and holds nothing else up', async () => {
  const bytes = readFileSync(path())
  const pageSize = bytes.readUInt16BE(16)
  const from = Math.ceil(bytes.indexOf(payload.subarray(0, 1000)) / pageSize) * pageSize
  // Where its next page is, too.
  writeFileSync(path(), bytes.fill(0xff, from, from + pageSize))
  expect(await build()).toEqual(toPerson)
})
