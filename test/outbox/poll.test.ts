import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority, PollAnswer, SentIdentity } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { pollDue } from '../../electron/gateway/outbox/poll.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { ObservedStatus } from '../../shared/domain/decide-observation.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const company = aCompany()

/** Accepted documents in a real store. The test gives the authority's answers. */
let directory: string
let store: Store
let clock: ReturnType<typeof aClock>
let answer: PollAnswer
let asked: { submissionUid: string; documents: readonly SentIdentity[] }[]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-poll-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  ;[answer, asked] = [{ kind: 'not_shown', askedMs: null }, []]
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

const accepted = async (n: number, submissionUid = 'SUB-1'): Promise<StoredRecord> => {
  const claimed = { ...eventOf.claimed, attemptId: `attempt-${n}` }
  return happen(store, await keep(store, insertion(n)), claimed, { ...eventOf.taken, uuid: `UUID-${n}`, submissionUid })
}

async function poll(work: 'poll' | 'link' = 'poll') {
  const authority: Pick<Authority, 'clock' | 'poll'> = {
    clock: {
      contact: () => ({ lastContactAt: null, unansweredSince: null }),
      onReturn: () => undefined,
      now: () => clock.now(),
      status: () => ({ kind: 'right', offsetMs: 0, since: noon }),
    },
    poll: async (_, submissionUid, documents) => {
      asked.push({ submissionUid, documents })
      return answer
    },
  }
  const timing = { ...rules, pollIntervalMs: 2_000 }
  const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  const deps = { ...common, ...store, authority, timing } as unknown as OutboxDeps
  let steps = 0
  const changed = await pollDue(deps, company, { work, step: () => void (steps += 1) })
  return { steps, changed: changed.map(({ record }) => record.phase) }
}

const shows = (over: Partial<ObservedStatus>): PollAnswer => {
  const seen: ObservedStatus = {
    uuid: 'UUID-1',
    status: 'Valid',
    longId: 'LONG',
    validatedAt: noon,
    ...over,
  } as ObservedStatus
  return { kind: 'shown', documents: [seen] }
}
const dueAt = (seq: number) => store.schedule.dueOf(seq)
const eventsOf = async (seq: number) => (await store.records.events(seq)).map(({ event }) => event.type)

test('each submission is one question, for all of its documents', async () => {
  await accepted(1)
  await accepted(2, 'SUB-2')
  await accepted(3)
  expect(await poll()).toEqual({ steps: 2, changed: [] })
  const named = asked.map(({ submissionUid, documents }) => [submissionUid, ...documents.map(({ uuid }) => uuid)])
  expect(named).toEqual([
    ['SUB-1', 'UUID-1', 'UUID-3'],
    ['SUB-2', 'UUID-2'],
  ])
})

test('what was not shown is asked about again later and later, and not before the authority wishes', async () => {
  await accepted(1)
  await poll()
  expect(await dueAt(1)).toBe(noon + 2_000)
  clock.pass(2_000)
  await poll()
  expect(await dueAt(1)).toBe(noon + 2_000 + 3_000)
  clock.pass(3_000)
  answer = { kind: 'not_shown', askedMs: 60_000 }
  await poll()
  expect(await dueAt(1)).toBe(noon + 5_000 + 60_000)
})

test('what is still being checked waits with those that were not shown, and is no news', async () => {
  await accepted(1)
  answer = shows({ status: 'Submitted', longId: '' })
  expect((await poll()).changed).toEqual([])
  expect(await dueAt(1)).toBe(noon + 2_000)
  expect(await eventsOf(1)).toEqual(['received', 'claimed', 'taken'])
})

test('the page of a valid document is asked for until its name is there, or the document was cancelled', async () => {
  await accepted(1)
  answer = shows({ longId: '' })
  expect((await poll()).changed).toEqual(['valid'])
  clock.pass(60_000)
  expect((await poll('link')).changed).toEqual([])
  expect(await dueAt(1)).toBe(noon + 60_000 + 2_000)
  clock.pass(60_000)
  answer = shows({ status: 'Submitted', longId: '' })
  expect((await poll('link')).changed).toEqual([])
  clock.pass(60_000)
  answer = shows({})
  expect((await poll('link')).changed).toEqual(['valid'])
  expect(await eventsOf(1)).toEqual(['received', 'claimed', 'taken', 'validated', 'linked'])

  await accepted(2)
  answer = shows({ uuid: 'UUID-2', longId: '' })
  await poll()
  clock.pass(60_000)
  answer = shows({ uuid: 'UUID-2', status: 'Cancelled', longId: '' })
  expect((await poll('link')).changed).toEqual(['cancelled'])
})
