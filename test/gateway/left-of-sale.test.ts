import { beforeAll, expect, test } from 'vitest'
import type { OperatorAnswer } from '../../shared/api/operator-client.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import type { Kind } from '../../shared/domain/record.ts'
import { operate } from '../support/operator.ts'
import { addPerson, send, signIn } from '../support/people.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, customer, document } from '../support/till.ts'

const shop = openShop({ RESIT_DISPATCH: 'off' })

async function made(kind: Kind, more: Body): Promise<WireRecord> {
  const { status, body } = await shop.api.submit('sale', kind, document('sale', kind, shop.saleCode(), more))
  expect(status, JSON.stringify(body)).toBe(202)
  return body
}

let bearer: string
beforeAll(async () => {
  bearer = await signIn(shop.gateway, await addPerson(shop.gateway, 'Siti', 'cashier'))
})

async function leftOf({ SALE_GUID }: WireRecord) {
  const { body } = await send(shop.gateway, 'GET', `/operator/v1/records/${SALE_GUID}/left`, { bearer })
  return body as unknown as OperatorAnswer<'leftOfRecord'>
}
const linesOf = async (sale: WireRecord) =>
  (await leftOf(sale)).sale?.LINES.map((line) => [line.DESCRIPTION, line.QUANTITY, line.UNIT_PRICE, line.SUBTOTAL])

const piece = (DESCRIPTION: string, QUANTITY: number, UNIT_PRICE: number, more: Body = {}) => ({
  ...coffee,
  DESCRIPTION,
  QUANTITY,
  UNIT_PRICE,
  ...more,
})
const noteOn = (kind: Kind, sale: WireRecord, LINES: readonly object[], more: Body = {}) =>
  made(kind, { ORIGINALS: [{ SALE_GUID: sale.SALE_GUID }], LINES, ...more })

test('a note begins with all that is known of a private buyer, for people and not for tokens', async () => {
  const BUYER = { ...customer, TIN: 'IG10203040506', ID_TYPE: 'NRIC', ID_NUMBER: '770625015324' }
  const sale = await made('invoice', { BUYER: { ...BUYER, TOURISM_TAX_NUMBER: '123-4567-89012345' } })
  expect((await leftOf(sale)).BUYER).toMatchObject({ ...BUYER, TOURISM_TAX_NUMBER: '123-4567-89012345' })
  const byToken = await operate<{ code: string }>(shop.gateway, 'GET', `/records/${sale.SALE_GUID}/left`)
  expect([byToken.status, byToken.body.code]).toEqual([403, 'insufficient_scope'])
})

test('a sale says how much of it was refunded, without notes that do not count', async () => {
  const sale = await made('invoice', { LINES: [piece('Kopi O', 4, 5)] })
  const told = async () => {
    const { body } = await operate<OperatorAnswer<'showRecord'>>(shop.gateway, 'GET', `/records/${sale.SALE_GUID}`)
    const list = await operate<OperatorAnswer<'listRecords'>>(shop.gateway, 'GET', '/records?page_size=100')
    const listed = list.body.items.find(({ record }) => record.SALE_GUID === sale.SALE_GUID)
    expect(listed).toMatchObject({ refunded: body.refunded, refunded_amount: body.refunded_amount })
    return [body.refunded, body.refunded_amount]
  }
  expect(await told()).toEqual([false, null])
  await noteOn('debit_note', sale, [piece('Kopi O', 1, 5)])
  const wrong = await noteOn('refund_note', sale, [piece('Kopi O', 2, 5)])
  await shop.api.post('/sale/refund_note_void/by_sale_guid', { SALE_GUID: wrong.SALE_GUID, REASON: 'Wrong amount' })
  expect(await told()).toEqual([false, null])
  const note = await noteOn('refund_note', sale, [piece('Kopi O', 1, 5)])
  expect(await told()).toEqual([false, note.TOTAL_PAYABLE])
})

test('a second note begins with the pieces and the amounts that earlier notes left', async () => {
  const sale = await made('invoice', {
    LINES: [
      piece('Kopi O', 3, 3.5),
      piece('Teh C', 2, 5, { DISCOUNT_AMOUNT: 1 }),
      piece('Roti', 2, 4),
      piece('Mi', 1, 8),
    ],
  })
  await noteOn('refund_note', sale, [piece('Kopi O', 2, 3.5), piece('Mi', 1, 8)])
  await noteOn('credit_note', sale, [piece('Teh C', 1, 5, { DISCOUNT_AMOUNT: 0.4 }), piece('Roti', 2, 0.5)])
  // A debit note takes nothing off.
  await noteOn('debit_note', sale, [piece('Roti', 1, 4)])
  expect(await linesOf(sale)).toEqual([
    ['Kopi O', '1', '3.5', '3.50'],
    ['Teh C', '1', '5', '5.00'],
    ['Roti', '2', '4', '8.00'],
  ])
  const { sale: left } = await leftOf(sale)
  expect(left?.LINES[1]).toMatchObject({ DISCOUNT_AMOUNT: '0.60', TOTAL_EXCLUDING_TAX: '4.40' })
  expect(left?.LINES[2]).toMatchObject({ DISCOUNT_AMOUNT: '1.00', TOTAL_EXCLUDING_TAX: '7.00' })
  const rest = left?.LINES.map(({ DESCRIPTION, QUANTITY, UNIT_PRICE, DISCOUNT_AMOUNT }) => ({
    ...piece(DESCRIPTION, Number(QUANTITY), Number(UNIT_PRICE)),
    DISCOUNT_AMOUNT,
  }))
  const last = await noteOn('refund_note', sale, rest ?? [])
  expect((await leftOf(sale)).sale?.LINES).toEqual([])
  const { body } = await operate<OperatorAnswer<'showRecord'>>(shop.gateway, 'GET', `/records/${sale.SALE_GUID}`)
  expect(body.notes.map(({ record }) => record.KIND)).toEqual([
    'refund_note',
    'credit_note',
    'debit_note',
    'refund_note',
  ])
  const note = await operate<OperatorAnswer<'showRecord'>>(shop.gateway, 'GET', `/records/${last.SALE_GUID}`)
  expect(note.body.belongs_to.map(({ record }) => record.SALE_CODE)).toEqual([sale.SALE_CODE])
})

test('the last note of a sale that was paid in cash gives back what is left of the money, to the sen', async () => {
  const items = ['Kopi O', 'Teh C', 'Roti'].map((name) => piece(name, 1, 3.14))
  const sale = await made('invoice', { LINES: items, ROUNDING_AMOUNT: '0.01', PAYMENT_METHOD: '01' })
  expect(sale.TOTAL_PAYABLE).toBe('10.00')
  for (const item of items.slice(0, 2)) {
    const note = await noteOn('refund_note', sale, [item], { ROUNDING_AMOUNT: '0.02' })
    expect(note.TOTAL_PAYABLE).toBe('3.35')
  }
  const { sale: left } = await leftOf(sale)
  expect([left?.ROUNDING_AMOUNT, left?.TOTALS.TOTAL_PAYABLE]).toEqual(['-0.03', '3.30'])
  await noteOn('refund_note', sale, items.slice(2), { ROUNDING_AMOUNT: left?.ROUNDING_AMOUNT })
  // What is left of a transfer may be no sum of coins.
  const transfer = await made('invoice', { LINES: items, PAYMENT_METHOD: '03' })
  await noteOn('refund_note', transfer, items.slice(0, 1), { ROUNDING_AMOUNT: '0.02' })
  expect((await leftOf(transfer)).sale?.ROUNDING_AMOUNT).toBeNull()
})

test('a voided note is shown at its sale, and takes nothing off', async () => {
  const sale = await made('invoice', {})
  const whole = await linesOf(sale)
  const note = await noteOn('refund_note', sale, [piece('Kopi O', 1, 3.5)])
  await shop.api.post('/sale/refund_note_void/by_sale_guid', { SALE_GUID: note.SALE_GUID })
  expect(await linesOf(sale)).toEqual(whole)
  const { body } = await operate<OperatorAnswer<'showRecord'>>(shop.gateway, 'GET', `/records/${sale.SALE_GUID}`)
  expect(body).toMatchObject({ refunded: false, notes: [{ record: { SALE_CODE: note.SALE_CODE, STATUS: 'Voided' } }] })
})
