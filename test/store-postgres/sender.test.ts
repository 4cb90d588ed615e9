import { createHash } from 'node:crypto'
import pino from 'pino'
import { describe, expect, test, vi } from 'vitest'
import type { Authority, SubmitAnswer } from '../../electron/gateway/authority/port.ts'
import { Cancellations } from '../../electron/gateway/outbox/cancellations.ts'
import { fenceToGeneration, type OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { claimAndSend } from '../../electron/gateway/outbox/dispatch.ts'
import { recoverClaimed } from '../../electron/gateway/outbox/unconfirmed.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import type { SharedStore } from '../../electron/gateway/store-postgres/postgres-store.ts'
import { aClock, aMovableClock, countedRandomness } from '../support/clock.ts'
import { hangMs } from '../support/hang-limit.ts'
import { whyNoPostgres } from '../support/postgres.ts'
import { postgresServer, sharedPostgres } from '../support/postgres-stores.ts'
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

/** A record that was sent and waits to be sent again. */
async function sentBefore(store: SharedStore): Promise<StoredRecord> {
  const kept = await keep(store, insertion(1))
  const claim = update(kept, eventOf.claimed, { attempt })
  await store.records.write({ writes: [claim] })
  return happen(store, { seq: kept.seq, record: claim.record }, eventOf.outcome_unknown, eventOf.requeued)
}

/** The dependencies of the outbox of the sender. The test gives the authority's answers. */
function depsOf(store: SharedStore, calls: object): OutboxDeps {
  const clockThere = { now: () => noon, status: () => ({ kind: 'right' }) }
  const authority = { mostInBatch: 100, clock: clockThere, ready: async () => ({ kind: 'go_on' }), ...calls }
  const timing = { ...rules, pollIntervalMs: 2_000, requestTimeoutMs: 60_000, retryBaseMs: 1_000 }
  const common = { clock: aClock(), randomness: countedRandomness(), log: pino({ level: 'silent' }) }
  const deps = { ...common, ...store, authority, timing } as unknown as OutboxDeps
  return fenceToGeneration(deps, store.sender, store.sender.generation() ?? 0)
}

const isSender = ({ sender }: SharedStore) => sender.generation() !== null
const phaseOf = async (store: SharedStore, { record }: StoredRecord) =>
  (await store.records.byGuid(record.saleGuid))?.record.phase

describe.skipIf(why !== null)('of several processes over one PostgreSQL', () => {
  const here = sharedPostgres()
  const two = async () => {
    const url = await here.server.database()
    const [one, other] = [await here.open(url, { sending: 'in_turn' }), await here.open(url, { sending: 'in_turn' })]
    await one.companies.save(aCompany(), 'control')
    return { url, one, other }
  }
  /** Acts like another process that has taken the lock. */
  const raise = (url: string) => here.server.ask(databaseIn(url), 'UPDATE sender SET generation = generation + 1')

  test('one sends, and another once that one has ended, under a later generation', async () => {
    const { one, other } = await two()
    expect([isSender(one), isSender(other)]).toEqual([true, false])
    const before = one.sender.generation() ?? 0
    const changed = vi.fn<() => void>()
    other.sender.listen(changed)
    await here.close(one)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), { timeout: hangMs })
    expect(other.sender.generation()).toBeGreaterThan(before)
  })

  describe('the first look at the authority', () => {
    const { companyGuid } = aCompany().profile
    /** One process sends and has looked; another one waits for this time. */
    const waitingFor = async (ms: number) => {
      const [url, clock] = [await here.server.database(), aMovableClock()]
      const one = await here.open(url, { sending: 'in_turn' })
      await one.companies.save(aCompany(), 'control')
      await one.sender.noteLook(companyGuid)
      const waiting = await here.open(url, { sending: 'in_turn', clock })
      clock.pass(ms)
      const takesOver = async () => {
        await here.close(one)
        await expect.poll(() => isSender(waiting)).toBe(true)
        return waiting.sender.hasLooked(companyGuid, clock.now())
      }
      return { url, clock, waiting, takesOver }
    }

    test('is not repeated by a process that followed the sender, unless its computer was put back to an earlier time', async () => {
      const { url, clock, waiting, takesOver } = await waitingFor(20_000)
      expect(await takesOver()).toBe(true)
      expect(waiting.sender.hasLooked('another company', clock.now())).toBe(false)
      expect(waiting.sender.hasLooked(companyGuid, clock.now() + 60_000)).toBe(false)
      await here.close(waiting)
      const later = await here.open(url, { sending: 'in_turn' })
      expect([isSender(later), later.sender.hasLooked(companyGuid, Date.now())]).toEqual([true, false])
    })

    test('is repeated by one that has just begun to follow', async () => {
      expect(await (await waitingFor(0)).takesOver()).toBe(false)
    })

    test.for(['generation = generation - 1', 'generation = generation + 1', "server = 'another'"])(
      'is repeated if the database is another one by then: %s',
      async (change) => {
        const { url, takesOver } = await waitingFor(20_000)
        await here.server.ask(databaseIn(url), `UPDATE sender SET ${change}`)
        expect(await takesOver()).toBe(false)
      },
    )
  })

  test('one whose connection is cut knows that it may not send any more, and one of them sends again', async () => {
    const { url, one, other } = await two()
    const generation = one.sender.generation() ?? 0
    const lost = vi.fn<() => void>()
    one.sender.listen(lost)
    const holds = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    await here.server.ask(databaseIn(url), holds)
    await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: hangMs })
    expect(await one.sender.isCurrent(generation)).toBe(false)
    await expect.poll(() => [one, other].filter(isSender).length).toBe(1)
  })

  test('in practice mode one that finds another sending does not begin, because each has an authority of its own', async () => {
    const { url } = await two()
    await expect(here.open(url, { sending: 'alone' })).rejects.toMatchObject({ reason: 'sent_by_another' })
    expect(isSender(await here.open(url))).toBe(false)
  })

  test('none sends by a clock that is half a minute off the server’s, and the sender gives it up', async () => {
    const url = await here.server.database()
    const clock = aMovableClock()
    clock.beWrongBy(480_000)
    const one = await here.open(url, { sending: 'in_turn', clock })
    expect(isSender(one)).toBe(false)
    expect((one.sender.clockApartMs() ?? 0) / 60_000).toBeCloseTo(-8, 1)
    clock.beWrongBy(0)
    await expect.poll(() => isSender(one)).toBe(true)
    clock.beWrongBy(-480_000)
    expect(await one.sender.isCurrent(one.sender.generation() ?? 0)).toBe(false)
    expect((one.sender.clockApartMs() ?? 0) / 60_000).toBeCloseTo(8, 1)
  })

  test('what one has claimed does not leave and is not settled once another has taken the right', async () => {
    const { url, one, other } = await two()
    const kept = await sentBefore(one)
    const maySend: boolean[] = []
    const submit: Authority['submit'] = async (_company, _batch, mayStillSend) => {
      maySend.push(await mayStillSend())
      await raise(url)
      maySend.push(await mayStillSend())
      return accepted
    }
    await expect(claimAndSend(depsOf(one, { submit }), aCompany())).rejects.toThrow(/another process sends by now/)
    expect(maySend).toEqual([true, false])
    expect(await phaseOf(one, kept)).toBe('sending')
    expect(await one.records.attempts(kept.seq)).toMatchObject([{ outcome: null }, { outcome: null }])
    // The next sender puts it in doubt.
    await expect.poll(() => [one, other].filter(isSender).length).toBe(1)
    const next = isSender(one) ? one : other
    expect(await recoverClaimed(depsOf(next, {}))).toBe(1)
    expect(await phaseOf(one, kept)).toBe('unknown')
  })

  test('a cancellation is not settled by what the authority answered to one that slept, once another asked again', async () => {
    const { url, one } = await two()
    const valid = await happen(one, await keep(one, insertion(1)), eventOf.claimed, eventOf.taken, eventOf.validated)
    const requested = await happen(one, valid, eventOf.cancel_requested)
    const cancel: Authority['cancel'] = async () => {
      await raise(url)
      const asking = await one.records.byGuid(valid.record.saleGuid)
      if (asking) await happen(one, asking, eventOf.cancel_outcome_unknown, eventOf.cancel_unsent, eventOf.cancel_asked)
      return { kind: 'refused', code: 'IncorrectState', message: 'as it was before' }
    }
    const asked = new Cancellations(depsOf(one, { cancel })).ask(aCompany(), requested)
    await expect(asked).rejects.toThrow(/another process sends by now/)
    expect((await one.records.byGuid(valid.record.saleGuid))?.record.cancellation).toMatchObject({ state: 'asking' })
  })

  test('each writes what is not about sending, whoever sends, and a write that may not be keeps no other from it', async () => {
    const { one, other } = await two()
    const kept = await keep(one, insertion(1))
    const claim = one.records.write({ writes: [update(kept, eventOf.claimed)], generation: 1 })
    const sold = [keep(one, insertion(2)), keep(other, insertion(3))]
    await expect(claim).rejects.toThrow(StorageFailure)
    await Promise.all(sold)
    expect(await phaseOf(other, kept)).toBe('queued')
    expect(await other.records.lastEventSeq()).toBe(4)
  })
})

describe.skipIf(why !== null)('a sender whose database does not answer', () => {
  const here = postgresServer()

  test('sends nothing that it has claimed, and takes the right again when the database is back', async () => {
    const store = await here.open(await here.server.database(), { sending: 'in_turn' })
    const generation = store.sender.generation() ?? 0
    await here.server.stop('at_once')
    expect(await store.sender.isCurrent(generation)).toBe(false)
    await here.server.start()
    await expect.poll(() => store.sender.generation() ?? 0).toBeGreaterThan(generation)
  })
})
