import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import {
  cancelLookUpPauseMs,
  conflictPauseMs,
  firstLookUpMs,
  linkPauseMs,
  observationRulesOf,
  pollPauseMs,
  refusedPauseMs,
  type Timing,
} from '../../electron/gateway/outbox/timing.ts'

const timing = { lookUpIntervalMs: 60_000 } as Timing

test.prop([fc.nat(10_000), fc.integer({ min: 1, max: 600_000 })])(
  'polling slows down and never ends',
  (tries, intervalMs) => {
    const pause = pollPauseMs(tries, intervalMs)
    expect(pause).toBeGreaterThanOrEqual(intervalMs)
    expect(pause).toBeLessThanOrEqual(Math.max(300_000, intervalMs))
    expect(pollPauseMs(tries + 1, intervalMs)).toBeGreaterThanOrEqual(pause)
  },
)

test('a doubt is looked into soon, and never sooner than at the pace that counts', () => {
  expect(firstLookUpMs(timing)).toBe(5000)
  expect(firstLookUpMs({ lookUpIntervalMs: 100 })).toBe(100)
})

test('what waits for a person is looked up after an hour, then after six, then daily, and never more often than any', () => {
  const hours = (tries: number) => conflictPauseMs(tries, timing) / 3_600_000
  expect([0, 1, 4, 5, 1_000].map(hours)).toEqual([1, 6, 6, 24, 24])
  expect(conflictPauseMs(0, { lookUpIntervalMs: 7_200_000 })).toBe(7_200_000)
})

test('a public page is asked for twice as seldom each time, and then every six hours', () => {
  const pauses = [0, 1, 2, 12, 13, 10_000].map((tries) => linkPauseMs(tries, { pollIntervalMs: 5_000 }))
  expect(pauses).toEqual([5_000, 10_000, 20_000, 20_480_000, 21_600_000, 21_600_000])
  expect(linkPauseMs(3, { pollIntervalMs: 30_000_000 })).toBe(30_000_000)
})

test('a document that is refused again and again is sent twice as seldom each time, and then every hour', () => {
  const pauses = [1, 2, 3, 11, 12, 10_000].map((times) => refusedPauseMs(times, { retryBaseMs: 1_000 }))
  expect(pauses).toEqual([2_000, 4_000, 8_000, 2_048_000, 3_600_000, 3_600_000])
})

test('a cancellation is looked up at the usual pace, and once as its quarantine ends', () => {
  const pauses = [null, 0, 1, 999, 1_000, 1_001, 60_999, 61_001].map((end) => cancelLookUpPauseMs(end, 1_000, timing))
  expect(pauses).toEqual([60_000, 60_000, 60_000, 60_000, 60_000, 1, 59_999, 60_000])
})

test('a document can be cancelled as long as the authority says, or else for 72 hours', () => {
  expect(observationRulesOf({ toldWindowMs: () => 5 })).toEqual({ cancellationWindowMs: 5 })
  expect(observationRulesOf({ toldWindowMs: () => null })).toEqual({ cancellationWindowMs: 259_200_000 })
  expect(observationRulesOf({})).toEqual({ cancellationWindowMs: 259_200_000 })
})
