import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import {
  aLine,
  aNote,
  aSale,
  aTax,
  checkedSale,
  faultsIn,
  figuresOf,
  one,
  placesIn,
  totalsOf,
  untaxed,
} from '../support/sales.ts'

const exempt = (over: object = {}) => ({ TAX_TYPE: 'E', EXEMPTION_REASON: 'Special case', ...over })

describe('what is exempted', () => {
  test('is in no total, stated or not', () => {
    expect(totalsOf(aSale({ LINES: [one(2000, { TAXES: [exempt({ AMOUNT: 100 })] })] }))).toEqual([
      '2000.00',
      '0.00',
      '2000.00',
      '2000.00',
    ])
  })

  test('agrees with its rate where it has one', () => {
    const stated = (tax: object) => placesIn(aSale({ LINES: [one(2000, { TAXES: [exempt(tax)] })] }))
    expect(stated({ RATE: 5, AMOUNT: '100.01' })).toEqual([])
    expect(stated({ RATE: 5, AMOUNT: 101 })).toEqual(['/LINES/0/TAXES/0/AMOUNT amount_differs'])
    expect(stated({ RATE: 0, AMOUNT: 101 })).toEqual([])
  })

  test('may be a part of a line', () => {
    const TAXES = [aTax({ RATE: 10, TAXABLE_AMOUNT: 1500 }), exempt({ TAXABLE_AMOUNT: 500 })]
    expect(totalsOf(aSale({ LINES: [one(2000, { TAXES })] }))).toEqual(['2000.00', '150.00', '2150.00', '2150.00'])
  })
})

describe('prices with tax', () => {
  const inclusive = (...LINES: object[]) => aSale({ LINES, PRICES_INCLUDE_TAX: true })

  test.each([
    ['106.00', 6, '100.00', '6.00'],
    ['10.00', 6, '9.43', '0.57'],
    ['9.99', 8, '9.25', '0.74'],
  ])('of %s at %i percent are %s and %s', (price, RATE, net, tax) => {
    expect(totalsOf(inclusive(one(price, { TAXES: [aTax({ RATE })] })))).toEqual([net, tax, price, price])
  })

  test('of several taxes are divided by all rates, amounts per unit taken off first', () => {
    const nights = { TAX_TYPE: '03', PER_UNIT_AMOUNT: 10, QUANTITY: 3, UNIT_CODE: 'DAY' }
    const [line] = figuresOf(inclusive(one('354.00', { TAXES: [aTax({ RATE: 8 }), nights] })))
    expect(line).toEqual({ price: '300', subtotal: '300.00', total: '300.00', taxes: ['24.00', '30.00'] })
  })

  test('are sent without, and the line comes to exactly its net', () => {
    const body = inclusive(aLine({ QUANTITY: 3, UNIT_PRICE: '3.33', DISCOUNT_AMOUNT: '0.99' }))
    const [line] = checkedSale(body).lines
    expect(line?.unitPrice.toFixed()).toBe('3.14')
    expect(line?.discounts.map(({ amount }) => amount.toFixed(2))).toEqual(['0.93'])
    expect(line?.subtotal.toFixed(2)).toBe('9.42')
    expect(totalsOf(body)).toEqual(['8.49', '0.51', '9.00', '9.00'])
  })

  test('are not less than the taxes in them that do not depend on the price', () => {
    const nights = { TAX_TYPE: '03', PER_UNIT_AMOUNT: 10, QUANTITY: 1, UNIT_CODE: 'DAY' }
    expect(placesIn(inclusive(one('9.99', { TAXES: [nights] }), one(50)))).toEqual([
      '/LINES/0/UNIT_PRICE becomes_negative',
    ])
  })

  test('are not divided by the rate of an exemption', () => {
    expect(totalsOf(inclusive(one(100, { TAXES: [exempt({ RATE: 6 })] })))).toEqual([
      '100.00',
      '0.00',
      '100.00',
      '100.00',
    ])
  })

  test.prop([
    fc.array(fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.constantFrom(0, 5, 6, 8, 10)), {
      minLength: 1,
      maxLength: 9,
    }),
  ])('come to what the customer saw, whatever the rates', (sold) => {
    const lines = sold.map(([sen, RATE]) => one((sen / 100).toFixed(2), { TAXES: [aTax({ RATE })] }))
    const paid = sold.reduce((all, [sen]) => all + sen, 0)
    expect(totalsOf(inclusive(...lines))[2]).toBe((paid / 100).toFixed(2))
  })

  test('take the till’s own net and tax within a sen', () => {
    const given = (over: object) => placesIn(inclusive(one('10.00', over)))
    expect(given({ TOTAL_EXCLUDING_TAX: '9.44' })).toEqual([])
    expect(given({ TOTAL_EXCLUDING_TAX: '9.45' })).toEqual(['/LINES/0/TOTAL_EXCLUDING_TAX amount_differs'])
    expect(totalsOf(inclusive(one('10.00', { TAXES: [aTax({ AMOUNT: '0.56' })] })))).toEqual([
      '9.44',
      '0.56',
      '10.00',
      '10.00',
    ])
    expect(given({ TAXES: [aTax({ AMOUNT: '0.60' })] })).toEqual(['/LINES/0/TAXES/0/AMOUNT amount_differs'])
  })
})

describe('a line that takes back', () => {
  const back = (price: unknown, over: object = {}) => one(price, { QUANTITY: -1, ...over })

  test('is the mirror of the same line sold', () => {
    const over = { QUANTITY: 3, UNIT_PRICE: '3.335', DISCOUNT_AMOUNT: '0.5', TAXES: [aTax({ AMOUNT: '0.58' })] }
    const [sold, returned] = figuresOf(aSale({ LINES: [aLine(over), aLine({ ...over, QUANTITY: -3 }), one(1)] }))
    expect(returned).toEqual({
      ...sold,
      subtotal: `-${sold?.subtotal}`,
      total: `-${sold?.total}`,
      taxes: sold?.taxes.map((tax) => `-${tax}`),
    })
  })

  test('is taken off what is to be paid', () => {
    expect(totalsOf(aSale({ LINES: [one(80), back(50)] }))).toEqual(['30.00', '1.80', '31.80', '31.80'])
    expect(totalsOf(aSale({ LINES: [one(106), back('53')], PRICES_INCLUDE_TAX: true }))).toEqual([
      '50.00',
      '3.00',
      '53.00',
      '53.00',
    ])
  })

  test('may leave neither nothing nor less', () => {
    expect(placesIn(aSale({ LINES: [one(50), back(50)] }))).toEqual(['/LINES payable_zero'])
    expect(placesIn(aSale({ LINES: [one(50), back(51)] }))).toEqual(['/LINES total_negative'])
  })

  test('has other taxes than what is bought for it, and the tax together may be below nothing', () => {
    const LINES = [one(80, untaxed), back(50)]
    expect(totalsOf(aSale({ LINES, TOTALS: { TOTAL_TAX: '-3.00' } }))).toEqual(['30.00', '-3.00', '27.00', '27.00'])
  })
})

describe('what was paid before', () => {
  test('in full is told, and what is to be paid stays the full amount', () => {
    const body = (TOTALS: object) => aSale({ PREPAID: { AMOUNT: '7.42' }, TOTALS })
    expect(totalsOf(body({}))).toEqual(['7.00', '0.42', '7.42', '7.42'])
    expect(placesIn(body({ TOTAL_PAYABLE: '7.42' }))).toEqual([])
    expect(placesIn(body({ TOTAL_PAYABLE: 0 }))).toEqual([])
    expect(placesIn(body({ TOTAL_PAYABLE: 1 }))).toEqual(['/TOTALS/TOTAL_PAYABLE total_differs'])
  })

  test('is none of a note’s', () => {
    for (const kind of ['credit_note', 'debit_note', 'refund_note'] as const)
      expect(placesIn(aNote({ PREPAID: { AMOUNT: 1 } }), { kind })).toEqual(['/PREPAID prepaid_on_note'])
  })
})

describe('tax over the document', () => {
  const cheap = () => one('0.11', { TAXES: [aTax({ RATE: 8 })] })
  const body = (TOTALS: object | null = null, over: object = {}) =>
    aSale({ LINES: [cheap(), cheap(), cheap()], TAX_ROUNDING: 'document', TOTALS, ...over })
  const differenceOf = (sale: unknown) => checkedSale(sale).roundingDifference?.toFixed(2)

  test('is of each type and rate, and differs from its lines by what rounding explains', () => {
    expect(totalsOf(aSale({ LINES: [one('0.11'), one('0.11'), one('0.11')] }))[1]).toBe('0.03')
    expect(totalsOf(body())).toEqual(['0.33', '0.03', '0.36', '0.36'])
    const six = () => one('0.11', { TAXES: [aTax({ RATE: 6 })] })
    const sale = body(null, { LINES: [six(), six(), six()] })
    expect(totalsOf(sale)).toEqual(['0.33', '0.02', '0.35', '0.35'])
    expect(differenceOf(sale)).toBe('-0.01')
  })

  test('as the till has it wins, a sen for each line at most', () => {
    expect(totalsOf(body({ TOTAL_TAX: '0.06' }))).toEqual(['0.33', '0.06', '0.39', '0.39'])
    expect(differenceOf(body({ TOTAL_PAYABLE: '0.38' }))).toBe('0.02')
    expect(placesIn(body({ TOTAL_TAX: '0.07' }))).toEqual(['/TOTALS/TOTAL_TAX total_differs'])
    expect(placesIn(body({ TOTAL_TAX: '0.04', TOTAL_PAYABLE: '0.36' }))).toEqual([
      '/TOTALS/TOTAL_PAYABLE total_differs',
    ])
  })

  test('of prices with tax leaves the customer’s figure', () => {
    const lines = [1, 2, 3].map(() => one('0.17', { TAXES: [aTax({ RATE: 8 })] }))
    const sale = body(null, { LINES: lines, PRICES_INCLUDE_TAX: true })
    expect(totalsOf(sale)).toEqual(['0.47', '0.04', '0.51', '0.51'])
    expect(differenceOf(sale)).toBe('0.01')
  })

  const six = { TAXES: [aTax({ RATE: 6 })] }

  test('is that of its lines too: the largest carries what is different', () => {
    const LINES = Array.from({ length: 30 }, (_, at) => one(at === 7 ? '1.99' : '0.99', six))
    const sale = body(null, { LINES })
    expect(totalsOf(sale).slice(0, 2)).toEqual(['30.70', '1.84'])
    expect(figuresOf(sale).flatMap(({ taxes }) => taxes)).toEqual(LINES.map((_, at) => (at === 7 ? '0.10' : '0.06')))
  })

  test('of prices with tax is taken from the net of the largest line, and the price agrees with it', () => {
    const sale = body(null, { LINES: [1, 2, 3].map(() => one('9.99', six)), PRICES_INCLUDE_TAX: true })
    expect(totalsOf(sale)).toEqual(['28.27', '1.70', '29.97', '29.97'])
    expect(figuresOf(sale)[0]).toEqual({ price: '9.43', subtotal: '9.43', total: '9.43', taxes: ['0.56'] })
    expect(figuresOf(sale)[1]).toEqual({ price: '9.42', subtotal: '9.42', total: '9.42', taxes: ['0.57'] })
  })

  test('is named if it explains what a till has, and in no other case', () => {
    const LINES = Array.from({ length: 30 }, () => one('0.99', six))
    const told = (TOTAL_TAX: string) => faultsIn(aSale({ LINES, TOTALS: { TOTAL_TAX } })).map(({ values }) => values)
    expect(told('1.78')).toEqual([{ expected: '1.80 (TAX_ROUNDING=document: 1.78)' }])
    expect(told('1.79')).toEqual([{ expected: '1.80' }])
  })

  test('takes from no line more than it has', () => {
    const sale = body(null, { LINES: Array.from({ length: 40 }, () => one('0.09', six)) })
    expect(totalsOf(sale)[1]).toBe('0.22')
    expect(figuresOf(sale).flatMap(({ taxes }) => taxes)).toEqual([
      ...Array(18).fill('0.00'),
      ...Array(22).fill('0.01'),
    ])
  })
})

test('lines have their own names, or the next free number', () => {
  const ids = (...given: (string | null)[]) =>
    checkedSale(aSale({ LINES: given.map((LINE_ID) => aLine({ LINE_ID })) })).lines.map(({ lineId }) => lineId)
  expect(ids(null, null)).toEqual(['1', '2'])
  expect(ids('001', '002')).toEqual(['001', '002'])
  expect(ids('2', null, 'A')).toEqual(['2', '3', 'A'])
})

describe('refused, and said where', () => {
  test('a named buyer with the class of nobody', () => {
    expect(placesIn(aSale({ LINES: [aLine({ CLASSIFICATION_CODES: ['022', '004'] })] }))).toEqual([
      '/LINES/0/CLASSIFICATION_CODES class_of_nobody',
    ])
  })

  test('a tax where none applies; a rate of nothing says the same', () => {
    const taxed = (tax: object) => placesIn(aSale({ LINES: [aLine({ TAXES: [{ TAX_TYPE: '06', ...tax }] })] }))
    expect(taxed({ RATE: 6 })).toContain('/LINES/0/TAXES/0/RATE tax_not_applicable')
    expect(taxed({ RATE: 0 })).toEqual([])
    expect(taxed({ AMOUNT: '0.01' })).toEqual(['/LINES/0/TAXES/0/AMOUNT tax_not_applicable'])
  })

  test.each([
    ['C01234567890', ['/BUYER/TIN tin_leading_zero']],
    ['IG01234567890', []],
    ['C1234567890', []],
    ['C', ['/BUYER/TIN bad_tin']],
  ])('a TIN as the authority writes none: %s', (TIN, places) => {
    expect(placesIn(aSale({ BUYER: { ...(aSale()['BUYER'] as object), TIN } }))).toEqual(places)
  })

  test('customs forms that together are longer than their field', () => {
    const CUSTOMS = { FORM_2: ['x'.repeat(500), 'y'.repeat(500)] }
    expect(placesIn(aSale({ CUSTOMS }))).toEqual(['/CUSTOMS/FORM_2 too_long'])
  })
})

test('goods go to a name and an address', () => {
  const { NAME, ADDRESS } = aSale()['BUYER'] as Readonly<Record<string, unknown>>
  expect(placesIn(aSale({ SHIPPING: { NAME, ADDRESS, FREIGHT: { AMOUNT: 100 } } }))).toEqual([])
  expect(placesIn(aSale({ SHIPPING: { NAME, ADDRESS, ID_TYPE: 'BRN' } }))).toEqual(['/SHIPPING/ID_NUMBER required'])
  const nobody = { NAME, TIN: 'EI00000000010', ID_TYPE: 'BRN', ID_NUMBER: 'NA' }
  expect(placesIn(aSale({ SHIPPING: { ...nobody, ADDRESS: { ...(ADDRESS as object), STATE_CODE: '17' } } }))).toEqual([
    '/SHIPPING/ADDRESS/STATE_CODE state_not_allowed',
  ])
})
