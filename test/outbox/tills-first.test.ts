import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { TillsFirst } from '../../electron/gateway/platform/tills-first.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('work behind the sales goes on once the last till has its answer, and at once where none waits', async () => {
  const tills = new TillsFirst()
  const said: string[] = []
  await tills.free()
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const answered = answers.map(({ promise }) => tills.answering(() => promise))
  void tills.free().then(() => said.push('goes on'))
  answers[0].resolve()
  await settled()
  expect(said).toEqual([])
  answers[1].reject(new Error('the disk is full'))
  await Promise.allSettled(answered)
  await settled()
  expect(said).toEqual(['goes on'])
})

test('a shop that sells without a pause keeps nothing from being sent', async () => {
  const tills = new TillsFirst()
  const answer = Promise.withResolvers<void>()
  const answered = tills.answering(() => answer.promise)
  const first = await Promise.race([tills.free().then(() => 'goes on'), pause(10_000, 'waits', { ref: false })])
  expect(first).toBe('goes on')
  answer.resolve()
  await answered
})
