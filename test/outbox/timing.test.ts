import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { conflictPauseMs, firstLookUpMs, pollPauseMs, type Timing } from '../../electron/gateway/outbox/timing.ts'

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
