import { describe, expect, test } from 'vitest'
import { cashRoundingOf, leftInCash } from '../../shared/document/cash-rounding.ts'
import { decimalOf } from '../../shared/document/decimal.ts'

describe('ringgit paid in cash', () => {
  test.each([
    ['10.40', '0.00'],
    ['10.41', '-0.01'],
    ['10.42', '-0.02'],
    ['10.43', '0.02'],
    ['10.44', '0.01'],
    ['10.45', '0.00'],
    ['118.61', '-0.01'],
    ['10.47', '-0.02'],
    ['10.48', '0.02'],
    ['10.49', '0.01'],
    ['9999999999999.98', '0.02'],
    ['0.02', '-0.02'],
  ])('of %s is rounded by %s', (amount, rounding) => {
    expect(cashRoundingOf(decimalOf(amount)).toFixed(2)).toBe(rounding)
  })

  test('is what no other means of payment covers', () => {
    const payments = [
      { method: '04', amount: decimalOf('5.02') },
      { method: '01', amount: decimalOf('20.00') },
    ]
    expect(leftInCash(decimalOf('10.49'), payments).toFixed(2)).toBe('5.47')
  })
})
