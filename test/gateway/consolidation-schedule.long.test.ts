import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../support/api.ts'
import { aMovableClock } from '../support/clock.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'
import { type Body, customer, invoice } from '../support/till.ts'

type Clock = ReturnType<typeof aMovableClock>

let clock: Clock
let shop: TestGateway
let api: Api
beforeEach(async () => {
  clock = aMovableClock()
  await open()
})
afterEach(() => shop.close())

async function open(more: { readonly env?: Record<string, string>; readonly dataDir?: string } = {}) {
  shop = await startGateway({ ...more, ports: { clock } })
  api = apiOf(shop, await shop.token())
}

/** The computer is off until this time. */
async function offUntil(then: number, env: Record<string, string> = {}) {
  const { dataDir } = shop
  await shop.close({ keep: true })
  moveTo(then)
  await open({ dataDir, env })
}

const moveTo = (then: number) => clock.pass(then - clock.now())

const here = new Date(Date.now() + 8 * 3_600_000)
/** A time of day in Kuala Lumpur, in a later month than the one in which the test begins. */
const inMonth = (months: number, day: number, hour: number): number =>
  Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + months, day, hour - 8)

/** A day in the middle of a month, independent of today. */
const sellingDay = () => moveTo(inMonth(1, 20, 12))
const monthAfter = (day: number, hour = 3): number => inMonth(2, day, hour)

async function sell(terminal: string, code: string, more: Body = {}): Promise<WireRecord> {
  const sold = invoice(code, {
    TERMINAL_NAME: terminal,
    BUYER: null,
    CONSOLIDATE: true,
    ISSUED_AT: new Date(clock.now() - 1000).toISOString(),
    ...more,
  })
  const { status, body } = await api.submit('sale', 'invoice', sold)
  expect(status, JSON.stringify(body)).toBe(202)
  return body
}

const state = async () => (await consolidatingAt(shop).call('GET', '/consolidation?company=DEMO')).body
const statusOf = async ({ SALE_GUID }: WireRecord, language = 'en'): Promise<WireRecord> =>
  (await api.get('/sale/invoice_checkstatus/by_guid', { sale_guid: SALE_GUID, 'accept-language': language })).body

describe('what nobody asks for', () => {
  test('is not consolidated early by a clock that is wrong (PR7)', async () => {
    sellingDay()
    await sell('T1', 'R0000')
    const aheadMs = monthAfter(3, 3) - clock.now()
    await shop.gateway.practice?.faults.set({ kind: 'wrong_clock', offsetMs: -aheadMs })
    clock.beWrongBy(aheadMs)
    const seen = await sell('T1', 'E0001', { BUYER: customer, CONSOLIDATE: false })
    await expect.poll(() => statusOf(seen)).toMatchObject({ ATTENTION: { CODE: 'clock_wrong' } })
    await shop.gateway.wake()
    expect(await state()).toMatchObject({ unconsolidated: 1, runs: [] })
  })

  test('is consolidated on the third of the next month, at night, once', async () => {
    sellingDay()
    const sold = await sell('T1', 'R0001')
    for (const quiet of [monthAfter(1), monthAfter(2, 23), monthAfter(3, 1)]) {
      moveTo(quiet)
      await shop.gateway.wake()
      expect((await state()).runs).toEqual([])
    }
    moveTo(monthAfter(3, 2) + 60_000)
    await shop.gateway.wake()
    const { runs } = await state()
    expect(runs).toMatchObject([{ by: 'gateway', planned: 1 }])
    await api.until(sold, 'Valid')
    await shop.gateway.wake()
    expect((await state()).runs).toHaveLength(1)
  })

  test('is made up for at the start by a computer that was off until the seventh', async () => {
    sellingDay()
    const sold = await sell('T1', 'R0001')
    await offUntil(monthAfter(7, 9))
    await expect.poll(async () => (await state()).runs.length).toBe(1)
    expect(await api.until(sold, 'Valid')).toMatchObject({ ATTENTION: null })
    expect(await state()).toMatchObject({ unconsolidated: 0, standing: 'in_time' })
  })

  test('and is late after the seventh, which each receipt says in three languages, until it is made', async () => {
    sellingDay()
    const sold = await sell('T1', 'R0001')
    await offUntil(monthAfter(7, 23), { RESIT_DISPATCH: 'off' })
    expect(await statusOf(sold)).toMatchObject({ STATUS: 'Pending', ATTENTION: null, NEXT_ACTION: { ACTION: 'wait' } })
    moveTo(monthAfter(8, 1))
    const said = await Promise.all(['en', 'ms', 'zh'].map((language) => statusOf(sold, language)))
    expect(said).toMatchObject(said.map(() => ({ STATUS: 'Pending', ATTENTION: { CODE: 'consolidation_overdue' } })))
    expect(new Set(said.map(({ ATTENTION }) => ATTENTION?.MESSAGE)).size).toBe(3)

    await offUntil(monthAfter(8, 9))
    expect(await api.until(sold, 'Valid')).toMatchObject({ ATTENTION: null })
  })

  test('is consolidated every night where the company wants it daily', async () => {
    sellingDay()
    await consolidatingAt(shop).set({ frequency: 'daily' })
    const sold = [await sell('T1', 'R0001'), await sell('T1', 'R0002')]
    await shop.gateway.wake()
    expect((await state()).runs).toEqual([])
    clock.pass(16 * 3_600_000)
    const today = await sell('T1', 'R0003')
    await shop.gateway.wake()
    for (const each of sold) await api.until(each, 'Valid')
    const { runs } = await state()
    expect(runs).toMatchObject([{ by: 'gateway', members: 2 }])
    expect(await statusOf(today)).toMatchObject({ STATUS: 'Pending', CONSOLIDATED_INTO: null })
  })
})
