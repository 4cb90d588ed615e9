import { expect, test } from 'vitest'
import { mapInSlices } from '../../electron/gateway/outbox/map-in-slices.ts'

const many = Array.from({ length: 20 }, (_, at) => at)
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('of many writes no more than eight wait for the disk at once, and what came of each is told in their order', async () => {
  let under = 0
  let most = 0
  const doubled = await mapInSlices({}, many, async (each, at) => {
    under += 1
    most = Math.max(most, under)
    await settled()
    under -= 1
    return each + at
  })
  expect(most).toBe(8)
  expect(doubled).toEqual(many.map((each) => each * 2))
})

test('one that fails keeps no other from its turn, and is told in the end', async () => {
  const done: number[] = []
  const all = mapInSlices({}, many, async (each) => {
    if (each === 3) throw new Error('the disk is full')
    done.push(each)
  })
  await expect(all).rejects.toThrow('the disk is full')
  expect(done).toEqual(many.filter((each) => each !== 3))
})
