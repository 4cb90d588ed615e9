import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority, PollAnswer } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { lookUpDue } from '../../electron/gateway/outbox/look-up.ts'
import { pollDue } from '../../electron/gateway/outbox/poll.ts'
import { putInDoubt, recoverClaimed } from '../../electron/gateway/outbox/unconfirmed.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, hourMs, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const company = aCompany()
const { uuid } = eventOf.taken
const minuteMs = 60_000

/** An accepted document in a real store. The test gives the authority's answers. */
let directory: string
let store: Store
let clock: ReturnType<typeof aClock>
let stored: StoredRecord
let answer: PollAnswer
let excluded: ReadonlySet<string> | null

const now = async () => (await store.records.byGuid(stored.record.saleGuid))?.record
const eventsOf = async () => (await store.records.events(stored.seq)).map(({ event }) => event.type)

function deps(): OutboxDeps {
  const authority: Pick<Authority, 'clock' | 'poll' | 'lookUp'> = {
    clock: {
      contact: () => ({ lastContactAt: null, unansweredSince: null }),
      onReturn: () => undefined,
      now: () => clock.now(),
      status: () => ({ kind: 'right', offsetMs: 0, since: noon }),
    },
    poll: async () => answer,
    async lookUp(_, [asked]) {
      excluded = asked?.otherUuids ?? null
      const finding = { kind: 'same', uuid, submissionUid: 'SUB-1' } as const
      return { kind: 'answered', findings: new Map([[stored.record.saleGuid, finding]]) }
    },
  }
  const timing = { ...rules, pollIntervalMs: 2_000, requestTimeoutMs: minuteMs }
  const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  return { ...common, ...store, authority, timing } as unknown as OutboxDeps
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-unconfirmed-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  ;[answer, excluded] = [{ kind: 'shown', documents: [], missing: [uuid] }, null]
  stored = await happen(store, await keep(store, insertion(1)), eventOf.claimed, eventOf.taken)
})

afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

async function poll(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += minuteMs) {
    await pollDue(deps(), company)
    clock.pass(minuteMs)
  }
}

test('one that the other gateway has lost, restored from an older backup, is given to a person', async () => {
  await poll(hourMs)
  expect((await now())?.phase).toBe('submitted')
  await poll(20 * minuteMs)
  expect(await now()).toMatchObject({ phase: 'conflict', attention: 'in_doubt_expired', everSent: true })
  expect(await eventsOf()).toEqual(['received', 'claimed', 'taken', 'anomaly', 'outcome_unknown', 'conflicted'])
})

test('one of which the authority only does not speak is asked about for ever, and left alone (UP26)', async () => {
  answer = { kind: 'shown', documents: [] }
  await poll(5 * hourMs)
  answer = { kind: 'not_shown', askedMs: null }
  await poll(5 * hourMs)
  expect(await eventsOf()).toEqual(['received', 'claimed', 'taken'])
})

test('what a person doubts is looked up at once, under its own name too, and adopted when it is there', async () => {
  expect(await putInDoubt(deps(), stored, 'person:Aini')).toBeNull()
  clock.pass(hourMs)
  expect((await putInDoubt(deps(), stored, 'person:Aini'))?.record.phase).toBe('conflict')
  await lookUpDue(deps(), company)
  expect(excluded).toEqual(new Set())
  expect(await now()).toMatchObject({ phase: 'submitted', authority: { uuid } })
})

/** Claimed at noon, with a minute to send it. */
async function claimed(n: number): Promise<StoredRecord> {
  const kept = await keep(store, insertion(n))
  const id = `attempt-${n}`
  const attempt = {
    id,
    batchId: 'batch-1',
    revision: 1,
    sha256: createHash('sha256').update(id).digest('hex'),
    payload: Buffer.from(id),
    documentTime: noon,
    claimedAt: noon,
    sendDeadline: noon + minuteMs,
  }
  const writes = [update(kept, { ...eventOf.claimed, attemptId: id }, { attempt })]
  expect(await store.records.write({ writes })).toMatchObject({ ok: true })
  return kept
}

test('all that were being sent at a stop are in doubt, are looked for soon, and are counted', async () => {
  for (let n = 2; n < 5; n += 1) await claimed(n)
  clock.pass(30_000)
  const all: Store['schedule']['all'] = (work, afterSeq) => store.schedule.all(work, afterSeq, 2)
  expect(await recoverClaimed({ ...deps(), schedule: { ...store.schedule, all } })).toBe(3)
  const due = await store.schedule.due('look_up', company.profile.companyGuid, noon + 35_000, 9)
  expect(due.map(({ record }) => [record.phase, record.doubt?.since])).toEqual(
    Array.from({ length: 3 }, () => ['unknown', noon + 30_000]),
  )
  expect(await recoverClaimed(deps())).toBe(0)
})

test.each([
  ['behind the claim', -1, 2 * minuteMs],
  ['that of the claim', 0, 0],
  ['within the time for an answer', 2 * minuteMs - 1, 2 * minuteMs - 1],
  ['past that time', 2 * minuteMs, 2 * minuteMs],
  ['days past it', 100 * hourMs, 2 * minuteMs],
])('at a start whose clock is %s, %i ms off, the doubt begins %i ms after the claim', async (_, passed, since) => {
  const { record } = await claimed(2)
  clock.pass(passed)
  expect(await recoverClaimed(deps())).toBe(1)
  expect((await store.records.byGuid(record.saleGuid))?.record.doubt?.since).toBe(noon + since)
})
