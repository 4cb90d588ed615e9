import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority } from '../../electron/gateway/authority/port.ts'
import { lookUpDue } from '../../electron/gateway/outbox/look-up.ts'
import type { OutboxParts } from '../../electron/gateway/outbox/parts.ts'
import type { Store } from '../../electron/gateway/store/port.ts'
import type { Stored } from '../../electron/gateway/store/port-records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { ClockStanding } from '../../shared/domain/clock-skew.ts'
import type { Finding } from '../../shared/domain/decide-look-up.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const company = aCompany()
const { quarantineMs, lookUpIntervalMs } = rules

/** A record in doubt in a real store; what the authority has and what time it is there are said by the test. */
let store: Store
let directory: string
let clock: ReturnType<typeof aClock>
let stored: Stored
let finding: Finding
let kind: ClockStanding

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-look-up-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  ;[finding, kind] = [{ kind: 'nothing' }, 'right']
  const claimed = await happen(store, await keep(store, insertion(1)), eventOf.claimed)
  const doubted = update(claimed, eventOf.doubted, { dueAt: noon })
  expect(await store.records.write({ writes: [doubted] })).toMatchObject({ ok: true })
  stored = { seq: claimed.seq, record: doubted.record }
})

afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

async function lookUp() {
  const authority: Pick<Authority, 'clock' | 'lookUp'> = {
    clock: { now: () => clock.now(), standing: () => ({ kind, offsetMs: 0, since: noon }) },
    lookUp: async () => ({ kind: 'answered', findings: new Map([[stored.record.saleGuid, finding]]) }),
  }
  const { records, schedule, companies } = store
  const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  const parts = { ...common, records, schedule, companies, authority, timing: rules }
  await lookUpDue(parts as unknown as OutboxParts, company)
  return (await store.records.byGuid(stored.record.saleGuid))?.record
}

test('two look-ups that find nothing after the quarantine send the record again', async () => {
  clock.pass(quarantineMs)
  expect(await lookUp()).toMatchObject({ phase: 'unknown', lookUps: 1 })
  clock.pass(lookUpIntervalMs)
  expect(await lookUp()).toMatchObject({ phase: 'queued' })
})

test('nothing found counts for nothing while our clock is known to be wrong: it may call the quarantine over too soon', async () => {
  kind = 'wrong'
  clock.pass(quarantineMs)
  for (let looks = 0; looks < 5; looks += 1) {
    expect(await lookUp()).toMatchObject({ phase: 'unknown', lookUps: 0 })
    clock.pass(lookUpIntervalMs)
  }
  kind = 'right'
  expect(await lookUp()).toMatchObject({ phase: 'unknown', lookUps: 1 })
})

test('what is found is adopted by any clock', async () => {
  ;[finding, kind] = [{ kind: 'same', uuid: 'U', submissionUid: 'S' }, 'wrong']
  expect(await lookUp()).toMatchObject({ phase: 'submitted' })
})
