import { createHash } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { lookUpDue } from '../../electron/gateway/outbox/look-up.ts'
import { recoverClaimed } from '../../electron/gateway/outbox/unconfirmed.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import type { Attempt } from '../../shared/domain/attempt.ts'
import type { EpochMs } from '../../shared/domain/record.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf, noon } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const minute = 60_000
const secondId = '00000000-0000-4000-8000-00000000beef'
const document = Buffer.from('{"Invoice":[]}')
const attemptAt = (claimedAt: EpochMs, id: string = eventOf.claimed.attemptId): Attempt => ({
  id,
  batchId: 'batch-1',
  revision: 1,
  sha256: createHash('sha256').update(document).digest('hex'),
  payload: document,
  documentTime: noon,
  claimedAt,
  sendDeadline: claimedAt + minute,
})

/** The dependencies of one process's outbox, with a fixed clock. The test gives the authority's answers. */
function depsOf(store: SharedStore, at: EpochMs, more: object = {}): OutboxDeps {
  const timing = {
    ...rules,
    quarantineMs: 10 * minute,
    lookUpIntervalMs: minute,
    resendWindowMs: 100 * minute,
    pollIntervalMs: 2_000,
    requestTimeoutMs: minute,
    retryBaseMs: 1_000,
  }
  const common = { clock: aClock(at), randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  const authority = { clock: { status: () => ({ kind: 'right' }), now: () => at } }
  return { ...common, ...store, authority, timing, ...more } as unknown as OutboxDeps
}

/** An authority that has no document of the record, and answers when the test lets it. */
function slowAuthority({ record }: StoredRecord, at: EpochMs) {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const findings = new Map([[record.saleGuid, { kind: 'nothing' }]])
  const lookUp = async () => {
    asked.resolve()
    await answered.promise
    return { kind: 'answered', findings }
  }
  const clock = { status: () => ({ kind: 'right' }), now: () => at }
  return { asked: asked.promise, answer: answered.resolve, authority: { clock, lookUp } }
}

const claimedAt = (stored: StoredRecord, at: EpochMs, id?: string) =>
  update(stored, { ...eventOf.claimed, at, ...(id !== undefined && { attemptId: id }) }, { attempt: attemptAt(at, id) })

async function claim(store: SharedStore, stored: StoredRecord, at: EpochMs, id?: string): Promise<StoredRecord> {
  const write = claimedAt(stored, at, id)
  expect(await store.records.write({ writes: [write] })).toMatchObject({ ok: true })
  return { seq: stored.seq, record: write.record }
}

describe.skipIf(why !== null)(
  'what one process found out about a record counts no more once another went on with it',
  () => {
    const here = sharedPostgres()
    const two = async () => {
      const { stores } = await here.shared(2)
      const [one, other] = stores
      if (!one || !other) throw new Error('no store')
      const claimed = await claim(one, await keep(one, insertion(1)), noon)
      return { one, other, claimed }
    }
    const kept = async (store: SharedStore, { record }: StoredRecord) =>
      (await store.records.byGuid(record.saleGuid))?.record

    test('two that look at the same moment have looked once', async () => {
      const { one, other, claimed } = await two()
      const doubted = await happen(one, claimed, { ...eventOf.outcome_unknown, at: noon })
      const at = noon + 11 * minute
      const late = slowAuthority(doubted, at)
      const first = slowAuthority(doubted, at + 3)
      const looking = lookUpDue(depsOf(other, at, { authority: late.authority }), aCompany())
      await late.asked
      first.answer()
      await lookUpDue(depsOf(one, at + 3, { authority: first.authority }), aCompany())
      late.answer()
      await looking
      expect(await kept(one, doubted)).toMatchObject({ phase: 'unknown', doubt: { lookUps: 1 } })
    })

    test('a look that was asked before it went again says nothing of that, and dates no doubt back', async () => {
      const { one, other, claimed } = await two()
      const doubted = await happen(one, claimed, { ...eventOf.outcome_unknown, at: noon })
      const slow = slowAuthority(doubted, noon + 11 * minute)
      const looking = lookUpDue(depsOf(other, noon + 11 * minute, { authority: slow.authority }), aCompany())
      await slow.asked
      const again = noon + 30 * minute
      const queued = await happen(one, doubted, { ...eventOf.requeued, at: again })
      const second = await claim(one, queued, again, secondId)
      await happen(one, second, { ...eventOf.outcome_unknown, at: again + 5_000 })
      slow.answer()
      await looking
      expect(await kept(one, doubted)).toMatchObject({
        phase: 'unknown',
        doubt: { since: again + 5_000, lookUps: 0 },
      })
    })

    test('who read a claim and slept leaves the living claim that came after it alone', async () => {
      const { one, other, claimed } = await two()
      const page = await one.schedule.all('settle', 0, 500)
      expect(page).toHaveLength(1)
      // The other process takes the record over, looks it up, queues it and claims it again.
      const again = noon + 12 * minute
      const doubted = await happen(other, claimed, { ...eventOf.outcome_unknown, at: noon + 31_000 })
      const queued = await happen(other, doubted, { ...eventOf.requeued, at: again })
      await claim(other, queued, again, secondId)
      const schedule = { ...one.schedule, all: async (_work: string, after: number) => (after === 0 ? page : []) }
      expect(await recoverClaimed(depsOf(one, noon + 31_000, { schedule }))).toBe(0)
      expect(await kept(one, claimed)).toMatchObject({ phase: 'sending', attemptId: secondId })
    })
  },
)
