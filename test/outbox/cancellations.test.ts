import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority } from '../../electron/gateway/authority/port.ts'
import { Cancellations } from '../../electron/gateway/outbox/cancellations.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { CancelOutcome, CancelStatus } from '../../shared/domain/decide-cancel.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, noon, windowMs } from '../support/records.ts'
import { aCompany, happen, insertion, keep } from '../support/stores.ts'

const company = aCompany()
const quarantineMs = 600_000
const lookUpIntervalMs = 60_000

/** The steps of the outbox with a real store. The test moves the clock and gives the authority's answers. */
let store: Store
let directory: string
let clock: ReturnType<typeof aClock>
let there: CancelStatus | null
/** How far the authority's clock is ahead of ours. */
let aheadMs: number
let looks: number[]
/** Runs before the answer of a look-up. */
let onLook: () => void
let asked: number
let breaks: boolean
let outcome: CancelOutcome
let clockIs: ReturnType<Authority['clock']['status']>['kind']
let cancellations: Cancellations
let stored: StoredRecord

const now = async () => (await store.records.byGuid(stored.record.saleGuid))?.record

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-cancel-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  there = { kind: 'not_cancelled' }
  ;[aheadMs, looks, asked, breaks, onLook] = [0, [], 0, false, () => {}]
  outcome = { kind: 'inDoubt' }
  clockIs = 'right'
  const authority: Pick<Authority, 'clock' | 'cancel' | 'cancelledThere'> = {
    clock: {
      contact: () => ({ lastContactAt: null, unansweredSince: null }),
      onReturn: () => undefined,
      now: () => clock.now() + aheadMs,
      status: () => ({ kind: clockIs, offsetMs: aheadMs, since: noon }),
    },
    async cancel() {
      asked += 1
      if (breaks) throw new Error('it broke off')
      return outcome
    },
    async cancelledThere() {
      looks.push(clock.now() - noon)
      onLook()
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
  } as unknown as OutboxDeps)
  const valid = await happen(store, await keep(store, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
  stored = await happen(store, valid, eventOf.cancel_requested)
})

afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

/** Does the due work, in steps of a second or more. */
async function live(ms: number, stepMs = 1_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await cancellations.workOff(company)
    clock.pass(stepMs)
  }
}

test('a document still valid decides nothing before the quarantine is over, and is looked at now and then (QR9)', async () => {
  await live(quarantineMs)
  expect(asked).toBe(1)
  expect((await now())?.cancellation).toMatchObject({ state: 'unknown', doubtedAt: noon })
  // Soon after the answer was lost, then at the usual interval, and once at the moment when a look-up can decide.
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

test('while the authority is away the question leaves two events and no more, and goes out within a minute after', async () => {
  outcome = { kind: 'unsent' }
  there = null
  await live(12 * 3_600_000, 15_000)
  expect(asked).toBe(1)
  expect(await store.records.events(stored.seq)).toHaveLength(7)
  // At most one request a minute that changes nothing.
  expect(looks.length).toBeLessThan(12 * 60 * 2)
  there = { kind: 'not_cancelled' }
  outcome = { kind: 'cancelled' }
  await live(76_000)
  expect((await now())?.phase).toBe('cancelled')
})

test('one that the authority turns away while it shows the document is asked more and more seldom', async () => {
  outcome = { kind: 'unsent' }
  await live(12 * 3_600_000, 15_000)
  const often = asked
  await live(12 * 3_600_000, 15_000)
  expect(often).toBeLessThan(120)
  expect(asked - often).toBeLessThan(100)
  expect(asked - often).toBeGreaterThan(40)
})

test('the first tries follow each other as soon as ever, since a supervisor may wait', async () => {
  outcome = { kind: 'unsent' }
  await live(20_000)
  expect(asked).toBeGreaterThanOrEqual(3)
})

test('a window that closes while nothing gets out refuses it, without asking anybody', async () => {
  outcome = { kind: 'unsent' }
  there = null
  clock.pass(windowMs - 60_000)
  await live(3 * 60_000)
  expect((await now())?.cancellation).toMatchObject({ state: 'refused', code: 'cancel_denied_period' })
})

test('an answer lost by a clock that was a year ahead is settled once the clock is right (QR9)', async () => {
  const yearMs = 365 * 24 * 3_600_000
  const asking = await happen(store, stored, eventOf.cancel_asked)
  await happen(store, asking, { type: 'cancel_outcome_unknown', at: noon + yearMs })
  await store.schedule.postpone('cancel', [stored.seq], noon)
  clockIs = 'unknown'
  await live(2 * quarantineMs)
  expect((await now())?.cancellation?.doubtedAt).toBe(noon + yearMs)
  clockIs = 'right'
  await live(2 * quarantineMs)
  expect(asked).toBe(1)
})

test('a clock that is wrong ends no quarantine: what was asked may still arrive (QR9)', async () => {
  clockIs = 'wrong'
  await live(2 * quarantineMs)
  expect((await now())?.cancellation?.state).toBe('unknown')
  clockIs = 'right'
  await live(lookUpIntervalMs + 1_000)
  expect(asked).toBe(2)
})

test('nor does a clock that was days ahead at the question and is set right before the answer (QR9)', async () => {
  await live(1_000)
  clock.beWrongBy(3 * 24 * 3_600_000)
  onLook = () => clock.beWrongBy(0)
  await cancellations.workOff(company)
  expect((await now())?.cancellation?.state).toBe('unknown')
  expect(looks).not.toEqual([])
})
