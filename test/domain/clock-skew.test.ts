import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { clockStatusOf, offsetShown, usualOffset } from '../../shared/domain/clock-skew.ts'
import { noon } from '../support/records.ts'

const tookMs = fc.integer({ min: 0, max: 60_000 })
const offset = fc.integer({ min: -4 * 86_400_000, max: 4 * 86_400_000 })

/** The whole seconds a clock that is ahead of ours by `offsetMs` shows at an instant of ours. */
const dateShown = (at: number, offsetMs: number) => Math.floor((at + offsetMs) / 1000) * 1000

describe('how far another clock is ahead', () => {
  test.prop([tookMs, fc.nat(999), fc.double({ min: 0, max: 1, noNaN: true })])(
    'is nothing where the two agree, however long the answer took and whenever within it the clock was read',
    (took, part, when) => {
      const askedAt = noon + part
      const date = dateShown(askedAt + took * when, 0)
      expect(offsetShown({ date, askedAt, heardAt: askedAt + took })).toBe(0)
    },
  )

  test.prop([tookMs, offset, fc.double({ min: 0, max: 1, noNaN: true })])(
    'is known to half the time the answer took and half a second',
    (took, offsetMs, when) => {
      const date = dateShown(noon + took * when, offsetMs)
      const shown = offsetShown({ date, askedAt: noon, heardAt: noon + took })
      expect(Math.abs(shown)).toBeLessThanOrEqual(Math.abs(offsetMs) + took / 2 + 501)
      if (shown !== 0) expect(Math.abs(shown - offsetMs)).toBeLessThanOrEqual(took / 2 + 501)
    },
  )
})

describe('several answers', () => {
  test('are told by the one in the middle: one that is off changes nothing', () => {
    expect(usualOffset([])).toBeNull()
    expect(usualOffset([7])).toBe(7)
    expect(usualOffset([0, 86_400_000, 0])).toBe(0)
    expect(usualOffset([3_600_000, 0, 3_600_000])).toBe(3_600_000)
  })
})

describe('a clock', () => {
  test.each([
    [null, 'unknown'],
    [0, 'right'],
    [60_000, 'right'],
    [60_001, 'off'],
    [-60_001, 'off'],
    [600_000, 'off'],
    [600_001, 'wrong'],
    [-600_001, 'wrong'],
  ] as const)('that is %s ms apart is %s', (offsetMs, status) => {
    expect(clockStatusOf(offsetMs)).toBe(status)
  })
})
