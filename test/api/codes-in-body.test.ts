import { describe, expect, test } from 'vitest'
import { faultsOfCodes } from '../../shared/api/faults.ts'
import { aContext, aLine, anAddress, aParty, aSale, aSupplier, aTax, placesIn } from '../support/sales.ts'

const { codes } = aContext()
const places = (body: unknown) => faultsOfCodes(body, codes).map(({ pointer, code }) => `${pointer} ${code}`)
const nowhere = anAddress({ STATE_CODE: '00', COUNTRY_CODE: 'XX' })
const taxes = [aTax({ TAX_TYPE: '99' }), aTax({ RATE: null, PER_UNIT_AMOUNT: 1, QUANTITY: 1, UNIT_CODE: 'QQQ' })]
const wrong = {
  CURRENCY_CODE: 'QQQ',
  EXCHANGE_RATE: 1,
  PAYMENTS: [{ METHOD: '99', AMOUNT: 1 }],
  SHIPPING: aParty({ ADDRESS: nowhere }),
  LINES: [
    aLine(),
    aLine({ CLASSIFICATION_CODES: ['022', '999'], UNIT_CODE: 'QQQ', ORIGIN_COUNTRY: 'XX', TAXES: taxes }),
  ],
  CHARGES: [{ AMOUNT: 1, TAXES: taxes }],
}

describe('codes in a body that no check can read', () => {
  test.each([
    ['sale', aSale({ ...wrong, BUYER: aParty({ ADDRESS: nowhere }) })],
    ['sale', aSale({ PAYMENT_METHOD: '99', BUYER: aParty({ ADDRESS: anAddress({ STATE_CODE: '99' }) }) })],
    ['sale', aSale({ BUYER: aParty({ ADDRESS: anAddress({ STATE_CODE: 'Bavaria', COUNTRY_CODE: 'DEU' }) }) })],
    ['self_billed', aSale({ ...wrong, BUYER: null, SUPPLIER: aSupplier({ ADDRESS: nowhere, MSIC_CODE: '1' }) })],
  ] as const)('are those that the check finds in one that it can (%s)', (family, body) => {
    const found = placesIn(body, { family }).filter((place) => place.endsWith('_code'))
    expect(places(body).toSorted()).toEqual(found.toSorted())
  })

  test.each([null, 1, 'x', [], { LINES: 1, BUYER: [], PAYMENTS: {} }, { LINES: [null, { TAXES: [1], UNIT_CODE: 7 }] }])(
    'are none where nothing is as it should be: %j',
    (body) => {
      expect(places(body)).toEqual([])
    },
  )
})
