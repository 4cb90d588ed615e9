import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { aLine, aSale, aTax, checkedSale, placesIn } from '../support/sales.ts'

const totalsOf = (body: unknown) => {
  const { totalExcludingTax, totalTax, totalIncludingTax, totalPayable } = checkedSale(body).settledTotals
  return [totalExcludingTax, totalTax, totalIncludingTax, totalPayable].map((amount) => amount.toFixed())
}
const lineOf = (over: object) => checkedSale(aSale({ LINES: [aLine({ ...over })] })).lines[0]

/** A decimal text from a whole number of its last place. */
const decimal = (units: bigint, places: number): string => {
  const digits = units.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
/** The quotient rounded half up, in whole numbers. The product computes the same with decimals. */
const halfUp = (value: bigint, divisor: bigint): bigint => (2n * value + divisor) / (2n * divisor)

const drawnLine = fc.record({
  quantity: fc.bigInt(0n, 99_999_999n),
  price: fc.bigInt(0n, 99_999_999n),
  discountShare: fc.bigInt(0n, 100n),
  charge: fc.bigInt(0n, 10_000n),
  rate: fc.bigInt(0n, 100_000_000n),
})

/** A line as a till sends it, and its amounts in sen. */
function drawn({
  quantity,
  price,
  discountShare,
  charge,
  rate,
}: typeof drawnLine extends fc.Arbitrary<infer L> ? L : never) {
  const subtotal = halfUp(quantity * price, 10n ** 8n)
  const discount = (subtotal * discountShare) / 100n
  const total = subtotal - discount + charge
  const body = aLine({
    QUANTITY: decimal(quantity, 5),
    UNIT_PRICE: decimal(price, 5),
    DISCOUNT_AMOUNT: decimal(discount, 2),
    CHARGE_AMOUNT: decimal(charge, 2),
    TAXES: [aTax({ RATE: decimal(rate, 6) })],
  })
  return { body, total, tax: halfUp(total * rate, 10n ** 8n) }
}

describe('totals', () => {
  test.prop([fc.array(drawnLine, { minLength: 1, maxLength: 8 }), fc.bigInt(0n, 99n), fc.bigInt(0n, 5000n)])(
    'are the sums of what the lines came to, exact to the sen',
    (lines, rounding, charge) => {
      const figures = lines.map(drawn)
      const sum = (amounts: bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
      const excluding = sum(figures.map(({ total }) => total)) + charge
      const tax = sum(figures.map((figure) => figure.tax))
      const body = aSale({
        LINES: figures.map((figure) => figure.body),
        CHARGE_AMOUNT: decimal(charge, 2),
        ROUNDING_AMOUNT: decimal(rounding, 2),
      })
      const inSen = totalsOf(body).map((amount) => BigInt(amount.includes('.') ? toSen(amount) : `${amount}00`))
      expect(inSen).toEqual([excluding, tax, excluding + tax, excluding + tax + rounding])
    },
  )

  test('take discount and charge off before tax, prepayment and rounding after', () => {
    const body = aSale({
      LINES: [aLine({ QUANTITY: 10, UNIT_PRICE: 10 })],
      DISCOUNT_AMOUNT: '20.00',
      CHARGE_AMOUNT: '5.50',
      PREPAID: { AMOUNT: '30.00' },
      ROUNDING_AMOUNT: '-0.04',
    })
    expect(totalsOf(body)).toEqual(['85.5', '6', '91.5', '61.46'])
  })

  test('that the till gives must be exact, and the fault says the figure', () => {
    const right = { TOTAL_EXCLUDING_TAX: 7, TOTAL_TAX: 0.42, TOTAL_INCLUDING_TAX: '7.42', TOTAL_PAYABLE: '7.420' }
    expect(placesIn(aSale({ TOTALS: right }))).toEqual([])
    for (const name of Object.keys(right))
      expect(placesIn(aSale({ TOTALS: { ...right, [name]: 7.01 } }))).toEqual([`/TOTALS/${name} total_differs`])
  })

  test('may not become negative', () => {
    for (const much of ['7.01', '7.42'])
      expect(placesIn(aSale({ DISCOUNT_AMOUNT: much }))).toEqual(['/DISCOUNT_AMOUNT becomes_negative'])
    expect(placesIn(aSale({ PREPAID: { AMOUNT: '7.43' } }))).toEqual(['/PREPAID/AMOUNT becomes_negative'])
    expect(placesIn(aSale({ LINES: [aLine({ UNIT_PRICE: 0 })], ROUNDING_AMOUNT: '-0.01' }))).toEqual([
      '/ROUNDING_AMOUNT becomes_negative',
    ])
  })
})

const toSen = (amount: string) => {
  const [ringgit = '', sen = ''] = amount.split('.')
  return `${ringgit}${sen.padEnd(2, '0')}`
}

describe('a line', () => {
  test.each([
    ['1', '0.005', '0.01'],
    ['1', '0.00499', '0'],
    ['3', '0.335', '1.01'],
    // As a binary float, 1.005 is 1.00499….
    ['1', '1.005', '1.01'],
    ['1.005', '1', '1.01'],
  ])('%s x %s comes to %s: half a sen goes up', (quantity, price, subtotal) => {
    const lines = [aLine({ QUANTITY: quantity, UNIT_PRICE: price }), aLine()]
    expect(checkedSale(aSale({ LINES: lines })).lines[0]?.subtotal.toFixed()).toBe(subtotal)
  })

  test.each([
    ['SUBTOTAL', '/LINES/0/SUBTOTAL'],
    ['TOTAL_EXCLUDING_TAX', '/LINES/0/TOTAL_EXCLUDING_TAX'],
  ])('%s as given wins within a sen and is refused beyond', (name, pointer) => {
    for (const given of ['6.99', '7.00', '7.01']) {
      const line = lineOf({ [name]: given })
      const won = name === 'SUBTOTAL' ? line?.subtotal : line?.totalExcludingTax
      expect(won?.toFixed(2)).toBe(given)
    }
    for (const given of ['6.98', '7.02'])
      expect(placesIn(aSale({ LINES: [aLine({ [name]: given })] }))).toEqual([`${pointer} amount_differs`])
  })

  test('bases its total on the subtotal that won, and its tax on the total that won', () => {
    const line = lineOf({ QUANTITY: 1, UNIT_PRICE: 100, SUBTOTAL: '100.01', TAXES: [aTax({ RATE: 50 })] })
    expect(line?.totalExcludingTax.toFixed(2)).toBe('100.01')
    expect(line?.taxes[0]?.amount.toFixed(2)).toBe('50.01')
  })

  test('may not be discounted below nothing', () => {
    expect(placesIn(aSale({ LINES: [aLine({ DISCOUNT_AMOUNT: '7.01' })] }))).toEqual([
      '/LINES/0/DISCOUNT_AMOUNT becomes_negative',
    ])
  })
})

describe('a tax', () => {
  const taxOf = (tax: object) => lineOf({ TAXES: [aTax({ ...tax })] })?.taxes[0]?.amount.toFixed(2)

  test('is rate on total, or so much for each of a number of units', () => {
    expect(taxOf({ RATE: 6 })).toBe('0.42')
    expect(taxOf({ TAX_TYPE: '03', RATE: null, PER_UNIT_AMOUNT: 10, QUANTITY: 3, UNIT_CODE: 'DAY' })).toBe('30.00')
  })

  test('as given wins within a sen', () => {
    expect(taxOf({ AMOUNT: '0.43' })).toBe('0.43')
    expect(placesIn(aSale({ LINES: [aLine({ TAXES: [aTax({ AMOUNT: '0.44' })] })] }))).toEqual([
      '/LINES/0/TAXES/0/AMOUNT amount_differs',
    ])
  })

  test('that an exemption saves is nil unless it is stated', () => {
    const exempt = { TAX_TYPE: 'E', RATE: 6, EXEMPTION_REASON: 'Export' }
    expect(taxOf(exempt)).toBe('0.00')
    expect(taxOf({ ...exempt, AMOUNT: 0 })).toBe('0.00')
    expect(taxOf({ ...exempt, AMOUNT: '0.42' })).toBe('0.42')
  })
})
