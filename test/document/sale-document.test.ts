import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseJsonText } from '../../electron/gateway/http/json-text.ts'
import { aLine, aNote, anAddress, aParty, aSale, aSelfBilled, placesIn, readSale, without } from '../support/sales.ts'

describe('unknown fields are refused where they stand', () => {
  test.each([
    ['/COLOUR', aSale({ COLOUR: 1 })],
    ['/COLOUR', aSale({ COLOUR: null })],
    ['/company_code', aSale({ company_code: 'DEMO' })],
    ['/BUYER/COLOUR', aSale({ BUYER: aParty({ COLOUR: 1 }) })],
    ['/BUYER/MSIC_CODE', aSale({ BUYER: aParty({ MSIC_CODE: '56101' }) })],
    ['/BUYER/ADDRESS/a~1b~0', aSale({ BUYER: aParty({ ADDRESS: anAddress({ 'a/b~': 1 }) }) })],
    ['/LINES/1/COLOUR', aSale({ LINES: [aLine(), aLine({ COLOUR: 1 })] })],
    ['/ORIGINALS', aSale({ ORIGINALS: [{ DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: 'NA' }] })],
    ['/SUPPLIER', aSale({ SUPPLIER: aParty() })],
  ])('%s', (pointer, body) => {
    expect(placesIn(body)).toEqual([`${pointer} unknown_field`])
  })

  test('a self-billed document has no BUYER', () => {
    expect(placesIn(aSelfBilled({ BUYER: aParty() }), { family: 'self_billed' })).toEqual(['/BUYER unknown_field'])
  })
})

describe('missing, null and of the wrong type', () => {
  const needed = ['COMPANY_CODE', 'OUTLET_NAME', 'TERMINAL_NAME', 'SHIFT_CODE', 'SALE_CODE', 'ISSUED_AT', 'LINES']

  test.each(needed)('%s is required, and null is as good as nothing', (name) => {
    expect(placesIn(without(aSale(), name))).toEqual([`/${name} required`])
    expect(placesIn(aSale({ [name]: null }))).toEqual([`/${name} required`])
  })

  const optional = [
    'SALE_GUID',
    'DOCUMENT_NUMBER',
    'CURRENCY_CODE',
    'EXCHANGE_RATE',
    'CONSOLIDATE',
    'PAYMENT_METHOD',
    'PAYMENTS',
    'PAYMENT_TERMS',
    'PAYEE_ACCOUNT',
    'BILL_REFERENCE',
    'PREPAID',
    'BILLING_PERIOD',
    'TOTALS',
    'DISCOUNT_AMOUNT',
    'DISCOUNT_REASON',
    'CHARGE_AMOUNT',
    'CHARGE_REASON',
    'ROUNDING_AMOUNT',
    'SHIPPING',
    'CUSTOMS',
    'EXTRA',
  ]

  test.prop([fc.subarray(optional)])('null means absent for everything optional', (names) => {
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    expect(readSale(aSale(nulls))).toEqual(readSale(aSale()))
  })

  test.each([
    ['sale', 'invoice', aSale({ ORIGINALS: null, SUPPLIER: null })],
    ['sale', 'credit_note', aNote({ SUPPLIER: null })],
    ['sale', 'invoice', aSale({ BUYER: aParty({ MSIC_CODE: null, BUSINESS_ACTIVITY: null }) })],
    ['self_billed', 'invoice', aSelfBilled({ BUYER: null, ORIGINALS: null })],
  ] as const)('in a %s %s null means absent for what only a sibling has', (family, kind, body) => {
    expect(placesIn(body, { family, kind })).toEqual([])
    expect(JSON.stringify(readSale(body, { family, kind }))).not.toContain('null')
  })

  test.each([
    ['/SALE_CODE', aSale({ SALE_CODE: 1 })],
    ['/BUYER', aSale({ BUYER: 'Aini' })],
    ['/LINES', aSale({ LINES: {} })],
    ['/CONSOLIDATE', aSale({ CONSOLIDATE: 'true' })],
    ['/EXTRA', aSale({ EXTRA: [] })],
  ])('%s of another type is told as that', (pointer, body) => {
    expect(placesIn(body)).toEqual([`${pointer} wrong_type`])
  })

  test.each([
    ['/LINES too_many', aSale({ LINES: Array.from({ length: 1001 }, () => aLine()) })],
    ['/LINES required', aSale({ LINES: [] })],
    ['/LINES/0/TAXES required', aSale({ LINES: [aLine({ TAXES: [] })] })],
    ['/LINES/0/CLASSIFICATION_CODES required', aSale({ LINES: [aLine({ CLASSIFICATION_CODES: [] })] })],
    [
      '/BUYER/ADDRESS/LINES too_many',
      aSale({ BUYER: aParty({ ADDRESS: anAddress({ LINES: ['1', '2', '3', '4'] }) }) }),
    ],
    ['/LINES/0/DESCRIPTION too_long', aSale({ LINES: [aLine({ DESCRIPTION: 'x'.repeat(301) })] })],
    ['/DOCUMENT_NUMBER too_long', aSale({ DOCUMENT_NUMBER: 'x'.repeat(51) })],
    ['/EXTRA too_long', aSale({ EXTRA: { text: '汉'.repeat(1366) } })],
  ])('%s', (place, body) => {
    expect(placesIn(body)).toEqual([place])
  })

  test('a thousand lines and 4 KB of the till’s own are welcome', () => {
    expect(placesIn(aSale({ LINES: Array.from({ length: 1000 }, () => aLine()) }))).toEqual([])
    expect(placesIn(aSale({ EXTRA: { t: 'x'.repeat(4096 - 8) } }))).toEqual([])
    expect(placesIn(aSale({ EXTRA: { t: 'x'.repeat(4096 - 7) } }))).toEqual(['/EXTRA too_long'])
  })
})

describe('the originals of a note', () => {
  const guid = '5e1f0000-0000-4000-8000-00000000000a'
  const uuid = 'F9D425P6DS7D8IU0123456789A'

  test.each(['credit_note', 'debit_note', 'refund_note'] as const)('a %s needs at least one', (kind) => {
    expect(
      placesIn(aNote({ ORIGINALS: [{ SALE_GUID: guid }, { DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: uuid }] }), { kind }),
    ).toEqual([])
    expect(placesIn(aSale(), { kind })).toEqual(['/ORIGINALS required'])
    expect(placesIn(aNote({ ORIGINALS: [] }), { kind })).toEqual(['/ORIGINALS required'])
    expect(placesIn(aNote({ CONSOLIDATE: true }), { kind })).toEqual(['/CONSOLIDATE consolidation_not_allowed'])
    expect(placesIn(aNote({ CONSOLIDATE: false }), { kind })).toEqual([])
  })

  test.each([
    { SALE_GUID: guid, DOCUMENT_NUMBER: null, AUTHORITY_UUID: null },
    { SALE_GUID: null, DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: uuid },
  ])('%j says what it says without the nulls', (original) => {
    const cell = { family: 'sale', kind: 'refund_note' } as const
    const said = Object.fromEntries(Object.entries(original).filter(([, value]) => value !== null))
    expect(placesIn(aNote({ ORIGINALS: [original] }), cell)).toEqual([])
    expect(readSale(aNote({ ORIGINALS: [original] }), cell)).toEqual(readSale(aNote({ ORIGINALS: [said] }), cell))
  })

  test.each([
    [{ SALE_GUID: 'x' }, '/SALE_GUID bad_guid'],
    [{ DOCUMENT_NUMBER: 'N', AUTHORITY_UUID: 'na' }, '/AUTHORITY_UUID bad_uuid'],
    [{ SALE_GUID: guid, COLOUR: 1 }, '/COLOUR unknown_field'],
    [{ SALE_GUID: guid, AUTHORITY_UUID: 'NA' }, '/AUTHORITY_UUID unknown_field'],
    ['text', ' wrong_type'],
  ])('%j is told by the shape it comes nearest to', (original, fault) => {
    expect(placesIn(aNote({ ORIGINALS: [original] }), { kind: 'credit_note' })).toEqual([`/ORIGINALS/0${fault}`])
  })
})

describe('numbers arrive as they were written', () => {
  test.each(['12345', '1234567890123456789', '0.1234567890123456789'])(
    '%s is a number and nothing else, however long',
    (number) => {
      const texts = ['SALE_CODE', 'SALE_GUID', 'ISSUED_AT', 'CURRENCY_CODE', 'BILL_REFERENCE']
      const objects = ['BUYER', 'BILLING_PERIOD', 'TOTALS', 'CUSTOMS', 'EXTRA']
      const written = (name: string) => JSON.stringify(aSale({ [name]: 'here' })).replace('"here"', number)
      for (const name of [...texts, ...objects, 'PAYMENTS', 'LINES', 'CONSOLIDATE'])
        expect(placesIn(parseJsonText(Buffer.from(written(name))))).toEqual([`/${name} wrong_type`])
    },
  )

  const read = (price: string) =>
    readSale(parseJsonText(Buffer.from(JSON.stringify(aSale({ LINES: [aLine()] })).replace('3.5', price))))
  const priceOf = (price: string) => read(price).lines[0]?.unitPrice.toFixed()

  test.each(['9007199254740.12345', '1234567890123.12345', '0.00001', '3.50'])('%s', (price) => {
    expect(Number(priceOf(price))).toBe(Number(price))
    expect(priceOf(price)).toBe(price === '3.50' ? '3.5' : price)
  })

  test.prop([fc.bigInt(0n, 10n ** 13n - 1n), fc.bigInt(0n, 99_999n)])(
    'to the last of eighteen digits',
    (whole, part) => {
      const price = `${whole}.${part.toString().padStart(5, '0')}`
      expect(priceOf(price)).toBe(price.replace(/\.?0+$/, ''))
    },
  )
})
