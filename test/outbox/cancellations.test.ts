import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority } from '../../electron/gateway/authority/port.ts'
import { Cancellations } from '../../electron/gateway/outbox/cancellations.ts'
import type { OutboxParts } from '../../electron/gateway/outbox/parts.ts'
import type { Store } from '../../electron/gateway/store/port.ts'
import type { Stored } from '../../electron/gateway/store/port-records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { CancelledThere } from '../../shared/domain/decide-cancel.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, noon, windowMs } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'

const company = aCompany()
const quarantineMs = 600_000
const lookUpIntervalMs = 60_000

/** The outbox's own steps over a real store and a clock that waits; the other end of the line is played by hand. */
let store: Store
let directory: string
let clock: ReturnType<typeof aClock>
let there: CancelledThere | null
/** How far the authority's clock is ahead of ours. */
let aheadMs: number
let looks: number[]
let asked: number
let breaks: boolean
let cancellations: Cancellations
let stored: Stored

const now = async () => (await store.records.byGuid(stored.record.saleGuid))?.record

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-cancel-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  there = { kind: 'not_cancelled' }
  ;[aheadMs, looks, asked, breaks] = [0, [], 0, false]
  const authority: Pick<Authority, 'clock' | 'cancel' | 'cancelledThere'> = {
    clock: {
      now: () => clock.now() + aheadMs,
      standing: () => ({ kind: 'right', offsetMs: aheadMs, since: noon }),
    },
    async cancel() {
      asked += 1
      if (breaks) throw new Error('it broke off')
      return { kind: 'inDoubt' }
    },
    async cancelledThere() {
      looks.push(clock.now() - noon)
      return there
    },
  }
  const { records, schedule, companies } = store
  const timing = { quarantineMs, lookUpIntervalMs, retryBaseMs: 2_000 }
  const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  cancellations = new Cancellations({
    ...common,
    records,
    schedule,
    companies,
    authority,
    timing,
  } as unknown as OutboxParts)
  const valid = await happen(store, await keep(store, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
  stored = await happen(store, valid, eventOf.cancel_requested)
})

afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

/** Works off what is due, second by second. */
async function live(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await cancellations.workOff(company)
    clock.pass(1_000)
  }
}

test('a document still valid decides nothing before the quarantine is over, and is looked at now and then (QR9)', async () => {
  await live(quarantineMs)
  expect(asked).toBe(1)
  expect((await now())?.cancellation).toMatchObject({ state: 'unknown', doubtedAt: noon })
  // Soon after it was lost, then at the usual pace, and once more as soon as a look can decide.
  expect(looks).toEqual([5_000, ...Array.from({ length: 9 }, (_, n) => 5_000 + (n + 1) * lookUpIntervalMs)])
  await live(2_000)
  expect(looks.at(-1)).toBe(quarantineMs)
  expect(asked).toBe(2)
})

test('one that was cancelled meanwhile is so as soon as it shows (QR9)', async () => {
  await live(10_000)
  there = { kind: 'cancelled' }
  await live(lookUpIntervalMs)
  expect(await now()).toMatchObject({ phase: 'cancelled', cancellation: { state: 'accepted', doubtedAt: null } })
  expect(asked).toBe(1)
})

test('a window that closes meanwhile refuses nothing that may still be done (QR9)', async () => {
  clock.pass(windowMs - 30_000)
  await live(quarantineMs)
  expect((await now())?.cancellation?.state).toBe('unknown')
  there = { kind: 'cancelled' }
  await live(2_000)
  expect((await now())?.phase).toBe('cancelled')
})

test('what is certainly lost is refused by its period, once that is over (QR9)', async () => {
  clock.pass(windowMs - 30_000)
  await live(quarantineMs + 5_000)
  expect((await now())?.cancellation).toMatchObject({ state: 'refused', code: 'cancel_denied_period' })
  expect(asked).toBe(1)
})

test('an authority that does not say is asked again, and nothing is decided', async () => {
  there = null
  await live(2 * quarantineMs)
  expect((await now())?.cancellation?.state).toBe('unknown')
  expect(looks.length).toBeLessThanOrEqual(22)
})

test('what is learned of the authority’s clock while it lasts does not shorten the quarantine', async () => {
  await live(10_000)
  aheadMs = 9 * 60_000
  await live(quarantineMs - 10_000)
  expect((await now())?.cancellation?.state).toBe('unknown')
})

test('a question that breaks off in an unforeseen way is in doubt at once, not at the next start (QR9)', async () => {
  breaks = true
  await live(1_000)
  expect((await now())?.cancellation).toMatchObject({ state: 'unknown', doubtedAt: noon })
  there = { kind: 'cancelled' }
  await live(lookUpIntervalMs)
  expect((await now())?.phase).toBe('cancelled')
})
