import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore, type SqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { dense } from '../support/dense.ts'
import { mountSmallDisk, noMount, unmount } from '../support/mounts.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'

if (noMount !== null) console.warn(`SKIPPED: a disk that is full cannot be made here: ${noMount}`)

let folder: string
let store: SqliteStore
const file = () => join(folder, 'resit.db')
const junk = () => join(folder, 'photos')
let albums = 0

/** Fills the disk up to its last free page, or leaves this many. */
function fill(leaving = 0): void {
  const { bavail, bsize } = statfsSync(folder)
  mkdirSync(junk(), { recursive: true })
  writeFileSync(join(junk(), String((albums += 1))), Buffer.alloc(bavail * bsize - leaving))
}
const makeRoom = () => rmSync(junk(), { recursive: true })

async function until(state: string): Promise<void> {
  await expect.poll(() => store.storage.status.state, { interval: 50 }).toBe(state)
}
const fullDisk: unknown = expect.objectContaining({ name: 'StorageFailure', trouble: 'full' })

/** Sells until the log has no room. @returns the first refused sale */
async function sellOut(): Promise<number> {
  for (let n = 100; n < 400; n += 1) {
    const big = insertion(n, {}, { body: dense(60_000) })
    const failure = await keep(store, big).then(
      () => null,
      (cause: unknown) => cause,
    )
    if (failure === null) continue
    expect(failure).toEqual(fullDisk)
    return n
  }
  throw new Error('the disk never became full')
}

describe.runIf(noMount === null)('on a full disk', () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'resit-full-'))
    mountSmallDisk(folder, 24)
    store = openSqliteStore(file())
    await store.companies.save(aCompany(), 'control')
  })
  afterEach(async () => {
    await store.upkeep.close()
    unmount(folder)
    rmSync(folder, { recursive: true })
  })

  test('a sale is refused and nothing of it is kept, everything kept can be read, and room is found by itself (ST6)', async () => {
    const kept = await keep(store, insertion(1))
    fill(200_000)
    const refused = await sellOut()
    expect(store.storage.status.state).toBe('full')
    expect(await store.records.byGuid(kept.record.saleGuid)).toEqual(kept)
    expect(await store.records.byGuid(insertion(refused).record.saleGuid)).toBeNull()
    await expect(happen(store, kept, eventOf.claimed)).rejects.toEqual(fullDisk)
    await expect(store.people.setOutlets('nobody', [], { by: 'control', at: noon })).rejects.toEqual(fullDisk)
    makeRoom()
    await until('sound')
    await keep(store, insertion(refused))
    expect((await store.journal.verify()).findings).toEqual([])
  })

  test('an answer of the authority is refused like a sale, and its record stays as it was sent (ST7)', async () => {
    const queued = await keep(store, insertion(1))
    const claimed = update(queued, eventOf.claimed, { attempt })
    await store.records.write({ writes: [claimed] })
    fill(200_000)
    const refused = await sellOut()
    const sending = { seq: queued.seq, record: claimed.record }
    const taken = update(sending, eventOf.taken, { outcome: accepted })
    await expect(store.records.write({ writes: [taken], generation: 1 })).rejects.toEqual(fullDisk)
    const phase = async () => (await store.records.byGuid(queued.record.saleGuid))?.record.phase
    expect(await phase()).toBe('sending')
    makeRoom()
    await until('sound')
    expect(await phase()).toBe('sending')
    expect(await store.records.write({ writes: [taken], generation: 1 })).toMatchObject({ ok: true })
    await keep(store, insertion(refused))
  })

  test.each([
    ['a stop on a disk that filled up unnoticed', 0],
    ['a stop on a disk that was known to be full', 300_000],
  ])('after %s a store opens to read, and sells when the disk has room (ST6, ST11)', async (_end, bytes) => {
    const kept = await keep(store, insertion(1))
    if (bytes > 0) {
      fill(bytes)
      await sellOut()
    }
    fill()
    await store.upkeep.close()
    fill()
    // Twice: reading leaves everything as it was.
    for (let starts = 0; starts < 2; starts += 1) {
      store = openSqliteStore(file())
      expect(store.storage.status.state).toBe('full')
      expect(await store.records.byGuid(kept.record.saleGuid)).toEqual(kept)
      await expect(keep(store, insertion(2))).rejects.toEqual(fullDisk)
      await expect(store.journal.verify()).rejects.toEqual(fullDisk)
      expect(() => openSqliteStore(file())).toThrow('another process holds')
      if (starts === 0) await store.upkeep.close()
    }
    makeRoom()
    await store.writable
    await store.upkeep.close()
    store = openSqliteStore(file())
    expect(store.storage.status.state).toBe('sound')
    await keep(store, insertion(2))
    expect((await store.journal.verify()).findings).toEqual([])
  })

  test('a stop without a page left is not taken for a lost log at the next start (ST11)', async () => {
    await store.upkeep.close()
    store = openSqliteStore(file())
    fill()
    await expect(keep(store, insertion(1))).rejects.toEqual(fullDisk)
    await store.upkeep.close()
    makeRoom()
    store = openSqliteStore(file())
    expect((await store.journal.status()).findings).toEqual([])
  })
})

const attempt = {
  id: eventOf.claimed.attemptId,
  batchId: 'b1',
  revision: 1,
  sha256: 'f'.repeat(64),
  payload: Buffer.from('{}'),
  documentTime: noon,
  claimedAt: noon,
  sendDeadline: noon + 60_000,
}
const accepted = {
  attemptId: attempt.id,
  at: noon,
  outcome: { kind: 'accepted', uuid: 'UUID-1', submissionUid: 'SUB-1' } as const,
  httpStatus: 202,
  correlationId: null,
  answer: null,
}
