import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scheduleStoreChecks } from '../../electron/gateway/compose/store-checks.ts'
import { systemClock } from '../../electron/gateway/platform/system.ts'
import { packUnlessBody } from '../../electron/gateway/store/rows/compression.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { noon } from '../support/records.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'resit-check-'))
  file = join(directory, 'resit.db')
})
afterEach(() => rmSync(directory, { recursive: true }))

const opening = { now: noon, after: 0 }

async function sellSome(count: number): Promise<void> {
  const store = openSqliteStore(file, opening)
  await store.companies.save(aCompany(), 'control')
  await Promise.all(Array.from({ length: count }, (_, at) => keep(store, insertion(at + 1))))
  await store.upkeep.close()
}

/** Damages a page that neither a start nor a new sale reads: one in the middle of the table with this value. */
function spoilAround(kept: Uint8Array): void {
  const bytes = readFileSync(file)
  const size = bytes.readUInt16BE(16)
  const page = Math.floor(bytes.indexOf(kept) / size)
  expect(page).toBeGreaterThan(1)
  writeFileSync(file, bytes.fill(0xa5, page * size, (page + 1) * size))
}

test('a damaged page that nobody has asked for yet is found beside the work, and nothing goes out any more (ST12, RD3)', async () => {
  await sellSome(600)
  spoilAround(packUnlessBody(Buffer.from('{"SALE_CODE":"0150"}'), 'body').kept)
  const store = openSqliteStore(file, opening)
  const told: { readonly codes?: readonly string[] }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void told.push(JSON.parse(line)) })
  expect((await store.journal.status()).isTrusted).toBe(true)
  const checking = scheduleStoreChecks(store, { clock: systemClock, log }, { afterStartMs: 0, lookMs: 3_600_000 })
  // A sale during the check.
  const late = keep(store, insertion(900))
  await expect.poll(() => told.length).toBeGreaterThan(0)
  await late
  expect(told[0]).toMatchObject({
    codes: ['database_damaged'],
    msg: 'what is kept is damaged: nothing is sent until a person has looked',
  })
  const { isTrusted, findings } = await store.journal.status()
  expect([isTrusted, findings[0]?.code]).toEqual([false, 'database_damaged'])
  expect(await store.schedule.due('send', aCompany().profile.companyGuid, Date.now(), 10)).toEqual([])
  checking.stop()
  await store.upkeep.close()
  expect(readdirSync(directory).filter((name) => name.includes('checking'))).toEqual([])
})

test('every day everything is proved, and what is sound is said to be (ST12)', async () => {
  await sellSome(30)
  const store = openSqliteStore(file, opening)
  const told: { readonly msg?: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void told.push(JSON.parse(line)) })
  const checking = scheduleStoreChecks(store, { clock: systemClock, log }, { afterStartMs: 0, lookMs: 20 })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  checking.stop()
  expect(told[0]).toMatchObject({ msg: 'what is kept is sound' })
  await store.upkeep.close()
})

test('a stop in the middle of a check waits for nothing, and and nobody has the database open afterwards', async () => {
  await sellSome(300)
  const store = openSqliteStore(file, opening)
  const checked = store.journal.verify().catch((cause: unknown) => cause)
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  await store.upkeep.close()
  await checked
  const again = openSqliteStore(file, opening)
  expect((await again.journal.status()).isTrusted).toBe(true)
  await again.upkeep.close()
})

test('a damaged page keeps nothing from being read and sold that does not stand on it; it is told, and nothing goes out (ST12)', async () => {
  await sellSome(300)
  spoilAround(packUnlessBody(Buffer.from('{"SALE_CODE":"0150"}'), 'body').kept)
  const store = openSqliteStore(file, opening)
  const heard: string[] = []
  store.storage.listen(({ state }) => heard.push(state))
  const read = async (n: number) =>
    store.records.body(n, 1).then(
      () => 'read',
      (cause: unknown) => (cause instanceof Error ? cause.name : String(cause)),
    )
  const reads = await Promise.all(Array.from({ length: 300 }, (_, at) => read(at + 1)))
  expect(new Set(reads)).toEqual(new Set(['read', 'StorageFailure']))
  await keep(store, insertion(901))
  expect(heard).toEqual([])
  const { isTrusted, findings } = await store.journal.status()
  expect([isTrusted, findings[0]?.code]).toEqual([false, 'database_damaged'])
  await store.upkeep.close()
})
