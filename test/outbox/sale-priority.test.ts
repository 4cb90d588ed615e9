import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SalePriority } from '../../electron/gateway/platform/sale-priority.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('work behind the sales goes on once the last till has its answer, and at once where none waits', async () => {
  const tills = new SalePriority({ steadyMs: () => 0 })
  const said: string[] = []
  await tills.free()
  const [answerOne, answerOther] = [tills.begin(), tills.begin()]
  void tills.free().then(() => said.push('goes on'))
  answerOne()
  await settled()
  expect(said).toEqual([])
  answerOther()
  await settled()
  expect(said).toEqual(['goes on'])
})

test('a shop that sells without a pause keeps nothing from being sent', async () => {
  const tills = new SalePriority({ steadyMs: () => 0 })
  const answer = tills.begin()
  const first = await Promise.race([tills.free().then(() => 'goes on'), pause(10_000, 'waits', { ref: false })])
  expect(first).toBe('goes on')
  answer()
})

describe('between two pieces of work', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  const tillsOf = () => new SalePriority({ steadyMs: () => performance.now() })
  /** The milliseconds until the next piece of work may begin. */
  async function restAfter(tills: SalePriority, workedMs: number): Promise<number> {
    await vi.advanceTimersByTimeAsync(workedMs)
    const begun = performance.now()
    const free = tills.free().then(() => performance.now())
    await vi.runAllTimersAsync()
    return (await free) - begun
  }

  test('there is a rest twice as long as the piece while a shop sells, a tenth of a second at most', async () => {
    const tills = tillsOf()
    tills.begin()()
    await tills.free()
    expect([await restAfter(tills, 10), await restAfter(tills, 30), await restAfter(tills, 200)]).toEqual([20, 60, 100])
  })

  test('there is none a second after the last sale', async () => {
    const tills = tillsOf()
    tills.begin()()
    await vi.advanceTimersByTimeAsync(1_001)
    await tills.free()
    expect(await restAfter(tills, 10)).toBe(0)
  })

  test('there is none where nothing was done for a second', async () => {
    const tills = tillsOf()
    expect(await restAfter(tills, 10)).toBe(0)
    await vi.advanceTimersByTimeAsync(2_000)
    tills.begin()()
    expect(await restAfter(tills, 0)).toBe(0)
  })
})
