import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StorageState } from '../../electron/gateway/store/port/journal.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { StorageCare } from '../../electron/gateway/store/recovery/storage-care.ts'
import { proveDatabase } from '../../electron/gateway/store/recovery/storage-check.ts'
import { openStoreToRead } from '../../electron/gateway/store/recovery/storage-reading.ts'
import { StorageFailure, StoreRefusal } from '../../electron/gateway/store/refusal.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { freshFile } from '../support/database-file.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, insertion, update } from '../support/stores.ts'

const file = freshFile()
let isFailing: boolean
let hasLogRoom: boolean
let isHeld: boolean
let states: StorageState[]
let later: { readonly ms: number; readonly task: () => void }[]
let openings: number
let proofs: number
let care: StorageCare

const ioError = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })

/** The real store; while the disk fails every commit ends as SQLite ends it. */
function openFailing(): Store {
  if (isFailing) throw ioError
  const store = openSqliteStore(file.path)
  const write: Store['records']['write'] = async (change) => {
    if (isFailing) throw new StorageFailure('the write is not durable', { cause: ioError })
    return store.records.write(change)
  }
  return { ...store, records: { ...store.records, write } }
}

beforeEach(async () => {
  isFailing = false
  hasLogRoom = true
  isHeld = false
  states = []
  later = []
  openings = 0
  proofs = 0
  care = new StorageCare({
    open() {
      openings += 1
      return openFailing()
    },
    prove: () => {
      proofs += 1
      if (isFailing) throw ioError
      if (isHeld) throw new StoreRefusal('held_by_another', 'another process holds it')
      proveDatabase(file.path)
    },
    openToRead: () => openStoreToRead(file.path),
    isReadOnly: () => false,
    log: { hasRoom: async () => hasLogRoom },
    reserve: {
      isKept: () => true,
      fits: () => true,
      keep: async () => true,
      hasRoomBeside: async () => true,
      giveUp: () => true,
    },
    later: (ms, task) => later.push({ ms, task }),
    tell: ({ state }) => states.push(state),
  })
  await care.begin()
  await care.call({ area: 'companies', method: 'save', args: [aCompany(), 'control'] })
})
afterEach(() => care.close())

const keep = (n: number) => care.call({ area: 'records', method: 'write', args: [{ writes: [insertion(n)] }] })
const find = (n: number) => care.call({ area: 'records', method: 'byGuid', args: [insertion(n).record.saleGuid] })

const soonMs = 5_000

/** Whatever waits no longer than this happens now. */
function pass(ms: number): void {
  const due = later.filter((each) => each.ms <= ms)
  later = later.filter((each) => each.ms > ms)
  for (const { task } of due) task()
}

/** Lets pauses pass until the storage has come so far. */
async function becomes(state: StorageState): Promise<void> {
  const now = () => {
    pass(soonMs)
    return states.at(-1)
  }
  await expect.poll(now, { interval: 5 }).toBe(state)
}

const troubled = (trouble: string): unknown => expect.objectContaining({ name: 'StorageFailure', trouble })

describe('a disk that reports an error', () => {
  test('is promised nothing until the database was opened anew and proved itself (ST4)', async () => {
    isFailing = true
    await expect(keep(1)).rejects.toEqual(troubled('failing'))
    expect(states).toEqual(['failing'])
    isFailing = false
    await expect(keep(2)).rejects.toEqual(troubled('failing'))
    await becomes('sound')
    expect(states).toEqual(['failing', 'sound'])
    expect(openings).toBe(2)
    expect(await keep(2)).toMatchObject({ ok: true })
    expect([await find(1), await find(2)]).toEqual([null, expect.objectContaining({ seq: 1 })])
  })

  test('has three chances; then it is only read, until a write works again (ST5)', async () => {
    await keep(1)
    isFailing = true
    await expect(keep(2)).rejects.toEqual(troubled('failing'))
    await becomes('read_only')
    isFailing = false
    pass(3_600_000)
    await expect.poll(() => find(1)).toMatchObject({ seq: 1 })
    await expect(keep(2)).rejects.toEqual(troubled('read_only'))
    expect(states).toEqual(['failing', 'read_only'])
    await care.look()
    expect(states).toEqual(['failing', 'read_only', 'sound'])
    expect(await keep(3)).toMatchObject({ ok: true })
  })

  test('is tried until nobody else has the database open, which uses up no chance (ST5)', async () => {
    isFailing = true
    await expect(keep(1)).rejects.toEqual(troubled('failing'))
    isHeld = true
    isFailing = false
    const tries = () => {
      pass(soonMs)
      return proofs
    }
    await expect.poll(tries, { interval: 1 }).toBeGreaterThan(20)
    expect(states).toEqual(['failing'])
    isHeld = false
    await becomes('sound')
    expect(await keep(2)).toMatchObject({ ok: true })
  })

  test('that seems to take writes and takes none is tried ever more seldom', async () => {
    isFailing = true
    await expect(keep(1)).rejects.toEqual(troubled('failing'))
    await becomes('read_only')
    const before = proofs
    for (let looks = 0; looks < 40; looks += 1) await care.look()
    // After 0, 1, 2, 4, 8 and 16 looks.
    expect(proofs).toBe(before + 6)
    expect(states).toEqual(['failing', 'read_only'])
  })

  test('uses its chances up however often it recovers between them, and has them back after a while (ST5)', async () => {
    for (let times = 0; times < 3; times += 1) {
      isFailing = true
      await expect(keep(9)).rejects.toEqual(troubled('failing'))
      isFailing = false
      await becomes('sound')
    }
    expect(states).toEqual(['failing', 'sound', 'failing', 'sound', 'failing', 'sound'])
    // One chance is back after its time.
    const oldest = later.shift()
    oldest?.task()
    for (const end of ['sound', 'read_only'] as const) {
      isFailing = true
      await expect(keep(9)).rejects.toEqual(troubled('failing'))
      isFailing = false
      await becomes(end)
    }
  })

  test('loses no answer of the authority: it is written down once the database has proved itself (ST4)', async () => {
    const [seq = 0] = ((await keep(1)) as { readonly seqs: readonly number[] }).seqs
    const queued: Stored = { seq, record: insertion(1).record }
    const attempt = { ...anAttempt, id: eventOf.claimed.attemptId }
    const claimed = update(queued, eventOf.claimed, { attempt })
    await care.call({ area: 'records', method: 'write', args: [{ writes: [claimed] }] })
    isFailing = true
    const outcome = { ...anOutcome, attemptId: attempt.id }
    const taken = update({ seq, record: claimed.record }, eventOf.taken, { outcome })
    const written = care.call({ area: 'records', method: 'write', args: [{ writes: [taken] }] })
    await expect.poll(() => states).toEqual(['failing'])
    isFailing = false
    await becomes('sound')
    expect(await written).toEqual({ ok: true, seqs: [seq] })
    expect(await find(1)).toMatchObject({ record: { phase: 'submitted' } })
  })
})

test('a log that somebody else keeps from being folded back stops sales only where the disk has no room for it (ST8)', async () => {
  await care.look()
  hasLogRoom = false
  await care.look()
  await expect(keep(1)).rejects.toEqual(troubled('full'))
  hasLogRoom = true
  await care.look()
  await keep(1)
  expect(states).toEqual(['full', 'sound'])
})

const anAttempt = {
  batchId: 'b1',
  revision: 1,
  sha256: 'f'.repeat(64),
  payload: Buffer.from('{}'),
  documentTime: noon,
  claimedAt: noon,
  sendDeadline: noon + 60_000,
}
const anOutcome = {
  at: noon,
  outcome: { kind: 'accepted', uuid: 'UUID-1', submissionUid: 'SUB-1' } as const,
  httpStatus: 202,
  correlationId: null,
  answer: '{}',
}
