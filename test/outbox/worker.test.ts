import { afterEach, describe, expect, test } from 'vitest'
import { type Round, Worker } from '../../electron/gateway/outbox/worker.ts'
import type { Log } from '../../electron/gateway/ports.ts'
import { aClock } from '../support/clock.ts'

const loops: Worker[] = []
const errors: unknown[] = []
const clock = aClock()
const log = { error: (facts: unknown) => errors.push(facts) } as unknown as Log

/** A loop whose every round waits to be let go, and says when it begins. */
function heldLoop(pauses: (number | null)[] = []) {
  let running = 0
  let mostAtOnce = 0
  let rounds = 0
  let begun = Promise.withResolvers<void>()
  let held = Promise.withResolvers<void>()
  const round: Round = async () => {
    rounds += 1
    running += 1
    mostAtOnce = Math.max(mostAtOnce, running)
    begun.resolve()
    await held.promise
    running -= 1
    return pauses.shift() ?? null
  }
  const loop = new Worker('held', round, { log, clock })
  loops.push(loop)
  return {
    loop,
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

/** Whatever is due at once has run by then. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 20))

describe('a loop', () => {
  afterEach(async () => {
    errors.length = 0
    await Promise.all(loops.splice(0).map((loop) => loop.stop()))
  })

  test('does nothing until it is poked, and then one round for any number of pokes', async () => {
    const { loop, begins, letGo, seen } = heldLoop()
    await settled()
    expect(seen().rounds).toBe(0)
    for (let n = 0; n < 5; n += 1) loop.poke()
    await begins()
    letGo()
    await settled()
    expect(seen()).toEqual({ rounds: 1, mostAtOnce: 1 })
  })

  test('never runs twice at once; a poke meanwhile makes one more round (QR19)', async () => {
    const { loop, begins, letGo, seen } = heldLoop()
    loop.poke()
    await begins()
    for (let n = 0; n < 5; n += 1) loop.poke()
    await settled()
    expect(seen()).toEqual({ rounds: 1, mostAtOnce: 1 })
    letGo()
    await begins()
    letGo()
    await settled()
    expect(seen()).toEqual({ rounds: 2, mostAtOnce: 1 })
  })

  test('runs again by itself after the pause its round asks for', async () => {
    const { loop, begins, letGo, seen } = heldLoop([1, 0, -5])
    loop.poke()
    for (let round = 0; round < 4; round += 1) {
      await begins()
      letGo()
    }
    await settled()
    expect(seen()).toEqual({ rounds: 4, mostAtOnce: 1 })
  })

  test('is woken out of a long pause', async () => {
    const { loop, begins, letGo, seen } = heldLoop([60_000])
    loop.poke()
    await begins()
    letGo()
    await settled()
    loop.poke()
    await begins()
    letGo()
    expect(seen().rounds).toBe(2)
  })

  test('outlives an error, which is logged', async () => {
    const { loop, begins, letGo } = heldLoop()
    loop.poke()
    await begins()
    loop.poke()
    const fault = new Error('no')
    letGo(fault)
    await begins()
    expect(errors).toEqual([{ err: fault, loop: 'held' }])
    letGo()
  })

  test('can be poked after an error, and need not wait for its turn', async () => {
    const { loop, begins, letGo, seen } = heldLoop()
    loop.poke()
    await begins()
    letGo(new Error('no'))
    await settled()
    loop.poke()
    await begins()
    letGo()
    expect(seen().rounds).toBe(2)
  })

  test('stops when the round that runs is over, and does not begin another', async () => {
    const { loop, begins, letGo, seen } = heldLoop([0])
    loop.poke()
    await begins()
    loop.poke()
    let isStopped = false
    const stopping = loop.stop().then(() => {
      isStopped = true
    })
    await settled()
    expect(isStopped).toBe(false)
    letGo()
    await stopping
    loop.poke()
    await settled()
    expect(seen().rounds).toBe(1)
  })
})
