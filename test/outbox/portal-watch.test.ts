import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PollAnswer, WatchedDocument } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { PortalWatch } from '../../electron/gateway/outbox/portal-watch.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { ObservedStatus } from '../../shared/domain/decide-observation.ts'
import type { Received, RecordEvent } from '../../shared/domain/event.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const hourMs = 3_600_000
const company = aCompany()
let store: Store
let directory: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-portal-watch-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

type Living = Exclude<RecordEvent, Received>

/** A watch that is due every second, with the authority's questions and answers. */
function aWatch(watchIntervalMs = 1_000) {
  const clock = aClock()
  const state = {
    asked: [] as WatchedDocument[],
    answer: { kind: 'shown', documents: [] } as PollAnswer,
    steps: 0,
  }
  const authority = {
    clock: { now: () => clock.now(), status: () => ({ kind: 'right', offsetMs: 0, since: noon }) },
    watch: async (_company: unknown, documents: readonly WatchedDocument[]) => {
      state.asked.push(...documents)
      return state.answer
    },
  }
  const { records, schedule, companies } = store
  const deps = { records, schedule, companies, authority, clock, timing: { ...rules, watchIntervalMs } }
  const watch = new PortalWatch({
    ...deps,
    randomness: countedRandomness(),
    log: pino({ level: 'silent' }),
  } as unknown as OutboxDeps)
  const round = () => watch.round(company, () => void (state.steps += 1))
  return Object.assign(state, { clock, round })
}

/** The document that the authority is asked about, for a record with these events. */
async function watched(events: readonly Living[]): Promise<WatchedDocument | undefined> {
  let stored = await keep(store, insertion(1))
  for (const event of events) stored = await happen(store, stored, event)
  const watch = aWatch()
  watch.clock.pass(1_000)
  await watch.round()
  return watch.asked[0]
}

const validAt = (validatedAt: number): Living => ({
  ...eventOf.validated,
  validatedAt,
  cancellableUntil: noon + 24 * hourMs,
})

test('a document that was sent from here is looked for since then', async () => {
  const claimed = { ...eventOf.claimed, at: noon - 9 * hourMs }
  const seen = await watched([claimed, eventOf.taken, validAt(noon - 8 * hourMs)])
  expect(seen?.sentAt).toBe(noon - 9 * hourMs)
})

test('one that a look-up found is looked for since before it was valid, and not since it was found (ST13)', async () => {
  const seen = await watched([eventOf.presumed_sent, eventOf.found, validAt(noon - 10 * hourMs)])
  expect(seen?.validatedAt).toBe(noon - 10 * hourMs)
  expect(seen?.sentAt).toBeLessThanOrEqual(noon - 10 * hourMs)
})

/** A valid record that can be cancelled until this long after noon. */
async function valid(n: number, untilMs: number) {
  const uuid = `UUID-${n}`
  const claimed = { ...eventOf.claimed, attemptId: `attempt-${n}` }
  const validated = { ...eventOf.validated, validatedAt: noon, cancellableUntil: noon + untilMs }
  await happen(store, await keep(store, insertion(n)), claimed, { ...eventOf.taken, uuid }, validated)
  return uuid
}

test('what a person cancelled on the portal is cancelled here, and what is not shown stays as it is', async () => {
  await valid(1, 24 * hourMs)
  const uuid = await valid(2, 25 * hourMs)
  const watch = aWatch()
  const seen = { uuid, status: 'Cancelled', longId: '', validatedAt: noon } as unknown as ObservedStatus
  watch.answer = { kind: 'shown', documents: [seen] }
  expect(await watch.round()).toEqual({ changed: [], pauseMs: 500 })
  watch.clock.pass(500)
  const { changed, pauseMs } = await watch.round()
  expect(changed.map(({ record }) => [record.documentNumber, record.phase])).toEqual([['N-0002', 'cancelled']])
  expect(watch.asked.map((asked) => asked.uuid)).toEqual(['UUID-1', 'UUID-2'])
  expect(pauseMs).toBe(900)
  expect(watch.steps).toBe(1)
})

test('after no answer it looks again soon, or as the authority wishes, and leaves out nothing that ended meanwhile', async () => {
  const watch = aWatch(hourMs)
  watch.clock.pass(30_000)
  await valid(1, 24 * hourMs)
  expect(await watch.round()).toMatchObject({ pauseMs: 0.9 * hourMs })
  watch.clock.pass(0.9 * hourMs)
  watch.answer = { kind: 'not_shown', askedMs: null }
  expect(await watch.round()).toMatchObject({ pauseMs: 300_000 })
  watch.answer = { kind: 'not_shown', askedMs: 600_000 }
  watch.clock.pass(300_000)
  expect(await watch.round()).toMatchObject({ pauseMs: 600_000 })
  watch.clock.pass(24 * hourMs)
  watch.answer = { kind: 'shown', documents: [] }
  watch.asked.length = 0
  await watch.round()
  expect(watch.asked).toHaveLength(1)
  watch.clock.pass(hourMs)
  await watch.round()
  expect(watch.asked).toHaveLength(1)
})

test.each([
  [71, 1],
  [73, 0],
])('at a start, what could be cancelled until %i hours before is looked at: %i', async (hours, count) => {
  await valid(1, -hours * hourMs)
  const watch = aWatch()
  watch.clock.pass(500)
  await watch.round()
  expect(watch.asked).toHaveLength(count)
})
