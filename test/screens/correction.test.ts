import { describe, expect, test } from 'vitest'
import { draftForCorrection, isAsSent } from '../../renderer/screens/cashier/new-document/correction.ts'
import { bodyOf, type Draft, type LineFields } from '../../renderer/screens/cashier/new-document/values.ts'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { coffee, customer, document, invoice } from '../support/till.ts'

const guid = '5e1f0000-0000-4000-8000-000000000001'
const fault = { CODE: 'DS302', MESSAGE: 'It is not known.', FIELD: 'Invoice.AccountingCustomerParty.Party.TIN' }
const record = { SALE_GUID: guid, FAMILY: 'sale', KIND: 'invoice', ERRORS: [fault] } as unknown as WireRecord

const correcting = (body: object, of: WireRecord = record) => draftForCorrection(of, 3, body as Record<string, unknown>)
const sentAgain = (draft: Draft) => bodyOf(draft, guid)
const withFields = (draft: Draft, more: object): Draft => ({ ...draft, fields: { ...draft.fields, ...more } })
const lineOf = ({ fields }: Draft, more: Partial<LineFields>) => ({
  LINES: fields.LINES.map((line, at) => (at === 0 ? { ...line, ...more } : line)),
})

/** A body with fields that the form does not show, and amounts as numbers and as text. */
const issuedAt = '2026-11-20T04:00:00.000Z'
const till = {
  ...invoice('0001', { ISSUED_AT: issuedAt }),
  SALE_GUID: guid,
  PAYMENT_METHOD: '01',
  EXCHANGE_RATE: null,
  EXTRA: { TABLE: 5, GUESTS: [1, null] },
  LINES: [{ ...coffee, ORIGIN_COUNTRY: 'MYS', SUBTOTAL: '7.01', DISCOUNT_AMOUNT: null }],
  TOTALS: { TOTAL_PAYABLE: 7.44 },
}

describe('the correction of a refused document', () => {
  test('knows which record it mends, of which version, and what is at fault', () => {
    const { corrects, ...draft } = correcting(till)
    expect(corrects).toMatchObject({ guid, version: 3, faults: [{ at: 'BUYER.TIN', message: 'It is not known.' }] })
    expect(draft.issuedAt).toBe(issuedAt)
  })

  test('would send what was sent, number for number, where nothing is mended', () => {
    const draft = correcting(till)
    expect(isAsSent(draft)).toBe(true)
    const { EXCHANGE_RATE: _null, ...rest } = till
    const [{ DISCOUNT_AMOUNT: _none, ...line }] = till.LINES as [(typeof till.LINES)[number]]
    expect(sentAgain(draft)).toEqual({
      ...rest,
      // Defaults are written out (contract 5).
      CURRENCY_CODE: 'MYR',
      // The form holds texts, and amounts in a body may be texts (contract 5).
      LINES: [{ ...line, QUANTITY: '2', UNIT_PRICE: '3.5', TAXES: [{ TAX_TYPE: '02', RATE: '6' }] }],
      TOTALS: { TOTAL_PAYABLE: '7.44' },
    })
  })

  test('of a party changes that party and nothing else', () => {
    const draft = correcting(till)
    const mended = withFields(draft, { BUYER: { ...draft.fields.BUYER, TIN: 'C25845632020', PHONE: '+60311112222' } })
    expect(isAsSent(mended)).toBe(false)
    expect(sentAgain(mended)).toEqual({
      ...sentAgain(draft),
      BUYER: { ...customer, TIN: 'C25845632020', PHONE: '+60311112222' },
    })
  })

  test('of a quantity forgets what followed from it, and keeps the rest of the line', () => {
    const draft = correcting(till)
    const body = sentAgain(withFields(draft, lineOf(draft, { QUANTITY: '3' })))
    expect(body).not.toHaveProperty('TOTALS')
    expect(body['LINES']).toEqual([{ ...coffee, ...textLine, QUANTITY: '3', ORIGIN_COUNTRY: 'MYS' }])
  })

  test('that was taken back is none', () => {
    const draft = correcting(till)
    const there = withFields(draft, lineOf(draft, { UNIT_PRICE: '9' }))
    expect(isAsSent(there)).toBe(false)
    expect(isAsSent(withFields(there, lineOf(there, { UNIT_PRICE: '3.5' })))).toBe(true)
  })

  test('of a sale that named nobody can name somebody now', () => {
    const { BUYER: _buyer, ...nobody } = invoice('0002')
    const draft = correcting({ ...nobody, CONSOLIDATE: true })
    expect(draft.isConsolidated).toBe(false)
    const named = withFields(draft, { BUYER: { ...draft.fields.BUYER, NAME: 'Syarikat Baharu', TIN: 'C25845632020' } })
    expect(sentAgain(named)).toMatchObject({ BUYER: { NAME: 'Syarikat Baharu' } })
    expect(sentAgain(named)).not.toHaveProperty('CONSOLIDATE')
  })

  test('of a self-billed note keeps its supplier and its original', () => {
    const note = document('self_billed', 'credit_note', '0003', { ORIGINALS: [{ SALE_GUID: guid }] })
    const body = sentAgain(correcting(note, { ...record, FAMILY: 'self_billed', KIND: 'credit_note' }))
    expect(body).toMatchObject({ SUPPLIER: note['SUPPLIER'], ORIGINALS: [{ SALE_GUID: guid }] })
    expect(body).not.toHaveProperty('BUYER')
  })

  test('that does not begin with a correction is not as sent', () => {
    expect(isAsSent({ ...correcting(till), corrects: null })).toBe(false)
  })
})

const textLine = { UNIT_PRICE: '3.5', TAXES: [{ TAX_TYPE: '02', RATE: '6' }] }
