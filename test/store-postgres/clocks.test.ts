import { createHash } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { resolveRecord } from '../../electron/gateway/features/records/decisions.ts'
import type { RecordDeps } from '../../electron/gateway/features/records/deps.ts'
import { Cancellations } from '../../electron/gateway/outbox/cancellations.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { dispatchBatch } from '../../electron/gateway/outbox/dispatch.ts'
import { lookUpDue } from '../../electron/gateway/outbox/look-up.ts'
import { recover } from '../../electron/gateway/outbox/recover.ts'
import { isClockShared, worseClockState } from '../../electron/gateway/outbox/shared-clock.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { aMovableClock, countedRandomness } from '../support/clock.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf } from '../support/records.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const minute = 60_000
const document = Buffer.from('{"Invoice":[]}')
const sha256 = createHash('sha256').update(document).digest('hex')

/** Knows nothing of a record, and never says what it made of what was asked. */
function forgetfulAuthority(saleGuid: string, asked: string[]) {
  return {
    mostInBatch: 100,
    clock: { status: () => ({ kind: 'right', offsetMs: 0 }), now: () => Date.now() },
    ready: async () => ({ kind: 'go_on' }),
    lookUp: async () => ({ kind: 'answered', findings: new Map([[saleGuid, { kind: 'nothing' }]]) }),
    cancelledThere: async () => ({ kind: 'not_cancelled' }),
    async cancel() {
      asked.push('cancel')
      return { kind: 'inDoubt' }
    },
    async submit() {
      asked.push('submit')
      const exchange = { httpStatus: null, correlationId: null, answer: null }
      return { outcomes: [{ kind: 'inDoubt', reason: 'timed_out' }], exchange, advice: { kind: 'go_on' } }
    },
  }
}

const before = (minutes: number) => Date.now() - minutes * minute

/** One that was claimed so many minutes ago, and never heard of since. */
async function claimed(store: SharedStore, minutes: number): Promise<Stored> {
  const at = before(minutes)
  const kept = await keep(store, insertion(1, {}, { at }))
  const attempt = {
    id: eventOf.claimed.attemptId,
    batchId: 'batch-1',
    revision: 1,
    sha256,
    payload: document,
    documentTime: at,
    claimedAt: at,
    sendDeadline: at + minute,
  }
  const write = update(kept, { ...eventOf.claimed, at }, { attempt })
  expect(await store.records.write({ writes: [write] })).toMatchObject({ ok: true })
  return { seq: kept.seq, record: write.record }
}

const wrong = [
  ['8 minutes ahead', 8 * minute],
  ['8 minutes behind', -8 * minute],
] as const

describe.skipIf(why !== null)('of several processes over one PostgreSQL', () => {
  const here = sharedPostgres()
  /** One whose clock is right, and one whose clock can be set. */
  const two = async () => {
    const { url, stores } = await here.shared(1)
    const clock = aMovableClock()
    const [one, other] = [stores[0], await here.open(url, { clock })]
    if (!one) throw new Error('no store')
    const asked: string[] = []
    const depsFor = ({ record }: Stored) => {
      const timing = { ...rules, pollIntervalMs: 2_000, requestTimeoutMs: minute, retryBaseMs: 1_000 }
      const common = { clock, randomness: countedRandomness(), log: pino({ level: 'silent' }), timing }
      return { ...other, ...common, authority: forgetfulAuthority(record.saleGuid, asked) } as unknown as OutboxDeps
    }
    /** What it learns with everything it writes, at least with each beat of its lease. */
    const beat = () => other.claims.abandoned(0, 1)
    await beat()
    return { one, other, clock, asked, depsFor, beat }
  }
  const kept = async (store: SharedStore, { record }: Stored) => (await store.records.byGuid(record.saleGuid))?.record

  test('a clock of one is compared with that of the server, and a wall clock that is set is noticed before it is asked', async () => {
    const { other, clock, beat } = await two()
    expect(Math.abs(other.claims.serverAheadMs() ?? Number.NaN)).toBeLessThan(5_000)
    clock.beWrongBy(8 * minute)
    expect((other.claims.serverAheadMs() ?? 0) / minute).toBeCloseTo(-8, 1)
    await beat()
    expect((other.claims.serverAheadMs() ?? 0) / minute).toBeCloseTo(-8, 1)
    clock.beWrongBy(0)
    await beat()
    expect(Math.abs(other.claims.serverAheadMs() ?? Number.NaN)).toBeLessThan(5_000)
  })

  test('one whose clock is ahead does not end the quarantine that another began', async () => {
    const { one, clock, depsFor, beat } = await two()
    const doubted = await happen(one, await claimed(one, 6), { ...eventOf.doubted, at: before(5) })
    const deps = depsFor(doubted)
    clock.beWrongBy(8 * minute)
    await beat()
    await lookUpDue(deps, aCompany())
    expect(await kept(one, doubted)).toMatchObject({ phase: 'unknown', doubt: { lookUps: 0 } })
  })

  test('a look-up that finds nothing counts where the clock is right and the quarantine is over', async () => {
    const { one, depsFor } = await two()
    const doubted = await happen(one, await claimed(one, 12), { ...eventOf.doubted, at: before(11) })
    await lookUpDue(depsFor(doubted), aCompany())
    expect(await kept(one, doubted)).toMatchObject({ phase: 'unknown', doubt: { lookUps: 1 } })
  })

  test.each(wrong)('one whose clock is %s claims nothing and says why, until it is set', async (_how, wrongByMs) => {
    const { one, clock, asked, depsFor, beat } = await two()
    const doubted = await happen(one, await claimed(one, 20), { ...eventOf.doubted, at: before(15) })
    const queued = await happen(one, doubted, { ...eventOf.requeued, at: before(10) })
    const deps = depsFor(queued)
    clock.beWrongBy(wrongByMs)
    await beat()
    expect(await dispatchBatch(deps, aCompany())).toMatchObject({ advice: { attention: 'clock_wrong' } })
    expect(worseClockState(deps)).toMatchObject({ kind: 'wrong' })
    expect(Math.round(worseClockState(deps).offsetMs / minute)).toBe(-wrongByMs / minute)
    expect(await kept(one, queued)).toMatchObject({ phase: 'queued' })
    expect(asked).toEqual([])
    clock.beWrongBy(0)
    await beat()
    expect(worseClockState(deps)).toMatchObject({ kind: 'right' })
    await dispatchBatch(deps, aCompany())
    expect(asked).toEqual(['submit'])
  })

  test('one whose clock is behind does not say since when another’s claim is in doubt', async () => {
    const { one, clock, depsFor, beat } = await two()
    const abandoned = await claimed(one, 1)
    one.claims.lease().giveUp()
    await one.claims.abandoned(0, 1)
    clock.beWrongBy(-8 * minute)
    await beat()
    const deps = depsFor(abandoned)
    expect(await recover(deps)).toBe(0)
    expect(await kept(one, abandoned)).toMatchObject({ phase: 'sending' })
    clock.beWrongBy(0)
    await beat()
    expect(await recover(deps)).toBe(1)
  })

  test('at one whose clock is ahead no person says that what may still arrive was not received', async () => {
    const { one, other, clock, depsFor, beat } = await two()
    const doubted = await happen(
      one,
      await claimed(one, 6),
      { ...eventOf.doubted, at: before(5) },
      { ...eventOf.conflicted, at: before(4) },
    )
    const outboxDeps = depsFor(doubted)
    const deps = {
      ...other,
      clock,
      timing: outboxDeps.timing,
      isClockShared: () => isClockShared(outboxDeps),
      lookUpNow: async () => ({ kind: 'nothing' }),
      outbox: { changed: async () => undefined },
      view: { show: async () => ({}), showActed: async () => ({}) },
    } as unknown as RecordDeps
    const resolve = () =>
      resolveRecord(deps)({
        params: { guid: doubted.record.saleGuid },
        body: { as: 'not_received', evidence: 'looked at the portal' },
        caller: { by: 'person:Aini', companyGuid: null },
        language: 'en',
      } as unknown as Parameters<ReturnType<typeof resolveRecord>>[0])
    clock.beWrongBy(8 * minute)
    await beat()
    await expect(resolve()).rejects.toMatchObject({ code: 'resolution_denied_quarantine' })
    clock.beWrongBy(0)
    await beat()
    await expect(resolve()).rejects.toMatchObject({ code: 'resolution_denied_quarantine' })
    expect(await kept(one, doubted)).toMatchObject({ phase: 'conflict' })
  })

  test('one whose clock is set while the authority is asked leaves the doubt to others', async () => {
    const { one, other, clock, depsFor } = await two()
    const doubted = await happen(one, await claimed(one, 20), { ...eventOf.doubted, at: before(15) })
    const queued = await happen(one, doubted, { ...eventOf.requeued, at: before(10) })
    const deps = depsFor(queued)
    const submit: OutboxDeps['authority']['submit'] = (...asked) => {
      clock.beWrongBy(-8 * minute)
      return deps.authority.submit(...asked)
    }
    await dispatchBatch({ ...deps, authority: { ...deps.authority, submit } }, aCompany())
    expect(await kept(one, queued)).toMatchObject({ phase: 'sending' })
    clock.beWrongBy(0)
    await other.claims.abandoned(0, 1)
    expect(await one.claims.abandoned(0, 1)).toHaveLength(1)
  })

  test('one whose clock is wrong neither asks to cancel nor finds that it was not', async () => {
    const { one, clock, asked, depsFor, beat } = await two()
    const valid = await happen(one, await claimed(one, 20), eventOf.taken, {
      ...eventOf.validated,
      at: before(19),
      validatedAt: before(19),
      cancellableUntil: Date.now() + 60 * minute,
    })
    const requested = await happen(one, valid, { ...eventOf.cancel_requested, at: before(18) })
    const deps = depsFor(requested)
    clock.beWrongBy(8 * minute)
    await beat()
    await new Cancellations(deps).workOff(aCompany())
    expect(asked).toEqual([])
    const at = before(5)
    const inDoubt = await happen(one, requested, { ...eventOf.cancel_asked, at }, { ...eventOf.cancel_doubted, at })
    await one.schedule.postpone('cancel', [inDoubt.seq], before(1))
    await new Cancellations(deps).workOff(aCompany())
    expect(await kept(one, inDoubt)).toMatchObject({ cancellation: { state: 'unknown' } })
  })
})
