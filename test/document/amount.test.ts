import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  amountSchema,
  exchangeRateSchema,
  percentSchema,
  quantitySchema,
  roundingAmountSchema,
  unitPriceSchema,
} from '../../shared/document/amount.ts'
import { processorMs } from '../support/processor-ms.ts'

const schemas = {
  amount: amountSchema,
  unitPrice: unitPriceSchema,
  quantity: quantitySchema,
  rate: percentSchema,
  exchangeRate: exchangeRateSchema,
  roundingAmount: roundingAmountSchema,
}

interface Case {
  readonly of: keyof typeof schemas
  readonly given: unknown
  readonly is: string
}

const cases: readonly Case[] = [
  { of: 'amount', given: 12.72, is: '12.72' },
  { of: 'amount', given: '12.72', is: '12.72' },
  { of: 'amount', given: '12.7200', is: '12.72' },
  { of: 'amount', given: 0.1 + 0.2, is: 'too_many_places' },
  { of: 'amount', given: '12.725', is: 'too_many_places' },
  { of: 'amount', given: '9999999999999.99', is: '9999999999999.99' },
  { of: 'amount', given: '10000000000000', is: 'not_an_amount' },
  { of: 'amount', given: -0.01, is: 'negative' },
  { of: 'amount', given: '-0.00', is: '0' },
  { of: 'amount', given: -0, is: '0' },
  { of: 'amount', given: '1e3', is: 'not_an_amount' },
  { of: 'amount', given: 1e21, is: 'not_an_amount' },
  { of: 'amount', given: '1,000.00', is: 'not_an_amount' },
  { of: 'amount', given: '+1', is: 'not_an_amount' },
  { of: 'amount', given: ' 1', is: 'not_an_amount' },
  { of: 'amount', given: '1\n', is: 'not_an_amount' },
  { of: 'amount', given: '.5', is: 'not_an_amount' },
  { of: 'amount', given: '1.', is: 'not_an_amount' },
  { of: 'amount', given: '', is: 'not_an_amount' },
  { of: 'amount', given: '１', is: 'not_an_amount' },
  { of: 'amount', given: `1.${'0'.repeat(62)}`, is: '1' },
  { of: 'amount', given: `1.${'0'.repeat(63)}`, is: 'too_long' },
  { of: 'amount', given: true, is: 'not_an_amount' },
  { of: 'amount', given: Number.POSITIVE_INFINITY, is: 'not_an_amount' },
  { of: 'amount', given: Number.NaN, is: 'not_an_amount' },
  { of: 'unitPrice', given: 0.00001, is: '0.00001' },
  { of: 'unitPrice', given: '0.000001', is: 'too_many_places' },
  { of: 'unitPrice', given: 1e-7, is: 'not_an_amount' },
  { of: 'quantity', given: '-1', is: 'negative' },
  { of: 'rate', given: '6.123456', is: '6.123456' },
  { of: 'rate', given: 1000.1, is: 'out_of_range' },
  { of: 'exchangeRate', given: 0, is: 'out_of_range' },
  { of: 'exchangeRate', given: '3.4512', is: '3.4512' },
  { of: 'exchangeRate', given: -1, is: 'negative' },
  { of: 'roundingAmount', given: -0.99, is: '-0.99' },
  { of: 'roundingAmount', given: '1.00', is: 'out_of_range' },
  { of: 'roundingAmount', given: '-1.00', is: 'out_of_range' },
]

describe('an amount on the wire (contract 5)', () => {
  test.each(cases)('$of $given is $is', ({ of, given, is }) => {
    const parsed = schemas[of].safeParse(given)
    expect(parsed.success ? parsed.data.toFixed() : parsed.error.issues[0]?.message).toBe(is)
  })

  test.prop([fc.integer({ min: 0, max: 999_999_999 })])('is the same as a number and as text', (sen) => {
    const value = (sen / 100).toFixed(2)
    expect(amountSchema.parse(Number(value)).eq(amountSchema.parse(value))).toBe(true)
    expect(amountSchema.parse(value).toFixed(2)).toBe(value)
  })

  // Zeros with another character after them: a pattern that strips zeros would backtrack at each one.
  test.each(['1', 'x', ''])('a million zeros and “%s” are refused before anybody looks at them', async (end) => {
    const given = `1.${'0'.repeat(1_000_000)}${end}`
    const spent = await processorMs(() => {
      for (const schema of Object.values(schemas)) {
        const parsed = schema.safeParse(given)
        expect(parsed.error?.issues[0]?.message).toBe('too_long')
      }
    })
    expect(spent).toBeLessThan(1_000)
  })

  test('only short texts are remembered, and what is not remembered is read the same', () => {
    const long = `7.25${'0'.repeat(40)}`
    expect(amountSchema.parse('7.25')).toBe(amountSchema.parse('7.25'))
    expect(amountSchema.parse(long)).not.toBe(amountSchema.parse(long))
    expect(amountSchema.parse(long).toFixed()).toBe('7.25')
  })
})
