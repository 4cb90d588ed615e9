import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TillsFirst } from '../../electron/gateway/platform/tills-first.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('work behind the sales goes on once the last till has its answer, and at once where none waits', async () => {
  const tills = new TillsFirst()
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
  const tills = new TillsFirst()
  const answer = tills.begin()
  const first = await Promise.race([tills.free().then(() => 'goes on'), pause(10_000, 'waits', { ref: false })])
  expect(first).toBe('goes on')
  answer()
})
