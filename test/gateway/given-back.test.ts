import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Kind } from '../../shared/domain/record.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, document } from '../support/till.ts'

const shop = openShop({ RESIT_DISPATCH: 'off' })

const lines = (price: number, quantity = 1, TAXES: unknown = coffee['TAXES']): Body => ({
  LINES: [{ ...coffee, UNIT_PRICE: price, QUANTITY: quantity, TAXES }],
})
const submit = (kind: Kind, more: Body) => shop.api.submit('sale', kind, document('sale', kind, shop.saleCode(), more))
const on = (original: WireRecord, kind: Kind, more: Body) =>
  submit(kind, { ORIGINALS: [{ SALE_GUID: original.SALE_GUID }], ...more })

async function sold(more: Body): Promise<WireRecord> {
  const { status, body } = await submit('invoice', more)
  expect(status, JSON.stringify(body)).toBe(202)
  return body
}

const refusal = (code: string, left: string) => ({
  status: 422,
  body: { errors: [{ pointer: '/ORIGINALS', code, message: expect.stringContaining(left) }] },
})

describe('what is given back', () => {
  test.each(['line', 'document'])('piece by piece is what was paid, with tax over each %s', async (TAX_ROUNDING) => {
    const bill = await sold({ ...lines(8.25, 3), TAX_ROUNDING })
    expect(bill.TOTAL_PAYABLE).toBe('26.24')
    expect(await on(bill, 'refund_note', lines(26))).toMatchObject(refusal('refund_over_original', 'MYR 26.24'))
    for (const _ of [1, 2, 3]) {
      const { status, body } = await on(bill, 'refund_note', { ...lines(8.25), TAX_ROUNDING })
      expect([status, body.TOTAL_PAYABLE]).toEqual([202, '8.75'])
    }
    expect(await on(bill, 'refund_note', lines(0.01))).toMatchObject(refusal('refund_over_original', 'nothing is left'))
  })

  test('piece by piece of a receipt that waits leaves nothing of it to declare', async () => {
    const alone: Body = { TERMINAL_NAME: 'T9', BUYER: null, ISSUED_AT: new Date(Date.now() - 1000).toISOString() }
    const receipt = await sold({ ...alone, ...lines(8.25, 3), CONSOLIDATE: true })
    await sold({ ...alone, CONSOLIDATE: true })
    for (const _ of [1, 2, 3]) expect((await on(receipt, 'refund_note', { ...alone, ...lines(8.25) })).status).toBe(202)
    const { body } = await consolidatingAt(shop.gateway).preview()
    expect(body).toMatchObject({
      left_over: 0,
      nothing_to_declare: 4,
      documents: [{ members: 1, TOTAL_PAYABLE: '7.42' }],
    })
  })

  test('in another currency or at another rate is compared in ringgit', async () => {
    const inSgd = (EXCHANGE_RATE: string) => ({ CURRENCY_CODE: 'SGD', EXCHANGE_RATE })
    const bill = await sold({ ...lines(225, 1), ...inSgd('3.4512') })
    const refused = refusal('refund_over_original', 'MYR 823.11')
    expect(await on(bill, 'refund_note', lines(9000))).toMatchObject(refused)
    expect(await on(bill, 'refund_note', { ...lines(225), ...inSgd('4') })).toMatchObject(refused)
    expect((await on(bill, 'refund_note', lines(823.11, 1, [{ TAX_TYPE: '06' }]))).status).toBe(202)
  })

  test('by one credit note is not more than the bill and its debit notes', async () => {
    const bill = await sold(lines(100))
    expect(await on(bill, 'credit_note', lines(5000))).toMatchObject(refusal('credit_over_original', 'MYR 106.00'))
    expect((await on(bill, 'debit_note', lines(50))).status).toBe(202)
    expect(await on(bill, 'credit_note', lines(151))).toMatchObject(refusal('credit_over_original', 'MYR 159.00'))
    // Each discount note is checked alone: only the shop knows whether two are meant.
    for (const _ of [1, 2]) expect((await on(bill, 'credit_note', lines(150))).status).toBe(202)
  })
})
