import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { clockStatusOf, estimateOffset, offsetSpanOf } from '../../shared/domain/clock-skew.ts'
import { noon } from '../support/records.ts'

const tookMs = fc.integer({ min: 0, max: 60_000 })
const offset = fc.integer({ min: -4 * 86_400_000, max: 4 * 86_400_000 })

/** The date, in whole seconds, that a clock ahead of ours by `offsetMs` shows at our time `at`. */
const dateShown = (at: number, offsetMs: number) => Math.floor((at + offsetMs) / 1000) * 1000

describe('how far another clock is ahead', () => {
  const asked = fc.record({ took: tookMs, part: fc.nat(999), when: fc.double({ min: 0, max: 1, noNaN: true }) })
  const spanOf = ({ took, part, when }: { took: number; part: number; when: number }, offsetMs: number) => {
    const askedAt = noon + part
    return offsetSpanOf({ date: dateShown(askedAt + took * when, offsetMs), askedAt, heardAt: askedAt + took })
  }

  test.prop([fc.array(asked, { minLength: 1, maxLength: 5 })])(
    'is nothing where the two agree and no answer took long after the clock was read',
    (answers) => {
      const quick = answers.map((each) => ({ ...each, when: 1 }))
      expect(estimateOffset(quick.map((each) => spanOf(each, 0)))).toBeCloseTo(0)
    },
  )

  test.prop([fc.array(asked, { minLength: 1, maxLength: 5 }), offset])(
    'is never said to be more than a second too much, and too little only by what the quickest answer took and a second',
    (answers, offsetMs) => {
      const error = (estimateOffset(answers.map((each) => spanOf(each, offsetMs))) ?? Number.NaN) - offsetMs
      expect(error).toBeLessThanOrEqual(1_000)
      expect(error).toBeGreaterThanOrEqual(-1_000 - Math.min(...answers.map(({ took }) => took)))
    },
  )

  test.each([-900, -300, 300, 900])('is known to two tenths where it is %i ms, after answers at every moment', (ms) => {
    const answers = [0, 200, 400, 600, 800].map((part) => spanOf({ took: 0, part, when: 0 }, ms))
    expect(Math.abs((estimateOffset(answers) ?? Number.NaN) - ms)).toBeLessThanOrEqual(200)
  })
})

describe('several answers', () => {
  const at = (least: number) => ({ least, most: least + 1_000 })

  test('are told by those that agree: one that is off changes nothing', () => {
    expect(estimateOffset([])).toBeNull()
    expect(estimateOffset([at(-500)])).toBe(0)
    expect(estimateOffset([at(-500), at(86_400_000), at(-400)])).toBe(0)
    expect(estimateOffset([at(3_600_000), at(0), at(3_600_000)])).toBe(3_600_000)
  })

  test('of which no two agree are told by the newest', () => {
    expect(estimateOffset([at(7_000), at(-5_000)])).toBe(7_000)
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
