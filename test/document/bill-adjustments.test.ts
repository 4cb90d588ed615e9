import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { decimalOf, sum } from '../../shared/document/decimal.ts'
import { apportion } from '../../shared/document/settle-line.ts'
import { aLine, aSale, aTax, checkedSale, figuresOf, one, placesIn, totalsOf, untaxed } from '../support/sales.ts'

describe('discounts and charges of the bill', () => {
  test('are spread over the lines before tax, to the sen', () => {
    const body = aSale({ LINES: [one(10), one(10), one(10)], DISCOUNTS: [{ AMOUNT: 10, REASON: 'Member' }] })
    expect(figuresOf(body).map(({ total }) => total)).toEqual(['6.66', '6.67', '6.67'])
    expect(totalsOf(body)).toEqual(['20.00', '1.20', '21.20', '21.20'])
  })

  test('are of what the lines come to; a charge of what is left of it', () => {
    const body = aSale({ LINES: [one(100, untaxed)], DISCOUNTS: [{ RATE: 10 }], CHARGES: [{ RATE: 10 }] })
    expect(totalsOf(body)[0]).toBe('99.00')
  })

  test('a charge with taxes is a line of its own', () => {
    const CHARGES = [{ RATE: 10, REASON: 'Service charge', TAXES: [aTax({ RATE: 8 })] }]
    const { lines } = checkedSale(aSale({ LINES: [one(50, { TAXES: [aTax({ RATE: 8 })] })], CHARGES }))
    expect(lines[1]).toMatchObject({ lineId: '2', description: 'Service charge', classificationCodes: ['022'] })
    expect(totalsOf(aSale({ LINES: [one(50, { TAXES: [aTax({ RATE: 8 })] })], CHARGES }))).toEqual([
      '55.00',
      '4.40',
      '59.40',
      '59.40',
    ])
  })

  test('more than there is, or of nothing, is refused where it stands', () => {
    expect(placesIn(aSale({ DISCOUNTS: [{ AMOUNT: '7.01' }] }))).toEqual(['/DISCOUNTS becomes_negative'])
    // A charge after tax does not balance a negative line: no consolidated document could hold such a bill.
    expect(placesIn(aSale({ DISCOUNTS: [{ AMOUNT: '7.01' }], CHARGE_AMOUNT: '5.00' }))).toEqual([
      '/DISCOUNTS becomes_negative',
    ])
    expect(placesIn(aSale({ DISCOUNTS: [{ AMOUNT: '7.00' }], DISCOUNT_AMOUNT: '0.01' }))).toEqual([
      '/DISCOUNT_AMOUNT becomes_negative',
    ])
    expect(placesIn(aSale({ DISCOUNTS: [{ REASON: 'x' }] }))).toContain('/DISCOUNTS/0/AMOUNT required')
    expect(placesIn(aSale({ LINES: [aLine({ DISCOUNT_AMOUNT: 1, DISCOUNTS: [{ AMOUNT: 1 }] })] }))).toEqual([
      '/LINES/0/DISCOUNTS one_of_two',
    ])
    expect(placesIn(aSale({ CHARGES: [{ AMOUNT: 1, TAXES: [{ TAX_TYPE: '02' }] }] }))).toEqual([
      '/CHARGES/0/TAXES/0/RATE tax_rate_required',
    ])
  })

  test('more than there is is worked out as the till did, so that nothing else is said of it', () => {
    const body = aSale({
      DISCOUNTS: [{ AMOUNT: '7.01' }],
      CHARGE_AMOUNT: '5.00',
      TOTALS: { TOTAL_EXCLUDING_TAX: '4.99' },
    })
    expect(placesIn(body)).toEqual(['/DISCOUNTS becomes_negative'])
  })

  test('several of the bill leave no line below nothing, whichever of them has the odd sen', () => {
    const bill = (prices: readonly number[], ...amounts: readonly string[]) =>
      aSale({ LINES: prices.map((price) => one(price, untaxed)), DISCOUNTS: amounts.map((AMOUNT) => ({ AMOUNT })) })
    const totals = (body: object) =>
      checkedSale(body).lines.map(({ totalExcludingTax }) => totalExcludingTax.toFixed(2))
    expect(totals(bill([0.01, 50, 50], '33.35', '33.35'))).toEqual(['0.00', '16.65', '16.66'])
    expect(totals(bill([3.33, 3.33, 3.33], '5.00', '4.98'))).toEqual(['0.00', '0.00', '0.01'])
    expect(totals(bill([0.01, 0.01, 0.01], '0.01', '0.01'))).toEqual(['0.00', '0.00', '0.01'])
  })

  test('a charge of a bill that gives more back than it sells has nothing to be spread over', () => {
    const LINES = [one(10, { ...untaxed, QUANTITY: -1 }), one(8, untaxed)]
    expect(placesIn(aSale({ LINES, CHARGES: [{ AMOUNT: '5.00' }] }))).toContain('/CHARGES/0 nothing_to_spread')
    expect(placesIn(aSale({ LINES, CHARGES: [{ AMOUNT: '5.00', REASON: 'Delivery', ...untaxed }] }))).toEqual([])
  })

  test('a rate of what such a bill comes to is given back, as a line that takes back', () => {
    const TAXES = [aTax({ RATE: 8 })]
    const body = aSale({
      LINES: [one(10, { ...untaxed, QUANTITY: -1 })],
      CHARGES: [
        { RATE: 10, REASON: 'Service charge', TAXES },
        { AMOUNT: 20, REASON: 'Delivery', TAXES },
      ],
    })
    expect(figuresOf(body)).toEqual([
      expect.objectContaining({ total: '-10.00' }),
      expect.objectContaining({ total: '-1.00' }),
      expect.objectContaining({ total: '20.00' }),
    ])
    const [, serviceCharge] = checkedSale(body).lines
    expect([serviceCharge?.quantity, serviceCharge?.unitPrice].map(String)).toEqual(['-1', '1'])
    expect(totalsOf(body)).toEqual(['9.00', '1.52', '10.52', '10.52'])
  })

  test('several of a line are each of its subtotal, or as given within a sen', () => {
    const line = (...DISCOUNTS: object[]) =>
      aSale({ LINES: [one(100, { ...untaxed, DISCOUNTS, CHARGES: [{ RATE: 5 }] })] })
    expect(totalsOf(line({ RATE: 10 }, { AMOUNT: 7, REASON: 'Member' }))[0]).toBe('88.00')
    expect(totalsOf(line({ RATE: 10, AMOUNT: '10.01' }))[0]).toBe('94.99')
    expect(placesIn(line({ RATE: 10, AMOUNT: 11 }))).toEqual(['/LINES/0/DISCOUNTS/0/AMOUNT amount_differs'])
  })

  test.prop([fc.array(fc.integer({ min: -5000, max: 99_999 }), { minLength: 1, maxLength: 20 }), fc.nat(99_999)])(
    'spread are never a sen more or less',
    (weights, amount) => {
      fc.pre(weights.reduce((all, each) => all + each, 0) !== 0)
      const parts = apportion(
        decimalOf(amount).div(100),
        weights.map((weight) => decimalOf(weight)),
      )
      expect(sum(parts).times(100).toFixed(0)).toBe(String(amount))
      for (const part of parts) expect(part.toFixed(2)).toBe(part.toFixed(4).slice(0, -2))
    },
  )
})
