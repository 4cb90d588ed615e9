import { afterEach, describe, expect, test } from 'vitest'
import { RepeatingTask, type TaskRound } from '../../electron/gateway/outbox/repeating-task.ts'
import type { Log } from '../../electron/gateway/ports.ts'
import { aClock } from '../support/clock.ts'

const workers: RepeatingTask[] = []
const errors: unknown[] = []
const clock = aClock()
const log = { error: (facts: unknown) => errors.push(facts) } as unknown as Log

/** A worker whose rounds the test lets end. It says when a round begins. */
function heldWorker(pauses: (number | null)[] = []) {
  let running = 0
  let mostAtOnce = 0
  let rounds = 0
  let begun = Promise.withResolvers<void>()
  let held = Promise.withResolvers<void>()
  const round: TaskRound = async () => {
    rounds += 1
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    begun.resolve()
    await held.promise
    running -= 1
    return pauses.shift() ?? null
  }
  const worker = new RepeatingTask('held', round, { log, clock })
  workers.push(worker)
  return {
    worker,
    begins: () => begun.promise,
    letGo: (fault?: Error) => {
      const going = held
      begun = Promise.withResolvers()
      held = Promise.withResolvers()
      if (fault) going.reject(fault)
      else going.resolve()
    },
    seen: () => ({ rounds, mostAtOnce }),
  }
}

/** Waits until all due work has run. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 20))

describe('a worker', () => {
  afterEach(async () => {
    errors.length = 0
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  })

  test('does nothing until it is poked, and then one round for any number of pokes', async () => {
    const { worker, begins, letGo, seen } = heldWorker()
    await settled()
    expect(seen().rounds).toBe(0)
    for (let n = 0; n < 5; n += 1) worker.poke()
    await begins()
    letGo()
    await settled()
    expect(seen()).toEqual({ rounds: 1, mostAtOnce: 1 })
  })

  test('never runs twice at once; a poke meanwhile makes one more round (QR19)', async () => {
    const { worker, begins, letGo, seen } = heldWorker()
    worker.poke()
    await begins()
    for (let n = 0; n < 5; n += 1) worker.poke()
    await settled()
    expect(seen()).toEqual({ rounds: 1, mostAtOnce: 1 })
    letGo()
    await begins()
    letGo()
    await settled()
    expect(seen()).toEqual({ rounds: 2, mostAtOnce: 1 })
  })

  test('runs again by itself after the pause its round asks for', async () => {
    const { worker, begins, letGo, seen } = heldWorker([1, 0, -5])
    worker.poke()
    for (let round = 0; round < 4; round += 1) {
      await begins()
      letGo()
    }
    await settled()
    expect(seen()).toEqual({ rounds: 4, mostAtOnce: 1 })
  })

  test('is woken out of a long pause', async () => {
    const { worker, begins, letGo, seen } = heldWorker([60_000])
    worker.poke()
    await begins()
    letGo()
    await settled()
    worker.poke()
    await begins()
    letGo()
    expect(seen().rounds).toBe(2)
  })

  test('outlives an error, which is logged', async () => {
    const { worker, begins, letGo } = heldWorker()
    worker.poke()
    await begins()
    worker.poke()
    const fault = new Error('no')
    letGo(fault)
    await begins()
    expect(errors).toEqual([{ err: fault, loop: 'held' }])
    letGo()
  })

  test('can be poked after an error, and need not wait for its turn', async () => {
    const { worker, begins, letGo, seen } = heldWorker()
    worker.poke()
    await begins()
    letGo(new Error('no'))
    await settled()
    worker.poke()
    await begins()
    letGo()
    expect(seen().rounds).toBe(2)
  })

  test('stops when the round that runs is over, and does not begin another', async () => {
    const { worker, begins, letGo, seen } = heldWorker([0])
    worker.poke()
    await begins()
    worker.poke()
    let isStopped = false
    const stopping = worker.stop().then(() => {
      isStopped = true
    })
    await settled()
    expect(isStopped).toBe(false)
    letGo()
    await stopping
    worker.poke()
    await settled()
    expect(seen().rounds).toBe(1)
  })
})
