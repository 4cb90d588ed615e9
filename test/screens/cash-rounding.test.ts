import { describe, expect, test } from 'vitest'
import { saleShown } from '../../electron/gateway/features/records/sale.ts'
import { noteFieldsOf } from '../../renderer/screens/cashier/new-document/correction.ts'
import { asSold } from '../../renderer/screens/cashier/new-document/given-amounts.ts'
import {
  bodyWithCashRounding,
  type DocumentTotals,
  totalsOf,
  withCash,
  withRemainingPayment,
} from '../../renderer/screens/cashier/new-document/totals.ts'
import {
  type Draft,
  emptyDraft,
  emptyLine,
  emptyPayment,
  type LineFields,
} from '../../renderer/screens/cashier/new-document/values.ts'
import { checkSale } from '../../shared/document/check.ts'
import { saleOf, saleSchemas } from '../../shared/document/sale.ts'
import { aContext, aLine, aSale, aTax, checkedSale, one, readSale, untaxed } from '../support/sales.ts'

const guid = 'aaaaaaaa-0000-4000-8000-000000000001'

const byHand = (price: string, more: Partial<Draft['fields']> = {}): Draft => ({
  ...emptyDraft,
  fields: { ...emptyDraft.fields, LINES: [{ ...emptyLine, DESCRIPTION: 'Kopi O', UNIT_PRICE: price }], ...more },
})
const paidBy = (...METHODS: string[]) => ({ PAYMENTS: METHODS.map((METHOD) => ({ METHOD, AMOUNT: '' })) })
const payableOf = (draft: Draft, isOffered = true): [string | undefined, boolean | null] => {
  const { body, isTicked } = bodyWithCashRounding(draft, guid, isOffered)
  return [totalsOf(body)?.payable, isTicked]
}

describe('a sale made by hand', () => {
  test('that is paid in cash ends at five sen', () => {
    const draft = byHand('10.49', paidBy('01'))
    expect(payableOf(draft)).toEqual(['10.50', true])
    expect(bodyWithCashRounding(draft, guid, true).body).toMatchObject({ ROUNDING_AMOUNT: '0.01' })
  })

  test.each([
    ['says nothing of payment', byHand('10.49'), true, ['10.49', false]],
    ['is paid by card', byHand('10.49', paidBy('04')), true, ['10.49', false]],
    ['ends at five sen already', byHand('10.45', paidBy('01')), true, ['10.45', true]],
    ['is not in ringgit', byHand('10.49', { ...paidBy('01'), CURRENCY_CODE: 'SGD' }), true, ['10.49', null]],
    ['is of a company that does not round', byHand('10.49', paidBy('01')), false, ['10.49', null]],
  ])('that %s is rounded only if it may be', (_which, draft, isOffered, expected) => {
    expect(payableOf(draft, isOffered)).toEqual(expected)
  })

  test('is paid in cash once a person says so, and by nothing after they take it back', () => {
    const ticked = { METHOD: '01', AMOUNT: '' }
    const inPart = [{ METHOD: '04', AMOUNT: '5' }]
    for (const [PAYMENTS, whenTicked, whenNot] of [
      [[emptyPayment], [ticked], [emptyPayment]],
      [[{ METHOD: '04', AMOUNT: '' }], [ticked], [{ METHOD: '04', AMOUNT: '' }]],
      [inPart, [...inPart, ticked], inPart],
    ] as const) {
      const { fields } = byHand('10.49', { PAYMENTS })
      expect(withCash(fields, true)).toEqual(whenTicked)
      expect(payableOf({ ...byHand('10.49'), fields: { ...fields, PAYMENTS: withCash(fields, true) } })[1]).toBe(true)
      expect(withCash({ ...fields, PAYMENTS: [...PAYMENTS, ticked] }, false)).toEqual(
        PAYMENTS[0]?.METHOD === '' ? [emptyPayment] : whenNot,
      )
    }
  })

  test('that is paid in cash in part has that part rounded', () => {
    const PAYMENTS = [
      { METHOD: '04', AMOUNT: '5,02' },
      { METHOD: '01', AMOUNT: '' },
    ]
    expect(payableOf(byHand('10.49', { PAYMENTS }))).toEqual(['10.47', true])
  })
})

const withAll = (draft: Draft): Draft => ({
  ...draft,
  fields: { ...draft.fields, LINES: draft.fields.LINES.map(asSold) },
})

/** With all lines ticked. */
const noteFor = (body: object): Draft =>
  withAll({
    ...emptyDraft,
    kind: 'credit_note',
    issuedAt: '2026-11-20T11:59:00+08:00',
    fields: {
      ...emptyDraft.fields,
      COMPANY_CODE: 'DEMO',
      OUTLET_NAME: 'KLCC',
      TERMINAL_NAME: 'T1',
      SHIFT_CODE: 'S1',
      SALE_CODE: '0002',
      ORIGINALS: [{ SALE_GUID: '', DOCUMENT_NUMBER: 'OLD-77', AUTHORITY_UUID: 'NA' }],
      ...noteFieldsOf(saleShown(readSale(body)), { BUYER: null, SUPPLIER: null }),
    },
  })
const totalsOfDraft = (draft: Draft): DocumentTotals => totalsOf(bodyWithCashRounding(draft, guid, true).body)

const supper = [aLine({ QUANTITY: 3, UNIT_PRICE: '14.50' }), one('9.90'), aLine({ QUANTITY: 5, UNIT_PRICE: '11.70' })]
const meal = aSale({ LINES: supper, ROUNDING_AMOUNT: '-0.01' })

describe('a note for all of a sale', () => {
  test('of RM 118.60 gives back RM 118.60', () => {
    expect(totalsOfDraft(noteFor(meal))).toEqual({
      excludingTax: '111.90',
      tax: '6.71',
      rounding: '-0.01',
      payable: '118.60',
    })
  })

  test.each([
    ['has prices with tax', aSale({ LINES: supper, PRICES_INCLUDE_TAX: true, ROUNDING_AMOUNT: '0.02' })],
    [
      'has a discount and a charge on a line',
      aSale({ LINES: [one(10, { DISCOUNT_AMOUNT: 1, CHARGE_AMOUNT: '0.53' })] }),
    ],
    ['has a discount on the bill', aSale({ LINES: supper, DISCOUNTS: [{ RATE: 10 }], CHARGES: [{ RATE: 6 }] })],
    ['has a discount after tax', aSale({ LINES: supper, DISCOUNT_AMOUNT: '1.11', CHARGE_AMOUNT: '0.07' })],
    ['has tax over the document', aSale({ LINES: [one('0.59'), one('0.59'), one('0.59')], TAX_ROUNDING: 'document' })],
    [
      'has tax over the document in its prices',
      aSale({ LINES: [one('1.00'), one('1.00'), one('1.00')], TAX_ROUNDING: 'document', PRICES_INCLUDE_TAX: true }),
    ],
    ['has the till’s own sen', aSale({ LINES: [one('10.00', { TAXES: [aTax({ AMOUNT: '0.61' })] })] })],
    ['takes something back', aSale({ LINES: [one(80, untaxed), one(50, { QUANTITY: -1, DISCOUNT_AMOUNT: '0.55' })] })],
  ])('that %s gives back to the sen what was paid', (_which, body) => {
    const { totalIncludingTax } = checkedSale(body).settledTotals
    const paid = totalIncludingTax.plus(readSale(body).roundingAmount ?? 0)
    const draft = noteFor(body)
    const note = withRemainingPayment(bodyWithCashRounding(draft, guid, true).body, draft.fields)
    const sale = saleOf(saleSchemas.sale.credit_note.parse(note))
    const checked = checkSale(sale, aContext({ kind: 'credit_note' }))
    expect(checked.ok ? checked.sale.settledTotals.totalPayable.toFixed(2) : checked.findings).toBe(paid.toFixed(2))
  })
})

test('a refund of a sale that was paid in cash goes back in coins, and says that it is cash', () => {
  const { fields } = noteFor(aSale({ LINES: [one('10.49', untaxed)], PAYMENT_METHOD: '01' }))
  const draft: Draft = { ...emptyDraft, kind: 'refund_note', fields }
  expect(payableOf(draft)).toEqual(['10.50', true])
  expect(withRemainingPayment(bodyWithCashRounding(draft, guid, true).body, fields)).toMatchObject({
    PAYMENTS: [{ METHOD: '01', AMOUNT: '10.50' }],
  })
  const card = noteFor(aSale({ LINES: [one('10.49', untaxed)], PAYMENT_METHOD: '04' }))
  expect(payableOf(card)).toEqual(['10.49', false])
})

describe('a note for a part of a sale that was rounded', () => {
  const part = (change: (line: LineFields, at: number) => LineFields): Draft => {
    const draft = noteFor(meal)
    return { ...draft, fields: { ...draft.fields, LINES: draft.fields.LINES.map(change) } }
  }

  test('is rounded to five sen by itself', () => {
    expect(totalsOfDraft(part((line, at) => ({ ...line, isLeft: at > 0 })))).toMatchObject({
      tax: '2.61',
      rounding: '-0.01',
      payable: '46.10',
    })
    expect(totalsOfDraft(part((line, at) => (at === 1 ? line : { ...line, QUANTITY: '1' })))?.payable).toBe('38.25')
  })
})
