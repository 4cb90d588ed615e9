import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeated } from '../../electron/gateway/platform/repeated.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is repeated begins when it should, and again after as long as the round before said', async () => {
  const round = vi.fn<() => Promise<number>>().mockResolvedValueOnce(10).mockResolvedValue(1_000)
  const repeating = repeated(round, 100)
  await vi.advanceTimersByTimeAsync(99)
  expect(round).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(round).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(round).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(999)
  expect(round).toHaveBeenCalledTimes(2)
  repeating.stop()
})

test('what is repeated is never done twice at once, however long a round takes', async () => {
  const first = Promise.withResolvers<number>()
  const round = vi.fn<() => Promise<number>>().mockReturnValueOnce(first.promise).mockResolvedValue(1_000)
  const repeating = repeated(round, 0)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(round).toHaveBeenCalledTimes(1)
  first.resolve(5)
  await vi.advanceTimersByTimeAsync(5)
  expect(round).toHaveBeenCalledTimes(2)
  repeating.stop()
})

test('what is stopped begins no round any more, before the first one, between two and during one', async () => {
  const ending = Promise.withResolvers<number>()
  const before = vi.fn<() => Promise<number>>()
  const between = vi.fn<() => Promise<number>>(async () => 10)
  const during = vi.fn<() => Promise<number>>(() => ending.promise)
  repeated(before, 10).stop()
  const two = repeated(between, 0)
  const one = repeated(during, 0)
  await vi.advanceTimersByTimeAsync(5)
  two.stop()
  one.stop()
  ending.resolve(0)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect([before, between, during].map((round) => round.mock.calls.length)).toEqual([0, 1, 1])
})
