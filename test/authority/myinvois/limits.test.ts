import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LimitedRequest, Limits } from '../../../electron/gateway/authority/myinvois/limits.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The authority's own table (myinvois 2), written a second time so that a wrong number in the product is noticed. */
const authorityAllows = {
  login: 12,
  submit: 100,
  getSubmission: 300,
  getDocument: 60,
  getDetails: 125,
  search: 12,
  cancel: 12,
  validateTin: 60,
  searchTin: 60,
  taxpayerQr: 60,
} as const satisfies Record<LimitedRequest, number>

const steady = { steadyMs: () => performance.now() }
const requests = Object.entries(authorityAllows) as [LimitedRequest, number][]

/** Asks at once for more requests than three minutes allow. @returns when each of them went */
async function rush(limits: Limits, request: LimitedRequest, perMinute: number): Promise<readonly number[]> {
  const startedAt = performance.now()
  const gone: number[] = []
  for (let wanted = 0; wanted < perMinute * 3; wanted += 1)
    void limits.wait(request, 'client').then(() => gone.push(performance.now() - startedAt))
  await vi.advanceTimersByTimeAsync(6 * 61_000)
  return gone
}

const mostWithin = (instants: readonly number[], spanMs: number) =>
  Math.max(...instants.map((from) => instants.filter((at) => at >= from && at - from < spanMs).length))

test.each(requests)('%s: no minute holds more than %d, after a rest either', async (request, perMinute) => {
  const limits = new Limits(1, steady)
  const first = await rush(limits, request, perMinute)
  expect(first).toHaveLength(perMinute * 3)
  expect(mostWithin(first, 61_000)).toBeLessThanOrEqual(perMinute)
  // At least nine tenths of the limit must be used: after an outage a shop has much to send.
  expect(first.filter((at) => at < 61_000).length).toBeGreaterThanOrEqual(Math.floor(perMinute * 0.9))
})

test.each([0.01, 0.1, 0.5, 2])('limits scaled by %d are kept, and the smallest is one a minute', async (scale) => {
  const limits = new Limits(scale, steady)
  for (const [request, perMinute] of requests) {
    const limit = Math.max(1, Math.floor(perMinute * scale))
    expect(mostWithin(await rush(limits, request, limit), 60_000)).toBeLessThanOrEqual(limit)
  }
})

test('half of what a till waits for goes at once', async () => {
  const limits = new Limits(1, steady)
  for (const [request, atOnce] of [
    ['validateTin', 30],
    ['searchTin', 30],
    ['cancel', 6],
    ['login', 6],
  ] as const) {
    const gone = await rush(limits, request, authorityAllows[request])
    expect(gone.filter((at) => at === 0)).toHaveLength(atOnce)
  }
})

test('clients and kinds of request do not wait for each other', async () => {
  const limits = new Limits(1, steady)
  let others = 0
  for (let search = 0; search < 5; search += 1) void limits.wait('search', 'client')
  void limits.wait('search', 'another client').then(() => (others += 1))
  void limits.wait('submit', 'client').then(() => (others += 1))
  await vi.advanceTimersByTimeAsync(0)
  expect(others).toBe(2)
})

test('what the authority says is too much is paused for its kind and client alone (UP9)', () => {
  const limits = new Limits(1, steady)
  limits.pause('submit', 'client', 5_000)
  expect(limits.heldMs('submit', 'client')).toBe(5_000)
  expect([limits.heldMs('submit', 'another client'), limits.heldMs('search', 'client')]).toEqual([null, null])
})

test('a request that was on its way and is answered with too much and no time shortens no pause that was asked for (UP9)', () => {
  const limits = new Limits(1, steady)
  limits.pause('submit', 'client', 60_000)
  limits.pause('submit', 'client', null)
  expect(limits.heldMs('submit', 'client')).toBe(60_000)
})
