import { expect, test } from 'vitest'
import { anAddress } from '../support/sales.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, customer, invoice } from '../support/till.ts'

const shop = openShop({})
const codes = { PAYMENT_METHOD: '99', LINES: [{ ...coffee, CLASSIFICATION_CODES: ['999'] }] }
const ofCodes = ['/LINES/0/CLASSIFICATION_CODES/0 unknown_code', '/PAYMENT_METHOD unknown_code'] as const

async function faultsOf(more: Body): Promise<readonly string[] | undefined> {
  const { status, body } = await shop.submit(invoice(shop.saleCode(), more))
  expect(status).toBe(422)
  return body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()
}

test('codes that are in no list are told beside an unknown company', async () => {
  expect(await faultsOf({ ...codes, COMPANY_CODE: 'NOBODY' })).toEqual(['/COMPANY_CODE company_unknown', ...ofCodes])
})

test('codes that are in no list, or no longer, are told beside one that is missing and an amount that is none', async () => {
  const BUYER = { ...customer, ADDRESS: anAddress({ STATE_CODE: '00' }) }
  const LINES = [...codes.LINES, { ...coffee, UNIT_CODE: null, UNIT_PRICE: -1 }]
  expect(await faultsOf({ ...codes, BUYER, LINES })).toEqual([
    '/BUYER/ADDRESS/STATE_CODE obsolete_code',
    ofCodes[0],
    '/LINES/1/UNIT_CODE required',
    '/LINES/1/UNIT_PRICE negative',
    ofCodes[1],
  ])
})
