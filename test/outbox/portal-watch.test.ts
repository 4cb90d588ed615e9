import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchedDocument } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { PortalWatch } from '../../electron/gateway/outbox/portal-watch.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
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

/** What the authority is asked about a record to which this happened. */
async function watched(events: readonly Living[]): Promise<WatchedDocument | undefined> {
  let stored = await keep(store, insertion(1))
  for (const event of events) stored = await happen(store, stored, event)
  const asked: WatchedDocument[] = []
  const clock = aClock()
  const authority = {
    clock: { now: () => clock.now(), status: () => ({ kind: 'right', offsetMs: 0, since: noon }) },
    watch: async (_company: unknown, documents: readonly WatchedDocument[]) => {
      asked.push(...documents)
      return { kind: 'shown', documents: [] }
    },
  }
  const { records, schedule, companies } = store
  const deps = { records, schedule, companies, authority, clock, timing: { ...rules, watchIntervalMs: 1 } }
  const watch = new PortalWatch({
    ...deps,
    randomness: countedRandomness(),
    log: pino({ level: 'silent' }),
  } as unknown as OutboxDeps)
  clock.pass(1)
  await watch.round(company, () => {})
  return asked[0]
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
