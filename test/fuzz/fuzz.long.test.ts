import { expect, test } from 'vitest'
import { fuzz, notFuzzed } from './run.ts'

const each = 200

test('requests to every endpoint, made from the reference by chance: every answer is one of ours, and nobody beyond this machine hears of it (IN34, LO19)', async () => {
  for (const [id, why] of Object.entries(notFuzzed)) console.warn(`NOT FUZZED: ${id}: ${why}`)
  const begun = process.cpuUsage()
  const { requests, answers, faults, beyond, grownMb } = await fuzz({ each, seed: 20_261_122, isSending: false })
  const { user, system } = process.cpuUsage(begun)
  console.log(`${requests} requests, ${((user + system) / 1e6).toFixed(1)} s of CPU, grown by ${grownMb} MB`)
  expect(faults).toEqual([])
  expect(beyond).toEqual([])
  // Some requests must succeed. Otherwise only the guards were tested.
  expect(answers.get(200) ?? 0).toBeGreaterThan(5 * each)
  expect(answers.get(202) ?? 0).toBeGreaterThan(each / 5)
  expect(grownMb).toBeLessThan(400)
})
