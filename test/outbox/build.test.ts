import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildOrReuse } from '../../electron/gateway/outbox/build.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { pack } from '../../electron/gateway/store/rows/compression.ts'
import { buildStore, openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { type JournalFinding, journalFinding } from '../../shared/domain/journal-finding.ts'
import { dense } from '../support/dense.ts'
import { eventOf, noon } from '../support/records.ts'
import { aLine, aSale, aTax, one, untaxed } from '../support/sales.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'

const company = aCompany()
/** So long that it has database pages of its own. */
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
let stored: StoredRecord
let told: JournalFinding[]

const path = () => join(directory, 'resit.db')

beforeEach(async () => {
  told = []
  directory = mkdtempSync(join(tmpdir(), 'resit-build-'))
  const store = openSqliteStore(path())
  await store.companies.save(company, 'test')
  const kept = await keep(store, insertion(1))
  await store.records.write({ writes: [update(kept, eventOf.claimed, { attempt })] })
  const sending = await store.records.byGuid(kept.record.saleGuid)
  if (!sending) throw new Error('nothing was kept')
  stored = await happen(store, sending, eventOf.outcome_unknown, eventOf.requeued)
  await store.upkeep.close()
})

afterEach(() => rmSync(directory, { recursive: true }))

/** Builds a sale that is to be sent again, after a change of the stored data. */
async function build(before: (database: Sqlite.Database) => void = () => {}) {
  const database = new Sqlite(path())
  try {
    before(database)
    const { records } = buildStore({ writer: database, reader: database })
    const journal = { found: async (found: readonly JournalFinding[]) => void told.push(...found) }
    const deps = { records, journal, log: pino({ level: 'silent' }) }
    return await buildOrReuse(deps as unknown as OutboxDeps, company, stored)
  } finally {
    database.close()
  }
}

/** Only this record goes to a person. The log warns of the disk, which may have damaged others. */
async function expectToPerson(built: ReturnType<typeof build>): Promise<void> {
  expect(await built).toEqual({ kind: 'cannot', attention: 'conflict' })
  expect(told).toEqual([journalFinding('body_damaged', { record: stored.seq })])
}

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
  stored = await happen(store, sending, eventOf.outcome_unknown, eventOf.requeued)
  await store.upkeep.close()
  expect(await build()).toMatchObject({ kind: 'built', sha256: again.sha256 })
})

test('what was sent and is gone from the disk goes to a person, and is not built anew', async () => {
  const lose = (database: Sqlite.Database) => {
    database.pragma('foreign_keys = OFF')
    database.exec('DROP TABLE payload; CREATE TABLE payload (sha256 TEXT, body BLOB)')
  }
  await expectToPerson(build(lose))
})

test('what was sent and stands on pages that cannot be read goes to a person, and holds nothing else up', async () => {
  const bytes = readFileSync(path())
  const pageSize = bytes.readUInt16BE(16)
  const from = Math.ceil(bytes.indexOf(payload.subarray(0, 1000)) / pageSize) * pageSize
  // This also overwrites the pointer to the next page.
  writeFileSync(path(), bytes.fill(0xff, from, from + pageSize))
  await expectToPerson(build())
})

describe('what was never sent', () => {
  const bytesOf = (body: object) => Buffer.from(JSON.stringify(body))
  const sale = (over: object) => aSale({ LINES: [aLine({ SUBTOTAL: 7, TAXES: [aTax({ AMOUNT: 0.42 })], ...over })] })

  /** Builds a sale of 7.42 after its stored body was replaced. */
  async function builtOf(body: object) {
    const store = openSqliteStore(path())
    const accepted = { ...insertion(2, { totalPayable: '7.42' }), body: bytesOf(sale({})) }
    const kept = await keep(store, accepted)
    await store.upkeep.close()
    const database = new Sqlite(path())
    try {
      database.exec('DROP TRIGGER event_takes_no_update')
      database.prepare('UPDATE event SET body = ? WHERE record_seq = ?').run(pack(bytesOf(body), 'body').kept, kept.seq)
      const { records } = buildStore({ writer: database, reader: database })
      const authority = { clock: { now: () => noon }, build: () => ({ bytes: payload, sha256: attempt.sha256 }) }
      const deps = { records, authority, log: pino({ level: 'silent' }) }
      return await buildOrReuse(deps as unknown as OutboxDeps, company, kept)
    } finally {
      database.close()
    }
  }

  test('is built of the body that was accepted', async () => {
    expect(await builtOf(sale({}))).toMatchObject({ kind: 'built' })
  })

  test.each([
    ['whose line no longer adds up', sale({ QUANTITY: 3 })],
    ['whose tax is not of its rate', sale({ TAXES: [aTax({ AMOUNT: 0.42, RATE: 8 })] })],
    ['that comes to another amount than the record', aSale({ LINES: [one(7.43, untaxed)] })],
  ])('goes to a person if the disk has a body %s (ST12)', async (_, body) => {
    expect(await builtOf(body)).toEqual({ kind: 'cannot', attention: 'cannot_be_sent' })
  })
})
