import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Authority, BatchItem, SendingAdvice, SubmitAnswer } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { claimAndSend, type DispatchOptions } from '../../electron/gateway/outbox/dispatch.ts'
import type { DueRecord, Store } from '../../electron/gateway/store/port/port.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import { openSqliteStore } from '../../electron/gateway/store/sqlite-store.ts'
import type { Outcome } from '../../shared/domain/attempt.ts'
import { submissionAgeMs } from '../../shared/domain/decide-send.ts'
import type { WorkKind } from '../../shared/domain/status.ts'
import { aClock, countedRandomness } from '../support/clock.ts'
import { noon } from '../support/records.ts'
import { aSale, one, untaxed } from '../support/sales.ts'
import { aCompany, insertion, keep } from '../support/stores.ts'
import { rules } from '../support/world.ts'

const company = aCompany()
const timing = { ...rules, pollIntervalMs: 3_000, requestTimeoutMs: 20_000, retryBaseMs: 1_000 }
const goOn: SendingAdvice = { kind: 'go_on' }
const pause: SendingAdvice = { kind: 'pause', askedMs: null, attention: null }
const accepted = (uuid: string): Outcome => ({ kind: 'accepted', uuid, submissionUid: 'S' })

/** One step of the outbox with a real store. The test gives the authority's answers. */
let directory: string
let store: Store
let clock: ReturnType<typeof aClock>
let randomness: ReturnType<typeof countedRandomness>
let bytesEach: number
let isReady: SendingAdvice
let sent: string[][]
let answer: (batch: readonly BatchItem[]) => Partial<SubmitAnswer> | Promise<never>
let maySend: boolean[]
let whileSending: () => unknown

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'resit-dispatch-'))
  store = openSqliteStore(join(directory, 'resit.db'))
  await store.companies.save(company, 'test')
  clock = aClock()
  randomness = countedRandomness()
  ;[bytesEach, isReady, sent, maySend] = [100, goOn, [], []]
  whileSending = () => {}
  answer = (batch) => ({ outcomes: batch.map(({ documentNumber }) => accepted(documentNumber)) })
})
afterEach(async () => {
  await store.upkeep.close()
  rmSync(directory, { recursive: true })
})

const sell = (n: number, issuedAt = noon - 60_000): Promise<StoredRecord> => {
  const body = Buffer.from(JSON.stringify(aSale({ LINES: [one(7, untaxed)] })))
  return keep(store, { ...insertion(n, { totalPayable: '7.00', issuedAt }), body })
}

function deps(over: Partial<OutboxDeps> = {}): OutboxDeps {
  const authority: Partial<Authority> = {
    mostInBatch: 100,
    clock: {
      contact: () => ({ lastContactAt: null, unansweredSince: null }),
      onReturn: () => undefined,
      now: () => clock.now(),
      status: () => ({ kind: 'right', offsetMs: 0, since: noon }),
    },
    ready: async () => isReady,
    build({ identity }) {
      const bytes = Buffer.alloc(bytesEach, identity.documentNumber)
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    },
    async submit(_company, batch, mayStillSend) {
      sent.push(batch.map(({ documentNumber }) => documentNumber))
      whileSending()
      maySend.push(await mayStillSend())
      const exchange = { httpStatus: 202, correlationId: null, answer: null }
      return { outcomes: [], exchange, advice: goOn, ...(await answer(batch)) }
    },
  }
  const { records, schedule, companies } = store
  const common = { clock, randomness, log: pino({ level: 'silent' }) }
  return { ...common, records, schedule, companies, authority, timing, ...over } as unknown as OutboxDeps
}
const dispatch = (limits?: DispatchOptions, over?: Partial<OutboxDeps>) => claimAndSend(deps(over), company, limits)

/** The waiting work of a record. */
async function waiting(work: WorkKind, seq = 1): Promise<DueRecord | undefined> {
  const due = await store.schedule.due(work, company.profile.companyGuid, Number.MAX_SAFE_INTEGER, 99)
  return due.find((each) => each.seq === seq)
}

test('what was accepted is asked about after the usual pause', async () => {
  await sell(1)
  expect(await dispatch()).toEqual({ handled: 1, advice: goOn, isAgain: false })
  expect(await waiting('poll')).toMatchObject({ dueAt: noon + 3_000, record: { phase: 'submitted' } })
})

test('what the answer does not name is in doubt, and is looked for soon', async () => {
  await sell(1)
  answer = () => ({ outcomes: [] })
  await dispatch()
  expect(await waiting('look_up')).toMatchObject({ dueAt: noon + 5_000, record: { phase: 'unknown' } })
})

test('if sending breaks off all are in doubt, and the company pauses', async () => {
  await sell(1)
  answer = () => Promise.reject(new Error('the line broke'))
  expect(await dispatch()).toMatchObject({ advice: pause })
  expect(await waiting('look_up')).toMatchObject({ record: { phase: 'unknown', doubt: { since: noon } } })
})

const unsent = (reason: Extract<Outcome, { kind: 'unsent' }>['reason']) => (batch: readonly BatchItem[]) =>
  ({ outcomes: batch.map((): Outcome => ({ kind: 'unsent', reason })), advice: pause }) as const

test('what was not sent keeps its place and the size of its batch', async () => {
  for (const n of [1, 2, 3]) await sell(n)
  answer = unsent('not_connected')
  clock.pass(10_000)
  expect(await dispatch()).toMatchObject({ handled: 3, advice: pause })
  const before = (await waiting('send', 1))?.mostInBatch
  expect(await waiting('send', 2)).toMatchObject({ dueAt: noon, mostInBatch: before })
  expect(before).toBeGreaterThan(3)
})

test.each<[string, (batch: readonly BatchItem[]) => Partial<SubmitAnswer>]>([
  ['a batch that has to be split', (batch) => ({ ...unsent('batch_refused')(batch), advice: { kind: 'split' } })],
  ['a batch that took too long', unsent('deadline_passed')],
  ['a batch that the door turns away', unsent('too_large')],
])('%s goes again in halves', async (_, refused) => {
  for (const n of [1, 2, 3, 4, 5]) await sell(n)
  answer = refused
  await dispatch()
  expect(await waiting('send', 4)).toMatchObject({ mostInBatch: 2 })
  await dispatch()
  expect(sent.map((batch) => batch.length)).toEqual([5, 2])
})

test('one document that takes too long makes the company pause', async () => {
  await sell(1)
  answer = (batch) => ({ ...unsent('deadline_passed')(batch), advice: goOn })
  expect(await dispatch()).toMatchObject({ advice: pause })
})

test('one document that is refused has pauses of its own from the fourth time, unless the company waits anyway', async () => {
  await sell(1)
  answer = (batch) => ({ ...unsent('batch_refused')(batch), advice: goOn })
  for (let times = 0; times < 3; times += 1) await dispatch()
  expect(await waiting('send')).toMatchObject({ dueAt: noon, record: { attempts: 3 } })
  await dispatch()
  expect(await waiting('send')).toMatchObject({ dueAt: noon + 2_000 })
  clock.pass(2_000)
  await dispatch()
  expect(await waiting('send')).toMatchObject({ dueAt: noon + 6_000 })
  clock.pass(4_000)
  answer = unsent('batch_refused')
  await dispatch()
  expect(await waiting('send')).toMatchObject({ dueAt: noon, record: { attempts: 6 } })
})

test.each([
  [0, true],
  [19_999, true],
  [20_000, false],
])('%i ms after the claim the first byte may go out: %s', async (ms, may) => {
  await sell(1)
  whileSending = () => clock.pass(ms)
  await dispatch()
  expect(maySend).toEqual([may])
})

test.each([
  [19_999, true],
  [20_000, false],
])('if the wall clock was set back, it may go out %i ms after the claim by the steady clock: %s', async (ms, may) => {
  await sell(1)
  let slept = 0
  whileSending = () => (slept = ms)
  await dispatch({}, { clock: { now: () => noon, steadyMs: () => slept } })
  expect(maySend).toEqual([may])
})

test('nothing goes out after another process became the sender', async () => {
  await sell(1)
  await dispatch({}, { isStillSender: async () => false })
  expect(maySend).toEqual([false])
})

test('nothing is claimed if the authority is not ready, or a person has paused sending meanwhile', async () => {
  await sell(1)
  expect(await dispatch({ isPaused: () => true })).toEqual({ handled: 0, advice: goOn })
  isReady = pause
  expect(await dispatch()).toEqual({ handled: 0, advice: pause })
  expect([sent, (await waiting('send'))?.record.phase]).toEqual([[], 'queued'])
})

test('as many go as are asked for, and as fit into the size of a submission', async () => {
  for (const n of [1, 2, 3, 4]) await sell(n)
  await dispatch({ most: 1 })
  // In base64, two of these are just below 4.5 MB.
  bytesEach = 1.6875 * 1024 * 1024
  await dispatch()
  bytesEach += 3
  await dispatch()
  expect(sent.map((batch) => batch.length)).toEqual([1, 2, 1])
})

test('a document that is too large by itself goes alone', async () => {
  for (const n of [1, 2]) await sell(n)
  bytesEach = 4 * 1024 * 1024
  await dispatch()
  expect(sent).toEqual([['N-0001']])
})

test('a sale that is too old is stamped with the time of sending in the same write', async () => {
  await sell(1, noon - submissionAgeMs)
  await dispatch()
  const events = (await store.records.events(1)).map(({ event }) => event)
  expect(events.map(({ type }) => type)).toEqual(['received', 'restamped', 'claimed', 'taken'])
  expect(events[1]).toMatchObject({ from: noon - submissionAgeMs, to: noon - 5_000 })
})

test('an error in the middle of a batch holds none back that were claimed before it', async () => {
  for (let n = 1; n <= 10; n += 1) await sell(n)
  const body: Store['records']['body'] = (seq, revision) =>
    seq === 10 ? Promise.reject(new Error('the disk does not answer')) : store.records.body(seq, revision)
  const originals: Store['records']['originals'] = (seq) =>
    seq === 10 ? Promise.reject(new Error('the disk does not answer')) : store.records.originals(seq)
  await dispatch({}, { records: { ...store.records, body, originals } })
  expect(sent.map((batch) => batch.length)).toEqual([9])
  expect((await waiting('send', 10))?.unfinishedBuilds).toBe(1)
})
