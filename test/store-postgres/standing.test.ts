import { expect, test } from 'vitest'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import { Standing } from '../../electron/gateway/store-postgres/standing.ts'

test('a server whose disk is full is said to be, until a write has gone through again', async () => {
  const standing = new Standing()
  const told: string[] = []
  standing.listen(({ state }) => told.push(state))
  let isFull = true
  const probe = () => (isFull ? Promise.reject(new Error('still full')) : Promise.resolve())
  const full = new StorageFailure('no room', { cause: Object.assign(new Error(), { code: '53100' }), trouble: 'full' })
  standing.failed(full, probe)
  expect(standing.standing).toEqual({ state: 'full', cause: '53100', isReserveSpent: false })
  standing.failed(full, probe)
  isFull = false
  await expect.poll(() => standing.standing.state).toBe('sound')
  expect(told).toEqual(['full', 'sound'])
  standing.close()
})

test('how long tills wait is the longest that is not answered yet, and begins anew when it was asked', async () => {
  const standing = new Standing()
  const { promise, resolve } = Promise.withResolvers<string>()
  const answered = standing.timed(promise)
  await expect.poll(() => standing.takeDelayMs()).toBeGreaterThan(20)
  resolve('kept')
  expect(await answered).toBe('kept')
  expect(standing.takeDelayMs()).toBeGreaterThan(20)
  expect(standing.takeDelayMs()).toBe(0)
})
