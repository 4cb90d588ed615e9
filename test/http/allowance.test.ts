import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { Allowance } from '../../electron/gateway/allowance.ts'
import { aClock } from '../support/clock.ts'

describe('an allowance', () => {
  test.prop([fc.integer({ min: 1, max: 12 }), fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 80 })])(
    'is never exceeded in any minute, and says how long to wait, no longer than needed',
    (perMinute, pauses) => {
      const clock = aClock()
      const allowance = new Allowance(perMinute, clock)
      const taken: number[] = []
      for (const pause of pauses) {
        clock.pass(pause)
        const waitMs = allowance.take('till')
        const now = clock.steadyMs()
        const inMinute = taken.filter((at) => now - at < 60_000)
        expect(waitMs === 0).toBe(inMinute.length < perMinute)
        if (waitMs === 0) taken.push(now)
        else expect(waitMs).toBe(60_000 - (now - (inMinute[0] ?? now)))
      }
    },
  )

  test('is counted for each key by itself', () => {
    const allowance = new Allowance(1, aClock())
    expect([allowance.take('a'), allowance.take('b'), allowance.take('a')]).toEqual([0, 0, 60_000])
  })
})
