import { aLine, aNote, anAddress, aParty, aSale, aSelfBilled, aSupplier, aTax } from '../../../support/sales.ts'
import { type Bound, inAddress, inBuyer, inLine, inPart, inSale, inTax } from './bound.ts'
import type { Wish } from './built.ts'

/** One character of two bytes. Below: two UTF-16 units that a person sees as one character. */
const wide = 'é'
const astral = '😀'

const upTo = (most: number, control = 'control_characters'): Pick<Bound, 'good' | 'bad'> => ({
  good: ['x', 'x'.repeat(most), wide.repeat(most), `${'x'.repeat(most % 2)}${astral.repeat(Math.floor(most / 2))}`],
  bad: [
    ['x'.repeat(most + 1), 'too_long'],
    [wide.repeat(most + 1), 'too_long'],
    [astral.repeat(Math.floor(most / 2) + 1), 'too_long'],
    ['', 'too_short'],
    ['a\u0000', most > 1 ? control : 'too_long'],
  ],
})
const listOf = (most: number, item: unknown): Pick<Bound, 'good' | 'bad'> => ({
  good: [[item], Array.from({ length: most }, () => item)],
  bad: [[Array.from({ length: most + 1 }, () => item), 'too_many']],
})
const neverEmpty = (bound: Pick<Bound, 'good' | 'bad'>): Pick<Bound, 'good' | 'bad'> => ({
  ...bound,
  bad: [...bound.bad, [[], 'required']],
})

/** RM 7.42, divided into this many payments. */
const paidIn = (parts: number) =>
  Array.from({ length: parts }, (_, at) => ({
    METHOD: '01',
    AMOUNT: at > 0 ? '0.01' : (7.43 - parts / 100).toFixed(2),
  }))

const texts: readonly (readonly [string, (value: unknown) => object, number, Wish?])[] = [
  ['/PAYMENT_TERMS', inSale('PAYMENT_TERMS'), 300],
  ['/PAYEE_ACCOUNT', inSale('PAYEE_ACCOUNT'), 150],
  ['/BILL_REFERENCE', inSale('BILL_REFERENCE'), 150],
  ['/PREPAID/REFERENCE', inPart('PREPAID', 'REFERENCE', { AMOUNT: 1 }), 150],
  ['/BILLING_PERIOD/FREQUENCY', inPart('BILLING_PERIOD', 'FREQUENCY', {}), 50],
  ['/DISCOUNT_REASON', (value) => aSale({ DISCOUNT_AMOUNT: 1, DISCOUNT_REASON: value }), 300],
  ['/CHARGE_REASON', (value) => aSale({ CHARGE_AMOUNT: 1, CHARGE_REASON: value }), 300],
  ['/CUSTOMS/INCOTERMS', inPart('CUSTOMS', 'INCOTERMS', {}), 3],
  ['/CUSTOMS/FTA', inPart('CUSTOMS', 'FTA', {}), 300],
  ['/CUSTOMS/AUTHORISATION_NUMBER', inPart('CUSTOMS', 'AUTHORISATION_NUMBER', {}), 300],
  ['/CUSTOMS/FORM_1_9/0', (value) => aSale({ CUSTOMS: { FORM_1_9: [value] } }), 1000],
  ['/CUSTOMS/FORM_2/0', (value) => aSale({ CUSTOMS: { FORM_2: [value] } }), 1000],
  ['/LINES/0/DESCRIPTION', inLine('DESCRIPTION', {}), 300],
  ['/LINES/0/DISCOUNT_REASON', inLine('DISCOUNT_REASON', { DISCOUNT_AMOUNT: 1 }), 300],
  ['/LINES/0/CHARGE_REASON', inLine('CHARGE_REASON', { CHARGE_AMOUNT: 1 }), 300],
  ['/LINES/0/TARIFF_CODE', inLine('TARIFF_CODE', {}), 12],
  ['/LINES/0/TAXES/0/EXEMPTION_REASON', inTax('EXEMPTION_REASON', { TAX_TYPE: 'E' }), 300],
  ['/BUYER/NAME', inBuyer('NAME', {}), 300],
  ['/BUYER/ADDRESS/LINES/0', (value) => inAddress('LINES', {})([value]), 150],
  ['/BUYER/ADDRESS/LINES/1', (value) => inAddress('LINES', {})(['1', value]), 150],
  ['/BUYER/ADDRESS/LINES/2', (value) => inAddress('LINES', {})(['1', '2', value]), 150],
  ['/BUYER/ADDRESS/CITY', inAddress('CITY', {}), 50],
  ['/BUYER/ADDRESS/POSTCODE', inAddress('POSTCODE', { COUNTRY_CODE: 'GBR' }), 50],
  ['/BUYER/ADDRESS/STATE_CODE', inAddress('STATE_CODE', { COUNTRY_CODE: 'GBR' }), 50],
  ['/SHIPPING/NAME', (value) => aSale({ SHIPPING: aParty({ NAME: value }) }), 300],
  ['/SUPPLIER/NAME', (value) => aSelfBilled({ SUPPLIER: aSupplier({ NAME: value }) }), 300, { family: 'self_billed' }],
  [
    '/SUPPLIER/BUSINESS_ACTIVITY',
    (value) => aSelfBilled({ SUPPLIER: aSupplier({ BUSINESS_ACTIVITY: value }) }),
    300,
    { family: 'self_billed' },
  ],
  [
    '/ORIGINALS/0/DOCUMENT_NUMBER',
    (value) => aNote({ ORIGINALS: [{ DOCUMENT_NUMBER: value, AUTHORITY_UUID: 'NA' }] }),
    50,
    { kind: 'refund_note' },
  ],
]

const note: Wish = { kind: 'credit_note' }
const original = { DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: 'NA' }

const lists: readonly Bound[] = [
  { pointer: '/LINES', put: inSale('LINES'), ...neverEmpty(listOf(1000, aLine())) },
  {
    pointer: '/LINES/0/CLASSIFICATION_CODES',
    put: inLine('CLASSIFICATION_CODES', {}),
    ...neverEmpty(listOf(20, '022')),
  },
  { pointer: '/LINES/0/TAXES', put: inLine('TAXES', {}), ...neverEmpty(listOf(10, aTax())) },
  { pointer: '/BUYER/ADDRESS/LINES', put: inAddress('LINES', {}), ...neverEmpty(listOf(3, 'x')) },
  {
    pointer: '/PAYMENTS',
    put: inSale('PAYMENTS'),
    ...neverEmpty({ good: [paidIn(1), paidIn(20)], bad: [[paidIn(21), 'too_many']] }),
  },
  { pointer: '/CUSTOMS/FORM_1_9', put: inPart('CUSTOMS', 'FORM_1_9', {}), ...listOf(20, 'x') },
  { pointer: '/CUSTOMS/FORM_2', put: inPart('CUSTOMS', 'FORM_2', {}), ...listOf(20, 'x') },
  {
    pointer: '/ORIGINALS',
    put: (value) => aNote({ ORIGINALS: value }),
    wish: note,
    ...neverEmpty(listOf(100, original)),
  },
]

const selfBilled: Wish = { family: 'self_billed' }
const inSupplier = (over: (value: unknown) => object) => (value: unknown) =>
  aSelfBilled({ SUPPLIER: aSupplier({ ...over(value) }) })
const perUnit = { RATE: null, PER_UNIT_AMOUNT: 1, QUANTITY: 1 }

const listed: readonly (readonly [string, (value: unknown) => object, good: string, bad: string, Wish?])[] = [
  ['/CURRENCY_CODE', (value) => aSale({ CURRENCY_CODE: value, EXCHANGE_RATE: 1 }), 'USD', 'usd'],
  ['/PAYMENT_METHOD', inSale('PAYMENT_METHOD'), '08', '09'],
  ['/PAYMENTS/0/METHOD', (METHOD) => aSale({ PAYMENTS: [{ METHOD, AMOUNT: '7.42' }] }), '08', '09'],
  ['/BUYER/ADDRESS/COUNTRY_CODE', inAddress('COUNTRY_CODE', {}), 'SGP', 'SG'],
  [
    '/SHIPPING/ADDRESS/COUNTRY_CODE',
    (COUNTRY_CODE) => aSale({ SHIPPING: aParty({ ADDRESS: anAddress({ COUNTRY_CODE }) }) }),
    'SGP',
    'SG',
  ],
  [
    '/SUPPLIER/ADDRESS/COUNTRY_CODE',
    inSupplier((COUNTRY_CODE) => ({ ADDRESS: anAddress({ COUNTRY_CODE }) })),
    'SGP',
    'SG',
    selfBilled,
  ],
  ['/SUPPLIER/MSIC_CODE', inSupplier((MSIC_CODE) => ({ MSIC_CODE })), '00000', '5610', selfBilled],
  ['/LINES/0/UNIT_CODE', inLine('UNIT_CODE', {}), 'KGM', 'kg'],
  ['/LINES/0/ORIGIN_COUNTRY', inLine('ORIGIN_COUNTRY', {}), 'SGP', 'SG'],
  ['/LINES/0/CLASSIFICATION_CODES/0', (value) => inLine('CLASSIFICATION_CODES', {})([value]), '045', '046'],
  ['/LINES/0/TAXES/0/TAX_TYPE', inTax('TAX_TYPE', {}), '05', '07'],
  ['/LINES/0/TAXES/0/UNIT_CODE', inTax('UNIT_CODE', perUnit), 'DAY', 'day'],
]
const codes = listed.map(
  ([pointer, put, good, bad, wish]): Bound => ({
    pointer,
    put,
    ...(wish && { wish }),
    good: [good],
    bad: [[bad, 'unknown_code']],
  }),
)

/** Limits of texts by length, of lists by size, of codes by their list (contract 5, myinvois 6.2 and 8). */
export const textBounds: readonly Bound[] = [
  { pointer: '/DOCUMENT_NUMBER', put: inSale('DOCUMENT_NUMBER'), ...upTo(50, 'bad_text') },
  ...texts.map(([pointer, put, most, wish]): Bound => ({ pointer, put, ...(wish && { wish }), ...upTo(most) })),
  ...lists,
  ...codes,
]
