import { createHash } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import type { Authority, SubmitAnswer } from '../../electron/gateway/authority/port.ts'
import { Cancellations } from '../../electron/gateway/outbox/cancellations.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { dispatchBatch } from '../../electron/gateway/outbox/dispatch.ts'
import { recover } from '../../electron/gateway/outbox/recover.ts'
import type { Stored } from '../../electron/gateway/store/port/records.ts'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { aClock, aMovableClock, countedRandomness } from '../support/clock.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { sharedPostgres } from '../support/postgres-stores.ts'
import { eventOf, noon } from '../support/records.ts'
import { databaseIn } from '../support/store-engine.ts'
import { aCompany, happen, insertion, keep, update } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const why = await whyNoPostgres()
if (why !== null) console.warn(`PostgreSQL is left out: ${why}`)

const accepted: SubmitAnswer = {
  outcomes: [{ kind: 'accepted', uuid: eventOf.taken.uuid, submissionUid: eventOf.taken.submissionUid }],
  exchange: { httpStatus: 202, correlationId: null, answer: null },
  advice: { kind: 'go_on' },
}
const tooLate: SubmitAnswer = {
  outcomes: [{ kind: 'unsent', reason: 'deadline_passed' }],
  exchange: { httpStatus: null, correlationId: null, answer: null },
  advice: { kind: 'go_on' },
}

const document = Buffer.from('{"Invoice":[]}')
const attempt = {
  id: eventOf.claimed.attemptId,
  batchId: 'batch-1',
  revision: 1,
  sha256: createHash('sha256').update(document).digest('hex'),
  payload: document,
  documentTime: noon,
  claimedAt: noon,
  sendDeadline: noon + 60_000,
}

/** A record that goes once more, as it went before. */
async function sentBefore(store: SharedStore): Promise<Stored> {
  const kept = await keep(store, insertion(1))
  const claim = update(kept, eventOf.claimed, { attempt })
  await store.records.write({ writes: [claim] })
  return happen(store, { seq: kept.seq, record: claim.record }, eventOf.doubted, eventOf.requeued)
}

/** What the outbox of one process works with; only what it asks the authority is played. */
function depsOf(store: SharedStore, submit: Authority['submit']): Parameters<typeof dispatchBatch>[0] {
  const authority: Partial<Authority> = { mostInBatch: 100, ready: async () => ({ kind: 'go_on' }), submit }
  const timing = { ...rules, pollIntervalMs: 2_000, requestTimeoutMs: 60_000, retryBaseMs: 1_000 }
  const common = { clock: aClock(), randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  return { ...common, ...store, authority, timing } as unknown as Parameters<typeof dispatchBatch>[0]
}

describe.skipIf(why !== null)('what one of several processes has claimed', () => {
  const here = sharedPostgres()
  /** As if nobody had heard of any process for an hour. */
  const silence = (url: string) =>
    here.server.ask(databaseIn(url), "UPDATE writer SET seen_at = seen_at - interval '1 hour'")
  const two = async () => {
    const { url, stores } = await here.shared(1)
    const clock = aMovableClock()
    const [one, other] = [stores[0], await here.open(url, { clock })]
    if (!one) throw new Error('no store')
    // Each has been heard of, and has heard what time it is.
    await other.claims.abandoned(0, 1)
    return { url, one, other, clock }
  }
  const phaseOf = async (store: SharedStore, saleGuid: string) => (await store.records.byGuid(saleGuid))?.record.phase

  test('stays its own while it is heard of, also when another process starts or looks', async () => {
    const { one, other } = await two()
    const claimed = await happen(other, await keep(one, insertion(1)), eventOf.claimed)
    expect(await one.claims.abandoned(0, 10)).toEqual([])
    expect(await recover(depsOf(one, async () => accepted))).toBe(0)
    await happen(other, claimed, eventOf.taken)
  })

  test('is abandoned once it ends, or is not heard of any more', async () => {
    const { url, one, other } = await two()
    const [first, second] = [await keep(one, insertion(1)), await keep(one, insertion(2))]
    await happen(other, first, eventOf.claimed)
    await silence(url)
    expect((await one.claims.abandoned(0, 10)).map(({ seq }) => seq)).toEqual([first.seq])
    // It is heard of again, under another lease: what it claims from now on is its own.
    const lease = other.claims.lease()
    const claim = { writes: [update(second, eventOf.claimed)], lease }
    await expect(other.records.write(claim)).rejects.toThrow(StorageFailure)
    await happen(other, second, eventOf.claimed)
    expect((await one.claims.abandoned(0, 10)).map(({ seq }) => seq)).toEqual([first.seq])
    await here.close(other)
    expect((await one.claims.abandoned(0, 10)).map(({ seq }) => seq)).toEqual([first.seq, second.seq])
    expect(await recover(depsOf(one, async () => accepted))).toBe(2)
    expect(await phaseOf(one, first.record.saleGuid)).toBe('unknown')
  })

  test('does not become another’s by what else happens to the record meanwhile', async () => {
    const { url, one, other } = await two()
    const valid = await happen(one, await keep(one, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
    const asking = await happen(other, valid, eventOf.cancel_requested, eventOf.cancel_asked)
    await happen(one, asking, eventOf.anomaly)
    expect(await one.claims.abandoned(0, 10)).toEqual([])
    await here.close(other)
    expect((await one.claims.abandoned(0, 10)).map(({ seq }) => seq)).toEqual([valid.seq])
    expect(url).toContain('postgres://')
  })

  test('does not leave any more when it wakes up from a sleep, and its answer is not written', async () => {
    const { url, one, other, clock } = await two()
    const kept = await sentBefore(one)
    let maySend = { before: false, after: true }
    const deps = depsOf(other, async (_company, _batch, mayStillSend) => {
      const before = await mayStillSend()
      clock.pass(21_000)
      await silence(url)
      expect(await recover(depsOf(one, async () => accepted))).toBe(1)
      maySend = { before, after: await mayStillSend() }
      return tooLate
    })
    await dispatchBatch(deps, aCompany())
    expect(maySend).toEqual({ before: true, after: false })
    expect(await phaseOf(one, kept.record.saleGuid)).toBe('unknown')
  })

  test('does not leave where it stood still with all its clocks: the server knows how long', async () => {
    const { url, one, other } = await two()
    const kept = await sentBefore(one)
    let maySend = { before: false, after: true }
    const deps = depsOf(other, async (_company, _batch, mayStillSend) => {
      const before = await mayStillSend()
      await silence(url)
      await recover(depsOf(one, async () => accepted))
      maySend = { before, after: await mayStillSend() }
      return tooLate
    })
    await dispatchBatch(deps, aCompany())
    expect(maySend).toEqual({ before: true, after: false })
    expect(await phaseOf(one, kept.record.saleGuid)).toBe('unknown')
  })

  test('does not leave before anybody took it over, where the server has not heard of it for so long', async () => {
    const { url, other } = await two()
    await keep(other, insertion(1))
    const lease = other.claims.lease()
    expect(await lease.isHeldThere()).toBe(true)
    await silence(url)
    expect(await lease.isHeldThere()).toBe(false)
    // Once over it stays over.
    expect(lease.isHeld()).toBe(false)
  })

  test('is settled only while it is its own', async () => {
    const { url, one, other } = await two()
    const kept = await sentBefore(one)
    // Its own clocks have not noticed anything: the database has.
    const deps = depsOf(other, async () => {
      await silence(url)
      await recover(depsOf(one, async () => accepted))
      return accepted
    })
    await expect(dispatchBatch(deps, aCompany())).rejects.toThrow(/others have taken over/)
    expect(await phaseOf(one, kept.record.saleGuid)).toBe('unknown')
    expect(await one.records.attempts(kept.seq)).toMatchObject([{ outcome: null }, { outcome: null }])
  })

  test('is settled under the lease that it was made under, and no other, where only the server knows that it is over', async () => {
    const { url, one, other } = await two()
    const kept = await sentBefore(one)
    const deps = depsOf(other, async () => {
      await silence(url)
      await one.claims.abandoned(0, 1)
      return accepted
    })
    await expect(dispatchBatch(deps, aCompany())).rejects.toThrow(/others have taken over/)
    expect(await phaseOf(one, kept.record.saleGuid)).toBe('sending')
    expect(await recover(depsOf(one, async () => accepted))).toBe(1)
  })

  test('to cancel is not settled by what the authority answered to one that slept, once another asked again', async () => {
    const { url, one, other } = await two()
    const valid = await happen(one, await keep(one, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
    const requested = await happen(one, valid, eventOf.cancel_requested)
    const cancel: Authority['cancel'] = async () => {
      await silence(url)
      await recover(depsOf(one, async () => accepted))
      const doubted = await one.records.byGuid(valid.record.saleGuid)
      if (doubted) await happen(one, doubted, eventOf.cancel_unsent, eventOf.cancel_asked)
      return { kind: 'refused', code: 'IncorrectState', message: 'as it was before' }
    }
    const clock = { now: () => noon, status: () => ({ kind: 'right' }) }
    const deps = { ...depsOf(other, async () => accepted), authority: { clock, cancel } } as unknown as OutboxDeps
    await expect(new Cancellations(deps).ask(aCompany(), requested)).rejects.toThrow(/others have taken over/)
    expect((await one.records.byGuid(valid.record.saleGuid))?.record.cancellation).toMatchObject({ state: 'asking' })
  })

  test('keeps nobody from writing what needs no claim, however long the process was away', async () => {
    const { url, other, clock } = await two()
    await keep(other, insertion(1))
    clock.pass(21_000)
    await keep(other, insertion(2))
    await silence(url)
    await here.server.ask(databaseIn(url), 'DELETE FROM writer')
    await keep(other, insertion(3))
    expect(await other.records.lastEventSeq()).toBe(3)
  })

  test('can be claimed only under a lease that holds', async () => {
    const { one, other, clock } = await two()
    const kept = await keep(one, insertion(1))
    const lease = other.claims.lease()
    clock.pass(21_000)
    expect(lease.isHeld()).toBe(false)
    const claim = { writes: [update(kept, eventOf.claimed)], lease }
    await expect(other.records.write(claim)).rejects.toThrow(/others have taken over/)
    expect(await phaseOf(one, kept.record.saleGuid)).toBe('queued')
    // Without what it had in mind before, it goes on.
    await happen(other, kept, eventOf.claimed)
  })

  test('is given up by a process that cannot write what became of it', async () => {
    const { one, other } = await two()
    const claimed = await happen(other, await keep(one, insertion(1)), eventOf.claimed)
    other.claims.lease().giveUp()
    expect(await other.claims.abandoned(0, 10)).toMatchObject([{ seq: claimed.seq }])
  })

  test('leaves no row behind where its process is gone', async () => {
    const { url, one } = await two()
    await here.server.ask(databaseIn(url), 'INSERT INTO writer (id, commits) VALUES (gen_random_uuid(), 7)')
    await silence(url)
    await one.claims.abandoned(0, 1)
    expect(await here.server.ask(databaseIn(url), 'SELECT count(*) AS count FROM writer')).toEqual([{ count: '1' }])
  })
})
