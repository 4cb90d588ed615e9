import { describe, expect, test } from 'vitest'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { languages } from '../../shared/words/words.ts'
import type { Json } from '../authority/practice/documents.ts'
import { consolidatingAt } from '../support/consolidating.ts'
import { openShop } from '../support/shop.ts'
import { type Body, coffee, customer, document, invoice } from '../support/till.ts'

const shop = openShop({})
const none = [{ TAX_TYPE: '06' }]
const cup = (more: Body = {}): Body => ({ ...coffee, ...more })
const submit = (more: Body) => shop.submit(invoice(shop.saleCode(), more))
const now = () => new Date(Date.now() - 1000).toISOString()

/** The document that was sent for a record, after the record is final. */
async function sentFor(record: WireRecord): Promise<Json> {
  const last = await shop.api.until(record, 'Valid', 'Invalid')
  expect(last.ERRORS).toEqual([])
  const { records } = shop.gateway.gateway.store
  const stored = await records.byGuid(record.SALE_GUID)
  const attempts = await records.attempts(stored?.seq ?? 0)
  const bytes = await records.payload(attempts.at(-1)?.sha256 ?? '')
  return JSON.parse(Buffer.from(bytes ?? []).toString()).Invoice[0]
}

async function sold(more: Body): Promise<Json> {
  const { status, body } = await submit(more)
  expect(status, JSON.stringify(body)).toBe(202)
  return sentFor(body)
}

describe('over the wire', () => {
  test('what is exempted is charged to nobody', async () => {
    const TAXES = [{ TAX_TYPE: 'E', AMOUNT: 100, EXEMPTION_REASON: 'Special case' }]
    const sent = await sold({ LINES: [cup({ QUANTITY: 1, UNIT_PRICE: 2000, TAXES })] })
    expect(sent.LegalMonetaryTotal[0].PayableAmount[0]._).toBe(2000)
    expect(sent.TaxTotal[0]).toMatchObject({ TaxAmount: [{ _: 0 }], TaxSubtotal: [{ TaxAmount: [{ _: 100 }] }] })
  })

  test.each([
    ['/LINES/0/CLASSIFICATION_CODES', 'class_of_nobody', { LINES: [cup({ CLASSIFICATION_CODES: ['004'] })] }],
    ['/LINES', 'payable_zero', { LINES: [cup({ UNIT_PRICE: 0 })] }],
    ['/LINES', 'total_negative', { LINES: [cup({ QUANTITY: -1 })] }],
    ['/BUYER/TIN', 'tin_leading_zero', { BUYER: { ...customer, TIN: 'C0025845632020' } }],
    ['/PAYMENTS', 'payments_differ', { PAYMENTS: [{ METHOD: '01', AMOUNT: '10.00' }] }],
    ['/CURRENCY_CODE', 'obsolete_code', { CURRENCY_CODE: 'HRK', EXCHANGE_RATE: 1 }],
    ['/BUYER/TIN', 'tin_old_prefix', { BUYER: { ...customer, TIN: 'SG12345678' } }],
    ['/BUYER/ID_NUMBER', 'both_numbers', { BUYER: { ...customer, ID_NUMBER: '201901234567 (1234567-X)' } }],
    ['/BUYER/EMAIL', 'bad_email', { BUYER: { ...customer, EMAIL: '.ali@kedai.example' } }],
    ['/LINES/0/DESCRIPTION', 'control_characters', { LINES: [cup({ DESCRIPTION: 'Kopi\u2028O' })] }],
    ['/LINES/0/TAXES/0/RATE', 'tax_not_applicable', { LINES: [cup({ TAXES: [{ TAX_TYPE: '06', RATE: 6 }] })] }],
  ])('refused at %s with %s, in every language', async (pointer, code, more) => {
    const messages = new Set<string>()
    for (const language of languages) {
      const body = invoice(shop.saleCode(), more)
      const told = await shop.api.post('/sale/invoice_submission', body, { 'accept-language': language })
      expect(told).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      const entry = told.body.errors?.find((each) => each.pointer === pointer && each.code === code)
      expect(entry, JSON.stringify(told.body.errors)).toBeDefined()
      messages.add(entry?.message ?? '')
    }
    expect(messages.size).toBe(languages.length)
  })

  test('what people type is sent as the authority takes it, and is the same sale however it is typed', async () => {
    const typed = (DESCRIPTION: string, PHONE: string) => ({
      SALE_CODE: 'typed',
      ISSUED_AT: issuedAt,
      BUYER: { ...customer, PHONE },
      LINES: [cup({ DESCRIPTION })],
    })
    const issuedAt = now()
    const first = await submit(typed('  Kopi O\r\n\tais  ', '(03) 8765-4321'))
    const sent = await sentFor(first.body)
    expect(sent.InvoiceLine[0].Item[0].Description[0]._).toBe('Kopi O ais')
    expect(sent.AccountingCustomerParty[0].Party[0].Contact[0].Telephone[0]._).toBe('0387654321')
    expect((await submit(typed('Kopi O ais', '0387654321'))).status).toBe(200)
  })

  test('what was paid before in full is told, and the full amount stays payable', async () => {
    const sent = await sold({ PREPAID: { AMOUNT: '7.42', REFERENCE: 'R-1' } })
    expect(sent.PrepaidPayment[0].PaidAmount[0]._).toBe(7.42)
    expect(sent.LegalMonetaryTotal[0].PayableAmount[0]._).toBe(7.42)
    const note = document('sale', 'refund_note', shop.saleCode(), { PREPAID: { AMOUNT: 1 } })
    expect(await shop.api.submit('sale', 'refund_note', note)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/PREPAID', code: 'prepaid_on_note' }] },
    })
  })

  test('forms are one, originals are in one reference, goods go to a name and an address', async () => {
    const { NAME, ADDRESS } = customer
    const ORIGINALS = ['1', '2'].map((each) => ({ DOCUMENT_NUMBER: `OLD-${each}`, AUTHORITY_UUID: 'NA' }))
    const more = { ORIGINALS, CUSTOMS: { FORM_1_9: ['K1', 'K2'] }, SHIPPING: { NAME, ADDRESS, FREIGHT: { AMOUNT: 9 } } }
    const { status, body } = await shop.api.submit(
      'sale',
      'debit_note',
      document('sale', 'debit_note', shop.saleCode(), more),
    )
    expect(status, JSON.stringify(body)).toBe(202)
    const sent = await sentFor(body)
    expect(sent.AdditionalDocumentReference[0].ID[0]._).toBe('K1,K2')
    expect(sent.BillingReference).toHaveLength(1)
    expect(sent.BillingReference[0].InvoiceDocumentReference).toHaveLength(2)
    expect(Object.keys(sent.Delivery[0].DeliveryParty[0])).toEqual(['PartyLegalEntity', 'PostalAddress'])
    expect(sent.Delivery[0].Shipment[0].FreightAllowanceCharge[0].Amount[0]._).toBe(9)
  })

  test('the record says what rounding the tax over the bill made of it', async () => {
    const LINES = [1, 2, 3].map(() => cup({ QUANTITY: 1, UNIT_PRICE: '0.11' }))
    const { body } = await submit({ LINES, TAX_ROUNDING: 'document' })
    expect(body).toMatchObject({ ROUNDING_DIFFERENCE: '-0.01', TOTAL_PAYABLE: '0.35' })
    const given = await submit({ LINES, TAX_ROUNDING: 'document', TOTALS: { TOTAL_TAX: '0.05' } })
    expect(given.body).toMatchObject({ ROUNDING_DIFFERENCE: '0.02', TOTAL_PAYABLE: '0.38' })
    expect((await submit({ LINES })).body).not.toHaveProperty('ROUNDING_DIFFERENCE')
    const sent = await sentFor(given.body)
    expect(sent.TaxTotal[0]).toMatchObject({ TaxAmount: [{ _: 0.05 }], TaxSubtotal: [{ TaxAmount: [{ _: 0.05 }] }] })
    expect(sent.InvoiceLine.map((line: Json) => line.TaxTotal[0].TaxAmount[0]._)).toEqual([0.03, 0.01, 0.01])
  })

  test.each([
    [30, '0.99', false, [1.78, 1.78, 29.7, 29.7]],
    [3, '9.99', true, [1.7, 1.7, 28.27, 28.27]],
  ])(
    '%i times %s with tax rounded over the bill (included: %s) adds up',
    async (count, UNIT_PRICE, isIncluded, sums) => {
      const LINES = Array.from({ length: count }, () => cup({ QUANTITY: 1, UNIT_PRICE }))
      const sent = await sold({ LINES, TAX_ROUNDING: 'document', PRICES_INCLUDE_TAX: isIncluded })
      const total = (of: (line: Json) => Json) =>
        Number(sent.InvoiceLine.reduce((all: number, line: Json) => all + of(line)[0]._, 0).toFixed(2))
      expect([
        sent.TaxTotal[0].TaxAmount[0]._,
        total((line) => line.TaxTotal[0].TaxAmount),
        sent.LegalMonetaryTotal[0].TaxExclusiveAmount[0]._,
        total((line) => line.LineExtensionAmount),
      ]).toEqual(sums)
    },
  )

  test('a bill of many discounts that would be too large is measured, however short it is', async () => {
    const DISCOUNTS = Array.from({ length: 20 }, () => ({ AMOUNT: 1, REASON: 'x'.repeat(250) }))
    const LINES = Array.from({ length: 40 }, () => cup())
    expect(await submit({ DISCOUNTS, LINES })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/LINES', code: 'document_too_large' }] },
    })
  })

  test('a bill of many lines is refused with a split that is taken', async () => {
    const LINES = Array.from({ length: 700 }, (_, at) => cup({ DESCRIPTION: `Item ${at} ${'x'.repeat(100)}` }))
    const refused = await submit({ LINES })
    const told = /(\d+) KB, .* submit (\d+) sales with at most (\d+) lines/.exec(
      refused.body.errors?.[0]?.message ?? '',
    )
    const [size = 0, parts = 0, most = 0] = (told ?? []).slice(1).map(Number)
    expect([refused.status, size > 300, parts]).toEqual([422, true, Math.ceil(700 / most)])
    for (let at = 0; at < 700; at += most)
      expect((await submit({ LINES: LINES.slice(at, at + most) })).status).toBe(202)
    // It is no more careful than it must be.
    expect(parts).toBe(Math.ceil(size / 285))
  })
})

describe('a note', () => {
  const on = async (kind: 'refund_note' | 'debit_note', original: WireRecord, more: Body = {}) =>
    shop.api.submit(
      'sale',
      kind,
      document('sale', kind, shop.saleCode(), { ORIGINALS: [{ SALE_GUID: original.SALE_GUID }], ...more }),
    )
  const valid = async () => shop.api.until((await submit({})).body, 'Valid')

  test('gives back what was paid and what debit notes added, and no more', async () => {
    const original = await valid()
    const tooMuch = { LINES: [cup({ QUANTITY: 3 })] }
    const refused = await on('refund_note', original, tooMuch)
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/ORIGINALS', code: 'refund_over_original' }] },
    })
    expect(refused.body.errors?.[0]?.message).toContain('7.42')
    expect((await on('debit_note', original, { LINES: [cup({ QUANTITY: 1 })] })).status).toBe(202)
    expect((await on('refund_note', original, tooMuch)).status).toBe(202)
    const another = await on('refund_note', original, {
      LINES: [cup({ QUANTITY: 1, UNIT_PRICE: '0.01', TAXES: none })],
    })
    expect(another.body.errors).toMatchObject([{ code: 'refund_over_original' }])
  })

  test('of one sale at several tills at once gives it back once', async () => {
    const original = await valid()
    const answers = await Promise.all(Array.from({ length: 6 }, () => on('refund_note', original)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  })

  test('on another buyer’s goes, and a person is told', async () => {
    const original = await valid()
    const BUYER = { ...customer, TIN: 'C31415926530', ID_NUMBER: '201501010101' }
    const { status, body } = await on('refund_note', original, { BUYER })
    expect([status, body.ATTENTION?.CODE]).toEqual([202, 'buyer_differs'])
    expect((await shop.api.until(body, 'Valid', 'Invalid')).ATTENTION?.CODE).toBe('buyer_differs')
    expect((await on('debit_note', original)).body.ATTENTION).toBeNull()
  })
})

describe('receipts of a month that is not over', () => {
  const here = () => consolidatingAt(shop.gateway)
  const receipt = (code: string, more: Body) =>
    invoice(code, { TERMINAL_NAME: 'T9', BUYER: null, CONSOLIDATE: true, ISSUED_AT: now(), ...more })

  test('are netted with what was taken back, count no exemption, and end with the last sale’s day', async () => {
    const exempt = { TAX_TYPE: 'E', AMOUNT: 5, EXEMPTION_REASON: 'Books' }
    const bills: Body[] = [
      { LINES: [cup({ QUANTITY: 1, UNIT_PRICE: 100 }), cup({ QUANTITY: -1, UNIT_PRICE: 40 })] },
      { LINES: [cup({ QUANTITY: 1, UNIT_PRICE: 50, TAXES: [exempt] })] },
      { LINES: [cup({ QUANTITY: 1, UNIT_PRICE: '10.60' })], PRICES_INCLUDE_TAX: true },
      { LINES: [cup({ UNIT_PRICE: 0 })] },
      {
        LINES: [
          cup({ UNIT_PRICE: 80, TAXES: none }),
          cup({ QUANTITY: -1, UNIT_PRICE: 50, TAXES: [{ TAX_TYPE: '01', RATE: 10 }] }),
        ],
      },
    ]
    for (const [at, bill] of bills.entries()) {
      const { status, body } = await shop.submit(receipt(`R${at + 1}`, bill))
      expect(status, JSON.stringify(body)).toBe(202)
    }
    const begun = await here().begin()
    const { documents } = await here().settled(begun.body.id)
    expect(documents).toMatchObject([{ STATUS: 'Valid', MEMBERS: 4, ERRORS: [] }])
    const sent = documents[0] && (await sentFor(documents[0]))
    // 60 + 3.60, 50, 10 + 0.60, 160 - 50 - 5; free goods need no document
    expect(sent.LegalMonetaryTotal[0]).toMatchObject({
      TaxExclusiveAmount: [{ _: 230 }],
      TaxInclusiveAmount: [{ _: 229.2 }],
      PayableAmount: [{ _: 229.2 }],
    })
    expect(sent.TaxTotal[0].TaxAmount[0]._).toBe(-0.8)
    expect(sent.InvoiceLine.map((line: Json) => line.LineExtensionAmount[0]._)).toEqual([70, 50, 160, -50])
    expect(sent.InvoicePeriod[0].EndDate[0]._).toBe(here().today())
    expect(sent.InvoicePeriod[0].StartDate[0]._).toBe(`${here().today().slice(0, 7)}-01`)
  })
})
