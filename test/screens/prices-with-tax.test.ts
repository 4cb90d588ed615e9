import { expect, test } from 'vitest'
import { totalsOf } from '../../renderer/screens/cashier/new-document/totals.ts'
import { bodyOf, type Draft, emptyDraft, emptyLine } from '../../renderer/screens/cashier/new-document/values.ts'

const draftAt = (PRICES_INCLUDE_TAX: boolean, TAX_TYPE = '02'): Draft => ({
  ...emptyDraft,
  fields: {
    ...emptyDraft.fields,
    PRICES_INCLUDE_TAX,
    LINES: [
      {
        ...emptyLine,
        DESCRIPTION: 'Kopi O',
        UNIT_PRICE: '10,60',
        TAXES: [{ TAX_TYPE, RATE: '6', EXEMPTION_REASON: '' }],
      },
    ],
  },
})
const guid = 'aaaaaaaa-0000-4000-8000-000000000001'

test.each([
  [true, { excludingTax: '10.00', tax: '0.60', rounding: null, payable: '10.60' }],
  [false, { excludingTax: '10.60', tax: '0.64', rounding: null, payable: '11.24' }],
])('a price of 10.60 that includes tax (%s) comes to what the shelf says', (isWithTax, totals) => {
  const draft = draftAt(isWithTax)
  const body = bodyOf(draft, guid)
  expect(body['PRICES_INCLUDE_TAX']).toBe(isWithTax || undefined)
  expect(totalsOf(body)).toEqual(totals)
})

test('a rate that was typed for another type of tax goes with its field', () => {
  const draft = draftAt(false, '06')
  const body = bodyOf(draft, guid)
  expect(body).toMatchObject({ LINES: [{ TAXES: [{ TAX_TYPE: '06' }] }] })
  expect(totalsOf(body)).toMatchObject({ tax: '0.00', payable: '10.60' })
})
