import { afterEach, describe, expect, test } from 'vitest'
import type { WireRecord } from '../../../shared/api/shapes/record.ts'
import { type Api, apiOf } from '../../support/api.ts'
import { aClock } from '../../support/clock.ts'
import { startGateway, type TestGateway } from '../../support/gateway.ts'
import { invoice } from '../../support/till.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

let shop: TestGateway
let api: Api
let clock: ReturnType<typeof aClock>
afterEach(() => shop.close())

/** Sells a document that becomes valid. The clock stands still except when a test moves it. */
async function sellValid(): Promise<WireRecord> {
  clock = aClock(Date.now())
  shop = await startGateway({ ports: { clock } })
  api = apiOf(shop, await shop.token())
  return becomeValid('1')
}

async function becomeValid(code: string): Promise<WireRecord> {
  const ISSUED_AT = new Date(clock.now() - minuteMs).toISOString()
  const { body } = await api.submit('sale', 'invoice', invoice(code, { ISSUED_AT }))
  await expect
    .poll(async () => {
      clock.pass(100)
      return (await statusOf(body)).STATUS
    })
    .toBe('Valid')
  return statusOf(body)
}

const statusOf = async ({ SALE_GUID }: WireRecord) => (await api.status('sale', 'invoice', SALE_GUID)).body
const passTo = (instant: number) => clock.pass(instant - clock.now())
const endOf = ({ CANCELLABLE_UNTIL }: WireRecord) => Date.parse(CANCELLABLE_UNTIL ?? '')
const cancel = ({ SALE_GUID }: WireRecord) =>
  api.post('/sale/invoice_cancellation', { SALE_GUID, REASON: 'Wrong goods' })

describe('a cancellation', () => {
  test('a second before 72 hours are over is made (PR11)', async () => {
    const sold = await sellValid()
    expect(endOf(sold) - Date.parse(sold.VALIDATED_AT ?? '')).toBe(72 * 60 * minuteMs)
    passTo(endOf(sold) - secondMs)
    expect(await statusOf(sold)).toMatchObject({ NEXT_ACTION: { ACTION: 'cancel' } })
    expect(await cancel(sold)).toMatchObject({ status: 200, body: { STATUS: 'Cancelled' } })
  })

  test.each([0, secondMs])('%i ms after them is denied, and the document stays as it is (PR11)', async (ms) => {
    const sold = await sellValid()
    passTo(endOf(sold) + ms)
    const before = await statusOf(sold)
    expect(before).toMatchObject({ STATUS: 'Valid', NEXT_ACTION: { ACTION: 'issue_note' } })
    expect(await cancel(sold)).toMatchObject({ status: 409, body: { code: 'cancel_denied_period' } })
    expect(await statusOf(sold)).toEqual(before)
  })

  test('is judged by the authority’s clock where that is minutes ahead of ours (PR11)', async () => {
    const sold = await sellValid()
    passTo(endOf(sold) - 4 * minuteMs)
    await shop.gateway.practice?.faults.set({ kind: 'wrong_clock', offsetMs: 8 * minuteMs })
    // The answers about other sales tell the time there. The median of five answers counts.
    for (const code of ['2', '3', '4', '5']) await becomeValid(code)
    expect(clock.now()).toBeLessThan(endOf(sold))
    expect(await cancel(sold)).toMatchObject({ status: 409, body: { code: 'cancel_denied_period' } })
  })
})
