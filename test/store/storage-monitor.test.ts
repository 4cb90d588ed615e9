import { expect, test } from 'vitest'
import { StorageFailure } from '../../electron/gateway/store/refusal.ts'
import { StorageMonitor } from '../../electron/gateway/store/storage-monitor.ts'

test('a server whose disk is full is said to be, until a write has gone through again', async () => {
  let isFull = true
  const monitor = new StorageMonitor(() => (isFull ? Promise.reject(new Error('still full')) : Promise.resolve()))
  const told: string[] = []
  monitor.listen(({ state }) => told.push(state))
  const full = new StorageFailure('no room', { cause: Object.assign(new Error(), { code: '53100' }), trouble: 'full' })
  monitor.failed(full)
  expect(monitor.status).toEqual({ state: 'full', cause: '53100' })
  monitor.failed(full)
  isFull = false
  await expect.poll(() => monitor.status.state).toBe('sound')
  expect(told).toEqual(['full', 'sound'])
  monitor.close()
})

test('how long tills wait is the longest that is not answered yet, and begins anew when it was asked', async () => {
  const monitor = new StorageMonitor(async () => undefined)
  const { promise, resolve } = Promise.withResolvers<string>()
  const answered = monitor.timed(promise)
  await expect.poll(() => monitor.takeDelayMs()).toBeGreaterThan(20)
  resolve('kept')
  expect(await answered).toBe('kept')
  expect(monitor.takeDelayMs()).toBeGreaterThan(20)
  expect(monitor.takeDelayMs()).toBe(0)
})
