import { expect, test } from 'vitest'
import { Semaphore } from '../../electron/gateway/outbox/map-in-slices.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many are let in at once, the others in their order, each told that the queue moves', async () => {
  const semaphore = new Semaphore(2)
  const said: string[] = []
  const doors = new Map<string, () => void>()
  const come = (name: string) =>
    semaphore.take(
      () =>
        new Promise<void>((done) => {
          said.push(`${name} in`)
          doors.set(name, done)
        }),
      () => said.push(`${name} nearer`),
    )
  const all = ['one', 'two', 'three', 'four'].map(come)
  await settled()
  expect(said).toEqual(['one in', 'two in'])
  doors.get('two')?.()
  await settled()
  expect(said.slice(2)).toEqual(['four nearer', 'three in'])
  for (const name of ['one', 'three']) doors.get(name)?.()
  await settled()
  expect(said.slice(4)).toEqual(['four in'])
  doors.get('four')?.()
  await Promise.all(all)
})

test('whoever fails makes way all the same', async () => {
  const semaphore = new Semaphore(1)
  await expect(semaphore.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await semaphore.take(async () => 'in')).toBe('in')
})
