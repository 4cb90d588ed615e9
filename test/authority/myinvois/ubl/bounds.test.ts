import { describe, expect, test } from 'vitest'
import {
  aLine,
  aNote,
  anAddress,
  aParty,
  aSale,
  aSelfBilled,
  aSupplier,
  aTax,
  placesIn,
} from '../../../support/sales.ts'
import { codes as book, textOf, type Wish } from './built.ts'
import { refusalsOf } from './refusals.ts'

/** A field, a body that has it, what may stand in it at its very bounds, and what one beyond them is called. */
interface Bound {
  readonly pointer: string
  readonly put: (value: unknown) => object
  readonly wish?: Wish
  readonly good: readonly unknown[]
  readonly bad: readonly (readonly [value: unknown, code: string])[]
}

const inSale = (name: string) => (value: unknown) => aSale({ [name]: value })
const inPart = (part: string, name: string, rest: object) => (value: unknown) =>
  aSale({ [part]: { ...rest, [name]: value } })
const inBuyer = (name: string, over: object) => (value: unknown) => aSale({ BUYER: aParty({ ...over, [name]: value }) })
const inAddress = (name: string, over: object) => (value: unknown) =>
  aSale({ BUYER: aParty({ ADDRESS: anAddress({ ...over, [name]: value }) }) })
const inLine = (name: string, over: object) => (value: unknown) => aSale({ LINES: [aLine({ ...over, [name]: value })] })
const inTax = (name: string, over: object) => (value: unknown) =>
  aSale({ LINES: [aLine({ TAXES: [aTax({ ...over, [name]: value })] })] })

/** Two bytes and one character; two characters in UTF-16 and one to a person. */
const wide = 'é'
const astral = '😀'

const upTo = (most: number): Pick<Bound, 'good' | 'bad'> => ({
  good: ['x', 'x'.repeat(most), wide.repeat(most), `${'x'.repeat(most % 2)}${astral.repeat(Math.floor(most / 2))}`],
  bad: [
    ['x'.repeat(most + 1), 'too_long'],
    [wide.repeat(most + 1), 'too_long'],
    [astral.repeat(Math.floor(most / 2) + 1), 'too_long'],
    ['', 'too_short'],
    ['a\u0000', most > 1 ? 'bad_text' : 'too_long'],
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

const texts: readonly (readonly [string, (value: unknown) => object, number, Wish?])[] = [
  ['/DOCUMENT_NUMBER', inSale('DOCUMENT_NUMBER'), 50],
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
  { pointer: '/PAYMENTS', put: inSale('PAYMENTS'), ...neverEmpty(listOf(20, { METHOD: '01', AMOUNT: 1 })) },
  { pointer: '/CUSTOMS/FORM_1_9', put: inPart('CUSTOMS', 'FORM_1_9', {}), ...listOf(20, 'x') },
  { pointer: '/CUSTOMS/FORM_2', put: inPart('CUSTOMS', 'FORM_2', {}), ...listOf(20, 'x') },
  {
    pointer: '/ORIGINALS',
    put: (value) => aNote({ ORIGINALS: value }),
    wish: note,
    ...neverEmpty(listOf(100, original)),
  },
]

const formats: readonly Bound[] = [
  {
    pointer: '/BUYER/TIN',
    put: inBuyer('TIN', {}),
    good: ['C1234567890', 'IG123456789012', 'IG1', 'CS1234567890', 'LE1234567890', 'EI00000000020', 'EI00000000040'],
    bad: ['IG1234567890123', 'C 1234567890', 'c1234567890', 'XX1234567890', 'OG123', 'EI00000000050', 'C', '', '1'].map(
      (tin) => [tin, 'bad_tin'],
    ),
  },
  ...(
    [
      ['NRIC', ['770625015324', '000000000000', 'NA'], ['77062501532', '7706250153245', '770625-01-5324', 'A']],
      ['PASSPORT', ['A12345678', 'A12345678901', 'NA'], ['A123456789012', 'A 1', 'A-1']],
      ['ARMY', ['551587706543', 'T1', 'NA'], ['T123456789012', 'T 1']],
      ['BRN', ['201901234567', 'A'.repeat(20), '1234567-A', 'NA'], ['-1', 'é1']],
    ] as const
  ).map(
    ([ID_TYPE, good, bad]): Bound => ({
      pointer: '/BUYER/ID_NUMBER',
      put: inBuyer('ID_NUMBER', { ID_TYPE }),
      good,
      bad: [...bad.map((number) => [number, 'bad_id_number'] as const), ['A'.repeat(21), 'too_long']],
    }),
  ),
  {
    pointer: '/BUYER/PHONE',
    put: inBuyer('PHONE', {}),
    good: ['12345678', '+1234567', '1'.repeat(20), `+${'1'.repeat(19)}`],
    bad: [
      '1234567',
      '+123456',
      '1'.repeat(21),
      `+${'1'.repeat(20)}`,
      '+60 12345678',
      '60-12345678',
      '++6012345',
      '',
      'NA',
    ].map((phone) => [phone, 'bad_phone']),
  },
  {
    // Of who receives the goods no telephone is told.
    pointer: '/SHIPPING/PHONE',
    put: (PHONE) => aSale({ SHIPPING: aParty({ PHONE }) }),
    good: ['NA', '12345678'],
    bad: [['n/a', 'bad_phone']],
  },
  {
    pointer: '/SHIPPING/ID_NUMBER',
    put: (ID_NUMBER) => aSale({ SHIPPING: aParty({ ID_TYPE: 'NRIC', ID_NUMBER }) }),
    good: ['770625015324'],
    bad: [['77062501532', 'bad_id_number']],
  },
  {
    pointer: '/SUPPLIER/PHONE',
    put: (PHONE) => aSelfBilled({ SUPPLIER: aSupplier({ PHONE }) }),
    wish: { family: 'self_billed' },
    good: ['12345678'],
    bad: [['NA', 'bad_phone']],
  },
  {
    pointer: '/BUYER/EMAIL',
    put: inBuyer('EMAIL', {}),
    good: ['a@b.my', `${'a'.repeat(64)}@b.my`, `${'a'.repeat(64)}@${'b'.repeat(252)}.my`],
    bad: [
      ...[
        'a@b',
        'a b@c.my',
        'a@b.my,c@d.my',
        'a@b.my;c@d.my',
        'a@b@c.my',
        'a@b..my',
        'a@b_c.my',
        '@b.my',
        'a@',
        '',
      ].map((email) => [email, 'bad_email'] as const),
      [`${'a'.repeat(65)}@b.my`, 'bad_email'],
      [`${'a'.repeat(64)}@${'b'.repeat(253)}.my`, 'too_long'],
    ],
  },
  {
    pointer: '/BUYER/SST_NUMBER',
    put: inBuyer('SST_NUMBER', {}),
    good: ['NA', 'A01-2345-67891012', `${'A'.repeat(17)};${'B'.repeat(17)}`, 'A'.repeat(35)],
    bad: [
      ...['A1;B2;C3', 'A1,B2', 'A1;', 'A 1', ''].map((number) => [number, 'bad_registration_number'] as const),
      [`${'A'.repeat(18)};${'B'.repeat(17)}`, 'too_long'],
    ],
  },
  {
    pointer: '/BUYER/TOURISM_TAX_NUMBER',
    put: inBuyer('TOURISM_TAX_NUMBER', {}),
    good: ['NA', '123-4567-89012345', 'A'.repeat(17)],
    bad: ['A'.repeat(18), 'A;B', 'A 1', ''].map((number) => [number, 'bad_registration_number']),
  },
  {
    pointer: '/BUYER/ADDRESS/POSTCODE',
    put: inAddress('POSTCODE', {}),
    good: ['1', '40000'],
    bad: ['400000', '4000A', '40 000'].map((code) => [code, 'bad_postcode']),
  },
  {
    pointer: '/BUYER/ADDRESS/STATE_CODE',
    put: inAddress('STATE_CODE', {}),
    good: ['01', '16'],
    bad: [
      ['17', 'state_not_allowed'],
      ['00', 'obsolete_code'],
      ['18', 'unknown_code'],
      ['Selangor', 'unknown_code'],
    ],
  },
  {
    pointer: '/BUYER/ADDRESS/STATE_CODE',
    put: inAddress('STATE_CODE', { COUNTRY_CODE: 'SGP' }),
    good: ['17', 'Singapore', '9th District', 'District 9'],
    bad: [
      ['00', 'obsolete_code'],
      ['99', 'unknown_code'],
    ],
  },
  {
    pointer: '/ORIGINALS/0/AUTHORITY_UUID',
    put: (AUTHORITY_UUID) => aNote({ ORIGINALS: [{ DOCUMENT_NUMBER: 'N', AUTHORITY_UUID }] }),
    wish: note,
    good: ['NA', '0'.repeat(26), 'A'.repeat(26)],
    bad: ['A'.repeat(25), 'A'.repeat(27), 'a'.repeat(26), '', 'na'].map((uuid) => [uuid, 'bad_uuid']),
  },
  ...['FROM', 'TO'].map(
    (name): Bound => ({
      pointer: `/BILLING_PERIOD/${name}`,
      put: inPart('BILLING_PERIOD', name, {}),
      good: ['2024-02-29', '2000-01-01', '2100-12-31'],
      bad: ['2026-02-29', '1999-12-31', '2101-01-01', '2026-1-1', '01-01-2026', ''].map((day) => [day, 'bad_day']),
    }),
  ),
  {
    pointer: '/PREPAID/PAID_AT',
    put: inPart('PREPAID', 'PAID_AT', { AMOUNT: 1 }),
    good: ['2026-11-19T23:59:59Z', '2000-01-01T00:00:00+14:00'],
    bad: ['2026-11-19', '2026-11-19T23:59:59', '2026-02-30T00:00:00Z'].map((at) => [at, 'bad_instant']),
  },
]

/** So many digits before the point, and so many places after it. */
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
const foreign = { CURRENCY_CODE: 'SGD', LINES: [aLine()] }
const roomy = { QUANTITY: 1, UNIT_PRICE: 1000, TAXES: [aTax({ TAX_TYPE: '06', RATE: null })] }

const amounts: readonly Bound[] = [
  { pointer: '/LINES/0/QUANTITY', put: inLine('QUANTITY', {}), ...decimals(5) },
  { pointer: '/LINES/0/UNIT_PRICE', put: inLine('UNIT_PRICE', {}), ...decimals(5) },
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
    good: ['0.000001', 1, '1.123456'],
    bad: [
      [0, 'out_of_range'],
      ['-1', 'negative'],
      ['1.1234567', 'too_many_places'],
    ],
  },
  {
    pointer: '/ROUNDING_AMOUNT',
    put: inSale('ROUNDING_AMOUNT'),
    ...range(['-0.99', '0.99', 0], ['-1.00', '1.00']),
  },
]

const selfBilled: Wish = { family: 'self_billed' }
const inSupplier = (over: (value: unknown) => object) => (value: unknown) =>
  aSelfBilled({ SUPPLIER: aSupplier({ ...over(value) }) })
const perUnit = { RATE: null, PER_UNIT_AMOUNT: 1, QUANTITY: 1 }

const listed: readonly (readonly [string, (value: unknown) => object, good: string, bad: string, Wish?])[] = [
  ['/CURRENCY_CODE', (value) => aSale({ CURRENCY_CODE: value, EXCHANGE_RATE: 1 }), 'USD', 'usd'],
  ['/PAYMENT_METHOD', inSale('PAYMENT_METHOD'), '08', '09'],
  ['/PAYMENTS/0/METHOD', (METHOD) => aSale({ PAYMENTS: [{ METHOD, AMOUNT: 1 }] }), '08', '09'],
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

const table: readonly Bound[] = [
  ...texts.map(([pointer, put, most, wish]): Bound => ({ pointer, put, ...(wish && { wish }), ...upTo(most) })),
  ...lists,
  ...formats,
  ...amounts,
  ...codes,
]

const shown = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
const goods = table.flatMap((bound) => bound.good.map((value) => [bound.pointer, shown(value), bound, value] as const))
const bads = table.flatMap((bound) =>
  bound.bad.map(([value, code]) => [`${bound.pointer} ${code}`, shown(value), bound, value] as const),
)

describe('at its bound a field passes here and at the authority', () => {
  test.each(goods)('%s %s', (_pointer, _shown, { put, wish }, value) => {
    const body = put(value)
    expect(placesIn(body, { codes: book, ...wish })).toEqual([])
    const text = textOf(body, wish)
    expect(refusalsOf(text, JSON.parse(text).Invoice[0].ID[0]._)).toEqual([])
  })
})

describe('one beyond its bound a field is refused at the till, where it stands', () => {
  test.each(bads)('%s as %s', (place, _shown, { put, wish }, value) => {
    expect(placesIn(put(value), { codes: book, ...wish })).toEqual([place])
  })
})
