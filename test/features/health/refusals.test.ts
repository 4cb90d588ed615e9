import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AccessRefusalLog } from '../../../electron/gateway/features/health/refusals.ts'
import type { Log } from '../../../electron/gateway/ports.ts'

const minuteMs = 60_000

describe('refusals', () => {
  let steadyMs = 0
  const warn = vi.fn<(facts: object, text: string) => void>()
  let total = 0
  const count = () => void (total += 1)
  const counted = () =>
    new AccessRefusalLog({ clock: { steadyMs: () => steadyMs }, log: { warn } as unknown as Log, tallies: { count } })

  beforeEach(() => {
    steadyMs = 0
    total = 0
    warn.mockClear()
    vi.useFakeTimers()
  })
  afterEach(() => void vi.useRealTimers())

  test('are one line a minute, however many they are (LO10)', () => {
    const refusals = counted()
    for (let n = 0; n < 10_000; n += 1) refusals.count(n % 2 ? 'wrong_token' : 'wrong_pin')
    expect(warn).not.toHaveBeenCalled()
    vi.advanceTimersByTime(minuteMs)
    expect(warn.mock.calls.map(([facts]) => facts)).toEqual([
      { wrong_token: 5_000, wrong_pin: 5_000, wrong_code: 0, connection: 0 },
    ])
    vi.advanceTimersByTime(10 * minuteMs)
    expect(warn).toHaveBeenCalledTimes(1)
    refusals.count('connection')
    vi.advanceTimersByTime(minuteMs)
    expect(warn).toHaveBeenLastCalledWith(
      { wrong_token: 0, wrong_pin: 0, wrong_code: 0, connection: 1 },
      expect.anything(),
    )
  })

  test('are an attack for ten minutes, and counted since the start (SE5)', () => {
    const refusals = counted()
    for (let minute = 0; minute < 100; minute += 1) {
      steadyMs = minute * minuteMs
      refusals.count('wrong_pin')
    }
    expect([refusals.recent().wrong_pin, total]).toEqual([10, 100])
    steadyMs += 9 * minuteMs
    expect(refusals.recent().wrong_pin).toBe(1)
    steadyMs += minuteMs
    expect([refusals.recent().wrong_pin, total]).toEqual([0, 100])
  })
})
