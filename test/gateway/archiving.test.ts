import { pino } from 'pino'
import { expect, test } from 'vitest'
import { keepArchived } from '../../electron/gateway/compose/archiving.ts'
import type { ArchiveStep } from '../../electron/gateway/store/port/port.ts'
import { aClock } from '../support/clock.ts'

const deps = { clock: aClock(), log: pino({ level: 'silent' }) }
const pace = { afterStartMs: 0, everyMs: 3_600_000, stepMs: 0, elsewhereMs: 1 }

/** A store that has these steps to do, and then nothing; it fails where a step says so. */
function having(...steps: readonly (ArchiveStep | 'fails')[]) {
  const asked: string[] = []
  const left = [...steps]
  return {
    asked,
    archiveOn: async (): Promise<ArchiveStep> => {
      const step = left.shift() ?? 'nothing'
      asked.push(step)
      if (step === 'fails') throw new Error('there is no room')
      return step
    },
  }
}

test('closed months are archived step by step until nothing is left for the day', async () => {
  const store = having('made', 'removed_some', 'done')
  const keeper = keepArchived(store, deps, { isOn: true, pace })
  await expect.poll(() => store.asked).toEqual(['made', 'removed_some', 'done', 'nothing'])
  await keeper.stop()
})

test('what keeps a month from being archived is tried again another day, and stops nothing', async () => {
  const store = having('fails', 'made')
  const keeper = keepArchived(store, deps, { isOn: true, pace: { ...pace, everyMs: 1 } })
  await expect.poll(() => store.asked.slice(0, 2)).toEqual(['fails', 'made'])
  await keeper.stop()
})

test('nothing is archived where the owner does not want it', async () => {
  const [off, on] = [having('made'), having('made')]
  const keepers = [keepArchived(off, deps, { isOn: false, pace }), keepArchived(on, deps, { isOn: true, pace })]
  await expect.poll(() => on.asked).toEqual(['made', 'nothing'])
  expect(off.asked).toEqual([])
  await Promise.all(keepers.map((keeper) => keeper.stop()))
})

test('of several processes only the one does it that has what is done once for all, from when it has it', async () => {
  const store = having('made')
  let looks = 0
  const isInCharge = () => {
    looks += 1
    return looks > 3
  }
  const keeper = keepArchived(store, deps, { isOn: true, isInCharge, pace })
  await expect.poll(() => store.asked).toEqual(['made', 'nothing'])
  expect(looks).toBeGreaterThan(4)
  await keeper.stop()
})
