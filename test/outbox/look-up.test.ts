import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority, LookUpQuery } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { lookUpDue } from '../../electron/gateway/outbox/look-up.ts'
import { lookUpNow } from '../../electron/gateway/outbox/look-up-query.ts'
import type { Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { ClockStatus } from '../../shared/domain/clock-skew.ts'
import type { LookUpResult } from '../../shared/domain/decide-look-up.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const company = aCompany()
const { quarantineMs, lookUpIntervalMs } = rules

/** A record in doubt in a real store. The test decides the authority's documents and time. */
let store: Store
let directory: string
let clock: ReturnType<typeof aClock>
let stored: StoredRecord
let finding: LookUpResult | null
let kind: ClockStatus
/** Runs before the answer. */
let onAsk: () => void
/** All queries, in order. */
let asked: (readonly LookUpQuery[])[]

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-look-up-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  ;[finding, kind, asked, onAsk] = [{ kind: 'nothing' }, 'right', [], () => {}]
  const claimed = await happen(store, await keep(store, insertion(1)), eventOf.claimed)
  const doubted = update(claimed, eventOf.outcome_unknown, { dueAt: noon })
  expect(await store.records.write({ writes: [doubted] })).toMatchObject({ ok: true })
  stored = { seq: claimed.seq, record: doubted.record }
})

afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

function partsNow(): OutboxDeps {
  const authority: Pick<Authority, 'clock' | 'lookUp'> = {
    clock: {
      contact: () => ({ lastContactAt: null, unansweredSince: null }),
      onReturn: () => undefined,
      now: () => clock.now(),
      status: () => ({ kind, offsetMs: 0, since: noon }),
    },
    lookUp: async (_, queries) => {
      asked.push(queries)
      onAsk()
      const found = finding
      if (found === null) return { kind: 'not_answered', askedMs: 600_000 }
      return { kind: 'answered', findings: new Map(queries.map(({ saleGuid }) => [saleGuid, found])) }
    },
  }
  const { records, schedule, companies } = store
  const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  const deps = { ...common, records, schedule, companies, authority, timing: rules }
  return deps as unknown as OutboxDeps
}

async function lookUp() {
  await lookUpDue(partsNow(), company)
  return (await store.records.byGuid(stored.record.saleGuid))?.record
}

test('two look-ups that find nothing after the quarantine send the record again', async () => {
  clock.pass(quarantineMs)
  expect(await lookUp()).toMatchObject({ phase: 'unknown', doubt: { lookUps: 1 } })
  clock.pass(lookUpIntervalMs)
  expect(await lookUp()).toMatchObject({ phase: 'queued' })
})

test('nothing found counts for nothing while our clock is known to be wrong: it may call the quarantine over too soon', async () => {
  kind = 'wrong'
  clock.pass(quarantineMs)
  for (let looks = 0; looks < 5; looks += 1) {
    expect(await lookUp()).toMatchObject({ phase: 'unknown', doubt: { lookUps: 0 } })
    clock.pass(lookUpIntervalMs)
  }
  kind = 'right'
  expect(await lookUp()).toMatchObject({ phase: 'unknown', doubt: { lookUps: 1 } })
})

test('nothing found counts for nothing if our clock is set before the answer, and is asked again at the usual time', async () => {
  // Our clock was days ahead at the question. After the answer its error is not known any more.
  clock.beWrongBy(3 * dayMs)
  onAsk = () => {
    kind = 'unknown'
    clock.beWrongBy(0)
  }
  expect(await lookUp()).toMatchObject({ phase: 'unknown', doubt: { lookUps: 0 } })
  expect(await store.schedule.dueOf(stored.seq)).toBe(clock.now() + lookUpIntervalMs)
})

test('what is found is adopted by any clock', async () => {
  ;[finding, kind] = [{ kind: 'same', uuid: 'U', submissionUid: 'S' }, 'wrong']
  expect(await lookUp()).toMatchObject({ phase: 'submitted' })
})

test('an authority that does not answer is asked again when it wishes, and nothing counts', async () => {
  finding = null
  clock.pass(quarantineMs)
  expect(await lookUp()).toMatchObject({ phase: 'unknown', doubt: { lookUps: 0 } })
  expect(await store.schedule.dueOf(stored.seq)).toBe(clock.now() + 600_000)
})

test('a document that was never sent from here is looked for by its number alone, and sent if two look-ups find nothing', async () => {
  const kept = await keep(store, insertion(2))
  const doubted = update(kept, eventOf.presumed_sent, { dueAt: noon })
  expect(await store.records.write({ writes: [doubted] })).toMatchObject({ ok: true })
  stored = { seq: kept.seq, record: doubted.record }
  await store.schedule.postpone('look_up', [1], noon + 3_600_000)
  clock.pass(quarantineMs)
  expect(await lookUp()).toMatchObject({ phase: 'unknown', doubt: { lookUps: 1 } })
  clock.pass(lookUpIntervalMs)
  expect(await lookUp()).toMatchObject({ phase: 'queued' })
  expect(asked.flat().map(({ sha256, text }) => [sha256, text])).toEqual([
    [null, undefined],
    [null, undefined],
  ])
})

const dayMs = 24 * 3_600_000
const spans = () => asked.flat().map(({ sentFrom, sentTo }) => sentTo - sentFrom)

/** Restores a backup that is 35 days old, so that later sends are not known. */
async function putBack(): Promise<void> {
  clock.pass(35 * dayMs)
  const kept = await keep(store, insertion(2))
  const event = { type: 'presumed_sent', reason: 'restored', from: noon, at: clock.now() } as const
  const doubted = update(kept, event, { dueAt: clock.now() })
  expect(await store.records.write({ writes: [doubted] })).toMatchObject({ ok: true })
  stored = { seq: kept.seq, record: doubted.record }
  finding = { kind: 'unproven', uuid: 'U', submissionUid: 'S', receivedAt: noon + 3 * dayMs }
  await store.schedule.postpone('look_up', [1], clock.now() + 1_000 * dayMs)
}

test('a conflict is searched for in all of the time that it may have been sent in, ever more seldom, and so it is for a person', async () => {
  await putBack()
  expect(await lookUp()).toMatchObject({ phase: 'conflict' })
  const now = (await store.records.byGuid(stored.record.saleGuid)) as StoredRecord
  await lookUpNow(partsNow(), company, { stored: now, uuid: null })
  expect(new Set(spans())).toEqual(new Set([35 * dayMs]))
  asked = []
  for (let hours = 0; hours < 72; hours += 1) {
    clock.pass(3_600_000)
    await lookUp()
  }
  expect(new Set(spans())).toEqual(new Set([35 * dayMs]))
  // After 1, 2, 8, 14, 20 and 26 hours, then daily.
  expect(asked).toHaveLength(7)
  finding = { kind: 'nothing' }
  clock.pass(24 * 3_600_000)
  expect(await lookUp()).toMatchObject({ phase: 'conflict' })
})
