import { fc, test } from '@fast-check/vitest'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { KeyedRateLimiter } from '../../electron/gateway/platform/rate-limiter.ts'

/** The library counts on the steady clock, `performance.now()`. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The largest number of these instants in any span of this length. */
const mostWithin = (instants: readonly number[], spanMs: number) =>
  Math.max(0, ...instants.map((from) => instants.filter((at) => at >= from && at - from < spanMs).length))

const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 80 })

describe('so many a minute', () => {
  test.prop([fc.integer({ min: 1, max: 12 }), pauses])(
    'the first ones of a minute may go, the next is refused, and may go when it was told to come back',
    (count, waits) => {
      const limiter = KeyedRateLimiter.perMinute(count)
      let startedAt = Number.NEGATIVE_INFINITY
      let taken = 0
      for (const wait of waits) {
        vi.advanceTimersByTime(wait)
        if (performance.now() - startedAt >= 60_000) {
          startedAt = performance.now()
          taken = 0
        }
        const waitMs = limiter.take('till')
        if (waitMs === 0) taken += 1
        expect(taken).toBeLessThanOrEqual(count)
        if (waitMs === 0) continue
        vi.advanceTimersByTime(waitMs)
        expect(limiter.take('till')).toBe(0)
        if (performance.now() - startedAt >= 60_000) [startedAt, taken] = [performance.now(), 1]
        else taken += 1
      }
    },
  )

  test('ten go whenever they come within the minute, and the eleventh is refused until it is over', () => {
    const limiter = KeyedRateLimiter.perMinute(10)
    for (let call = 0; call < 10; call += 1) {
      expect(limiter.take('till')).toBe(0)
      vi.advanceTimersByTime(5_500)
    }
    expect(limiter.take('till')).toBe(5_000)
    vi.advanceTimersByTime(5_000)
    expect(limiter.take('till')).toBe(0)
  })

  test('is counted for each key by itself', () => {
    const limiter = KeyedRateLimiter.perMinute(1)
    expect([limiter.take('a'), limiter.take('b'), limiter.take('a')]).toEqual([0, 0, 60_000])
  })

  test('a key that is idle is forgotten, one that still counts is not', () => {
    const limiter = KeyedRateLimiter.perMinute(2)
    for (let key = 0; key < 1_000; key += 1) limiter.take(`early ${key}`)
    vi.advanceTimersByTime(59_999)
    for (let call = 0; call < 2; call += 1) limiter.take('early 7')
    vi.advanceTimersByTime(1)
    expect(limiter.size).toBe(1_000)
    limiter.take('late')
    expect(limiter.size).toBe(2)
  })
})

describe('a bucket', () => {
  const burst = fc.record({ atOnce: fc.integer({ min: 1, max: 8 }), more: fc.integer({ min: 1, max: 40 }) })

  test.prop([burst, fc.array(fc.integer({ min: 0, max: 8_000 }), { minLength: 60, maxLength: 160 })])(
    'never lets more through in any span, wherever it begins, than may go at once and come after it',
    async ({ atOnce, more }, waits) => {
      const spanMs = 61_000
      const limiter = KeyedRateLimiter.bucket({ atOnce, more, spanMs })
      const gone: number[] = []
      for (const wait of waits) {
        void limiter.wait('client').then(() => gone.push(performance.now()))
        await vi.advanceTimersByTimeAsync(wait)
      }
      await vi.advanceTimersByTimeAsync(waits.length * spanMs)
      expect(gone).toHaveLength(waits.length)
      expect(mostWithin(gone, spanMs)).toBeLessThanOrEqual(atOnce + more)
    },
  )

  test('lets those who wait through in turn, evenly', async () => {
    const limiter = KeyedRateLimiter.bucket({ atOnce: 2, more: 10, spanMs: 61_000 })
    const gone: (readonly [string, number])[] = []
    const startedAt = performance.now()
    for (const name of ['a', 'b', 'c', 'd'])
      void limiter.wait('client').then(() => gone.push([name, performance.now() - startedAt]))
    void limiter.wait('another').then(() => gone.push(['another', performance.now() - startedAt]))
    await vi.advanceTimersByTimeAsync(61_000)
    expect(gone.toSorted(([, one], [, other]) => one - other)).toEqual([
      ['a', 0],
      ['another', 0],
      ['b', 0],
      ['c', 6_100],
      ['d', 12_200],
    ])
  })

  test('is not forgotten while somebody waits at it', async () => {
    const limiter = KeyedRateLimiter.bucket({ atOnce: 1, more: 1, spanMs: 61_000 })
    const gone: string[] = []
    void limiter.wait('busy').then(() => gone.push('first'))
    void limiter.wait('busy').then(() => gone.push('second'))
    await vi.advanceTimersByTimeAsync(0)
    for (let key = 0; key < 999; key += 1) limiter.take(`other ${key}`)
    // The bucket is full again, and the waiting callers are being woken.
    vi.advanceTimersByTime(61_000)
    limiter.take('one more')
    void limiter.wait('busy').then(() => gone.push('third'))
    await vi.advanceTimersByTimeAsync(60_999)
    expect(gone).toEqual(['first', 'second'])
  })
})
