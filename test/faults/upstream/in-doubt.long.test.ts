import { describe, expect, onTestFinished, test } from 'vitest'
import { startFaultProxy } from '../../support/fault-proxy.ts'
import { isClean } from '../oracle.ts'
import {
  minuteMs,
  openWarmShop,
  polling,
  realTiming,
  searching,
  signingIn,
  submitting,
  type UpstreamShop,
} from './shop.ts'

const submissions = ({ proxy }: UpstreamShop) => proxy.requests.filter(({ line }) => submitting.test(line)).length

test('a document that was taken while its answer got lost is found, and goes once (UP3)', async () => {
  const here = await openWarmShop({ env: realTiming })
  await here.practice.faults.set({ kind: 'timeout_after', times: 1 })
  const before = submissions(here)
  const sold = await here.sell('1')
  await expect.poll(() => here.phase(sold)).toBe('unknown')
  expect(await here.shown(sold)).toMatchObject({ STATUS: 'InProgress', IN_DOUBT: true })
  await here.live(2 * minuteMs)
  await here.until(sold, 'Valid')
  expect(await here.outcomes(sold)).toEqual(['inDoubt timed_out'])
  expect(submissions(here) - before).toBe(1)
  await here.agrees()
})

test('a document that never arrived waits ten minutes and two look-ups, and goes again byte for byte (UP4)', async () => {
  const here = await openWarmShop({ env: realTiming })
  here.proxy.next(submitting, { kind: 'swallow' })
  const sold = await here.sell('1')
  await expect.poll(() => here.phase(sold)).toBe('unknown')
  await here.live(10 * minuteMs)
  expect(await here.outcomes(sold)).toHaveLength(1)
  const denied = await here.api.post('/sale/invoice_void/by_sale_guid', { SALE_GUID: sold.SALE_GUID })
  expect(denied).toMatchObject({ status: 409, body: { code: 'void_denied_in_progress' } })
  await here.live(3 * minuteMs)
  expect(await here.outcomes(sold)).toEqual(['inDoubt timed_out', 'accepted'])
  const attempts = await here.shop.gateway.store.records.attempts((await here.stored(sold)).seq)
  expect(new Set(attempts.map(({ sha256 }) => sha256)).size).toBe(1)
  await here.until(sold, 'Valid')
  expect(here.there(sold)).toMatchObject([{ status: 'Valid', sha256: attempts[0]?.sha256 }])
  await here.agrees()
})

describe('a document that arrives late', () => {
  const late = async (minutes: number) => {
    const here = await openWarmShop({ env: realTiming })
    const arrives = Promise.withResolvers<void>()
    here.proxy.next(submitting, { kind: 'delay', until: arrives.promise })
    const sold = await here.sell('1')
    await expect.poll(() => here.phase(sold)).toBe('unknown')
    await here.live(minutes * minuteMs)
    const known = here.practice.ledger.documents().length
    arrives.resolve()
    return { here, sold, known }
  }

  test.each([1, 9])('after %i minutes, while it is still waited for, is the one (UP5)', async (minutes) => {
    const { here, sold } = await late(minutes)
    await expect.poll(() => here.there(sold)).toHaveLength(1)
    await here.live(3 * minuteMs)
    await here.until(sold, 'Valid')
    expect(await here.outcomes(sold)).toEqual(['inDoubt timed_out'])
    await here.agrees()
  })

  test.each([14, 110])('after %i minutes, when it went again, does not count twice (UP5)', async (minutes) => {
    const { here, sold } = await late(minutes)
    await here.live(3 * minuteMs)
    await here.until(sold, 'Valid')
    expect(await here.outcomes(sold)).toEqual(['inDoubt timed_out', 'accepted'])
    expect(here.there(sold).filter(({ status }) => status === 'Valid')).toHaveLength(1)
    await here.agrees()
  })
})

const serverErrors = [500, 502, 503, 504] as const

test('a server error after the document was taken is no reason to send it again (UP8)', async () => {
  const here = await openWarmShop()
  for (const status of serverErrors) {
    const before = submissions(here)
    await here.practice.faults.set({ kind: 'error_after', status, times: 1 })
    const sold = await here.sell(String(status))
    await here.until(sold, 'Valid')
    expect(await here.outcomes(sold)).toEqual(['inDoubt server_error'])
    expect(submissions(here) - before).toBe(1)
  }
  await here.agrees()
})

test('a server error before it was taken is a doubt like any other: it goes again after two looks (UP8)', async () => {
  const here = await openWarmShop()
  for (const status of serverErrors) {
    const before = here.proxy.requests.length
    await here.practice.faults.set({ kind: 'error_before', status, times: 1 })
    const sold = await here.sell(String(status))
    await here.until(sold, 'Valid')
    expect(await here.outcomes(sold)).toEqual(['inDoubt server_error', 'accepted'])
    const looks = here.proxy.requests.slice(before).filter(({ line }) => searching.test(line))
    expect(looks.length).toBeGreaterThanOrEqual(2)
  }
  await here.agrees()
})

test.each(['the same host', 'another host'])(
  'a redirect to %s is not followed, with a document, a question or a secret (UP20)',
  async (where) => {
    const here = await openWarmShop()
    const other = await startFaultProxy(here.practice.url)
    onTestFinished(() => other.close())
    const location = `${where === 'another host' ? other.url : here.proxy.url}/elsewhere`
    for (const status of [301, 302, 303, 307, 308]) {
      const fault = { kind: 'instead', answer: { status, headers: { location } } } as const
      for (const request of [submitting, polling, searching, signingIn]) here.proxy.next(request, fault)
      // The token has expired by then, so the next request signs in again.
      here.clock.pass(50 * minuteMs)
      const sold = await here.sell(String(status))
      await here.until(sold, 'Valid')
      expect(await here.outcomes(sold)).toEqual(['inDoubt redirected', 'accepted'])
    }
    expect(here.proxy.requests.filter(({ line }) => line.includes('elsewhere'))).toEqual([])
    expect(other.connections).toBe(0)
    await here.agrees()
  },
)

test('a batch that fails in the gateway itself, after it was claimed, is looked up and does not wait for the next start', async () => {
  let isSending: () => Promise<boolean> = async () => false
  const here = await openWarmShop({
    secrets: {
      async get() {
        if (await isSending()) throw new Error('the keyring is locked')
        return null
      },
      set: async () => undefined,
    },
  })
  const lanes = () => here.shop.gateway.store.schedule.lanes()
  isSending = async () => (await lanes()).some(({ work }) => work === 'settle')
  const sold = await here.sell('1')
  await expect.poll(() => here.outcomes(sold)).toEqual(['inDoubt connection_broken'])
  isSending = async () => false
  await here.until(sold, 'Valid')
  expect(here.there(sold)).toHaveLength(1)
  expect(here.log.join('')).toContain('the keyring is locked')
  expect(await here.oracle()).toSatisfy(isClean)
})
