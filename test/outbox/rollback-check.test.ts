import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { LookUpAnswer, LookUpQuery, SendingAdvice } from '../../electron/gateway/authority/port.ts'
import type { OutboxDeps } from '../../electron/gateway/outbox/deps.ts'
import { RollbackCheck } from '../../electron/gateway/outbox/rollback-check.ts'
import type { StoredRecord } from '../../electron/gateway/store/port/records.ts'
import type { LookUpResult } from '../../shared/domain/decide-look-up.ts'
import type { RecordState } from '../../shared/domain/record.ts'
import { aRecord, eventOf, hourMs, noon } from '../support/records.ts'
import { aCompany } from '../support/stores.ts'

const company = aCompany()
const goOn: SendingAdvice = { kind: 'go_on' }
const pause: SendingAdvice = { kind: 'pause', askedMs: 5_000, attention: null }

/** A gateway that started at noon. The test decides the waiting records and the authority's answers. */
let waiting: StoredRecord[]
let isReady: SendingAdvice
let answer: LookUpAnswer
let asked: LookUpQuery[]
let found: unknown[]
let looks: string[]
let lastKnownAt: number | null
let isLookedAlready: boolean
let isMarked: boolean
let check: RollbackCheck

const waits = (seq: number, over: Partial<RecordState> = {}): StoredRecord => ({
  seq,
  record: aRecord({ saleGuid: `guid ${seq}`, submittedAt: noon - hourMs, ...over }),
})
const finds = (...results: LookUpResult[]): LookUpAnswer => ({
  kind: 'answered',
  findings: new Map(results.map((result, at) => [`guid ${at + 1}`, result])),
})
const same: LookUpResult = { kind: 'same', uuid: 'U', submissionUid: 'S' }

beforeEach(() => {
  ;[waiting, asked, found, looks] = [[waits(1)], [], [], []]
  ;[isReady, answer, lastKnownAt, isLookedAlready, isMarked] = [goOn, finds({ kind: 'nothing' }), null, false, false]
  const confirmed = { ...eventOf.confirmed_not_received, at: noon - 60_000 }
  const deps = {
    schedule: { due: async () => waiting },
    records: {
      attempts: async () => [],
      events: async () => [{ event: confirmed }],
      byNumber: async () => [],
    },
    authority: {
      clock: { now: () => noon + 1_000 },
      ready: async () => isReady,
      async lookUp(_company: unknown, queries: readonly LookUpQuery[], step: () => void) {
        step()
        asked.push(...queries)
        return answer
      },
    },
    clock: { now: () => noon + 1_000 },
    journal: {
      status: async () => ({ lastKnownAt }),
      found: async (all: readonly unknown[]) => void found.push(...all),
    },
    sender: { hasLooked: () => isLookedAlready, noteLook: async (guid: string) => void looks.push(guid) },
    sentMark: { isKept: async () => isMarked },
    log: pino({ level: 'silent' }),
  }
  check = new RollbackCheck(deps as unknown as OutboxDeps, noon)
})

const advise = () => check.advise(company, () => undefined)
const { companyGuid } = company.profile

test('if nothing of what waits is at the authority, sending begins, and it is noted and not asked again', async () => {
  expect(await advise()).toEqual(goOn)
  expect(await advise()).toEqual(goOn)
  expect([asked.length, looks, found]).toEqual([1, [companyGuid], []])
})

test('if one of them is there, a person is told how many, and no other process relies on this look', async () => {
  waiting = [waits(1), waits(2), waits(3)]
  answer = finds({ kind: 'nothing' }, same, { kind: 'other' })
  expect(await advise()).toEqual(goOn)
  expect([looks, found]).toEqual([
    [],
    [expect.objectContaining({ code: 'rolled_back', detail: expect.stringMatching(/^2 /) })],
  ])
})

test.each<[string, Partial<RecordState>, number]>([
  ['came in before the start', { submittedAt: noon - 1 }, 1],
  ['came in since', { submittedAt: noon }, 0],
  ['was kept by a clock that was ahead', { submittedAt: noon + 1_001 }, 1],
  ['was sent from here', { everSent: true }, 0],
])('a document that %s is asked about: %s %i', async (_, over, count) => {
  waiting = [waits(1, over)]
  expect(await advise()).toEqual(goOn)
  expect([asked.length, looks]).toEqual([count, [companyGuid]])
})

test('the authority is not asked while it is not ready, nor if another look or the mark of the last sent answers', async () => {
  isReady = pause
  expect(await advise()).toEqual(pause)
  isReady = goOn
  isMarked = true
  expect(await advise()).toEqual(goOn)
  expect([asked, looks]).toEqual([[], []])
})

test('a look of this generation is enough', async () => {
  isLookedAlready = true
  expect(await advise()).toEqual(goOn)
  expect([asked, looks]).toEqual([[], []])
})

test('an authority that cannot search is asked three times, and then the shop may sell', async () => {
  answer = { kind: 'not_answered', askedMs: 5_000 }
  expect([await advise(), await advise(), await advise(), await advise()]).toEqual([pause, pause, goOn, goOn])
  expect([asked.length, looks]).toEqual([3, []])
})

test.each<[string, number | null, number]>([
  ['what is known last', noon - 1_000, noon - 1_000],
  ['the sale, if it came in after that', noon - 2 * hourMs, noon - hourMs],
  ['the sale, if nothing is known', null, noon - hourMs],
  ['the sale, if what is known last is of a clock that was ahead', noon + hourMs, noon - hourMs],
])('it is looked for since %s', async (_, known, sentFrom) => {
  lastKnownAt = known
  await advise()
  expect(asked.map((query) => [query.sentFrom, query.sentTo])).toEqual([[sentFrom, noon + 1_000]])
})

test.each<[string, LookUpResult, number]>([
  ['the same', same, 0],
  ['received before that', { kind: 'unproven', uuid: 'U', submissionUid: 'S', receivedAt: noon - 60_000 }, 0],
  ['received since', { kind: 'unproven', uuid: 'U', submissionUid: 'S', receivedAt: noon - 59_999 }, 1],
  ['received at a time that is not told', { kind: 'unproven', uuid: 'U', submissionUid: 'S' }, 0],
])(
  'if a person said that one counts for nothing, what is found is news only if it came later: %s',
  async (_, there, news) => {
    waiting = [waits(1, { confirmedNotReceived: true })]
    answer = finds(there)
    await advise()
    expect(found).toHaveLength(news)
  },
)
