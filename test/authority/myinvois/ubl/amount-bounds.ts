import { aLine, aSale, aTax } from '../../../support/sales.ts'
import { type Bound, inLine, inPart, inSale, inTax } from './bound.ts'

/** The most digits before the point, and the given number of places after it. */
const decimals = (places: number, code = 'too_many_places'): Pick<Bound, 'good' | 'bad'> => ({
  good: [0, 1, '0.0', `1.${'1'.repeat(places)}`, `1.${'1'.repeat(places)}000`],
  bad: [
    [`1.${'1'.repeat(places + 1)}`, code],
    ['-0.01', 'negative'],
    ['1e2', 'not_an_amount'],
    ['', 'not_an_amount'],
    ['1,00', 'not_an_amount'],
    ['1'.repeat(14), 'not_an_amount'],
  ],
})
const range = (good: readonly unknown[], bad: readonly unknown[]): Pick<Bound, 'good' | 'bad'> => ({
  good,
  bad: bad.map((value) => [value, 'out_of_range']),
})
/** Puts the value into a line beside another one, which keeps the total above zero. */
const besideOther = (name: string) => (value: unknown) =>
  aSale({ LINES: [aLine({ [name]: value }), aLine({ UNIT_PRICE: 10 })] })
const signed = ({ good, bad }: Pick<Bound, 'good' | 'bad'>): Pick<Bound, 'good' | 'bad'> => ({
  good: [...good, '-0.01', -1],
  bad: bad.filter(([, code]) => code !== 'negative'),
})
const foreign = { CURRENCY_CODE: 'SGD', LINES: [aLine()] }
const roomy = { QUANTITY: 1, UNIT_PRICE: 1000, TAXES: [aTax({ TAX_TYPE: '06', RATE: null })] }

/** Places, signs and ranges of every number (contract 5). */
export const amounts: readonly Bound[] = [
  // A returned line has a negative quantity.
  { pointer: '/LINES/0/QUANTITY', put: besideOther('QUANTITY'), ...signed(decimals(5)) },
  { pointer: '/LINES/0/UNIT_PRICE', put: besideOther('UNIT_PRICE'), ...decimals(5) },
  { pointer: '/LINES/0/TAXES/0/TAXABLE_AMOUNT', put: inTax('TAXABLE_AMOUNT', {}), ...decimals(2) },
  { pointer: '/DISCOUNTS/0/AMOUNT', put: (AMOUNT) => aSale({ DISCOUNTS: [{ AMOUNT }] }), ...decimals(2) },
  { pointer: '/CHARGES/0/RATE', put: (RATE) => aSale({ CHARGES: [{ RATE }] }), ...decimals(6) },
  { pointer: '/LINES/0/DISCOUNT_AMOUNT', put: inLine('DISCOUNT_AMOUNT', roomy), ...decimals(2) },
  { pointer: '/LINES/0/CHARGE_AMOUNT', put: inLine('CHARGE_AMOUNT', roomy), ...decimals(2) },
  { pointer: '/DISCOUNT_AMOUNT', put: inSale('DISCOUNT_AMOUNT'), ...decimals(2) },
  { pointer: '/CHARGE_AMOUNT', put: inSale('CHARGE_AMOUNT'), ...decimals(2) },
  { pointer: '/PREPAID/AMOUNT', put: inPart('PREPAID', 'AMOUNT', {}), ...decimals(2) },
  { pointer: '/LINES/0/TAXES/0/RATE', put: inTax('RATE', {}), ...decimals(6) },
  { pointer: '/LINES/0/TAXES/0/RATE', put: inTax('RATE', {}), ...range(['1000'], ['1000.000001']) },
  {
    pointer: '/LINES/0/TAXES/0/PER_UNIT_AMOUNT',
    put: inTax('PER_UNIT_AMOUNT', { RATE: null, QUANTITY: 1, UNIT_CODE: 'DAY' }),
    ...decimals(5),
  },
  {
    pointer: '/LINES/0/TAXES/0/QUANTITY',
    put: inTax('QUANTITY', { RATE: null, PER_UNIT_AMOUNT: 1, UNIT_CODE: 'DAY' }),
    ...decimals(5),
  },
  {
    pointer: '/EXCHANGE_RATE',
    put: (EXCHANGE_RATE) => aSale({ ...foreign, EXCHANGE_RATE }),
    good: ['0.000001', 1, '1.123456', '4.7212345678901', '4.72123456789010', '0.0000000000001'],
    bad: [
      [0, 'out_of_range'],
      ['-1', 'negative'],
      ['4.72123456789012', 'too_many_places'],
      ['1234567890123.12', 'too_many_places'],
    ],
  },
  {
    pointer: '/ROUNDING_AMOUNT',
    put: inSale('ROUNDING_AMOUNT'),
    ...range(['-0.99', '0.99', 0], ['-1.00', '1.00']),
  },
]
