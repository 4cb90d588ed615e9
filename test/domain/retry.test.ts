import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { askedPauseMs, retryPauseMs } from '../../shared/domain/retry.ts'

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const failures = fc.integer({ min: 1, max: 5000 })
const quarterHourMs = 15 * 60_000

test.prop([failures, fraction])(
  'a pause lies between nothing and its rung, and never above a quarter of an hour (QR20)',
  (n, random) => {
    const pause = retryPauseMs(n, 2000, random)
    expect(pause).toBeGreaterThanOrEqual(0)
    expect(pause).toBeLessThanOrEqual(Math.min(quarterHourMs, 2000 * 2 ** (n - 1)))
  },
)

test.prop([failures])('chance spreads a pause evenly over its whole rung (QR20)', (n) => {
  const rung = Math.min(quarterHourMs, 2000 * 2 ** (n - 1))
  expect([0, 0.25, 0.5].map((random) => retryPauseMs(n, 2000, random))).toEqual([0, rung / 4, rung / 2])
})

test.prop([fc.integer({ min: 1, max: 60 })])('the rungs double until the longest', (n) => {
  const rung = retryPauseMs(n, 2000, 1)
  expect(retryPauseMs(n + 1, 2000, 1)).toBe(Math.min(quarterHourMs, rung * 2))
})

test.each([
  [null, null],
  [0, 1000],
  [-5, 1000],
  [30, 30_000],
  [86_400, 86_400_000],
  [1e9, 86_400_000],
])('a pause of %s seconds that the authority asks for is %s ms (UP9)', (seconds, pauseMs) => {
  expect(askedPauseMs(seconds)).toBe(pauseMs)
})
