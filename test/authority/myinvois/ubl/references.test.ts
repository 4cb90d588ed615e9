import { describe, expect, test } from 'vitest'
import type { Family, Kind } from '../../../../shared/domain/record.ts'
import { aLine, aNote, aSale, aSelfBilled } from '../../../support/sales.ts'
import { built, originalHere, type Wish } from './built.ts'
import { leaf } from './leaves.ts'
import { openShop, verdictOn } from './shop.ts'

const onOriginal = (documentNumber: string, uuid: string) => ({
  InvoiceDocumentReference: [{ ID: leaf(documentNumber), UUID: leaf(uuid) }],
})
const elsewhere = (DOCUMENT_NUMBER: string, AUTHORITY_UUID: string) => ({ DOCUMENT_NUMBER, AUTHORITY_UUID })

test('number, time in UTC, type and version name a document', () => {
  const body = aSale({ ISSUED_AT: '2026-11-20T07:59:58+08:00', DOCUMENT_NUMBER: 'INV/2026/0001' })
  expect(built(body)).toMatchObject({
    ID: leaf('INV/2026/0001'),
    IssueDate: leaf('2026-11-19'),
    IssueTime: leaf('23:59:58Z'),
    InvoiceTypeCode: leaf('01', { listVersionID: '1.0' }),
  })
  expect(built(body, { version: '1.1' }).InvoiceTypeCode).toEqual(leaf('01', { listVersionID: '1.1' }))
})

const types: readonly (readonly [Family, Kind, string])[] = [
  ['sale', 'invoice', '01'],
  ['sale', 'credit_note', '02'],
  ['sale', 'debit_note', '03'],
  ['sale', 'refund_note', '04'],
  ['self_billed', 'invoice', '11'],
  ['self_billed', 'credit_note', '12'],
  ['self_billed', 'debit_note', '13'],
  ['self_billed', 'refund_note', '14'],
]

test.each(types)('a %s %s is of type %s and accepted', async (family, kind, type) => {
  const note = kind === 'invoice' ? {} : { ORIGINALS: [elsewhere('OLD-77', 'NA')] }
  const supplier = { TIN: 'C31415926530', ID_NUMBER: '201501010101' }
  const selfBilled = aSelfBilled(note)
  const body =
    family === 'sale'
      ? aSale(note)
      : { ...selfBilled, SUPPLIER: { ...(selfBilled['SUPPLIER'] as object), ...supplier } }
  expect(built(body, { family, kind }).InvoiceTypeCode).toEqual(leaf(type, { listVersionID: '1.0' }))
  expect(await verdictOn(body, { family, kind })).toBe('Valid')
})

describe('a note', () => {
  const note: Wish = { kind: 'credit_note' }

  test('names every original by number and UUID, in the order of the till', () => {
    const ORIGINALS = [
      elsewhere('OLD-77', 'NA'),
      { SALE_GUID: '5e1f0000-0000-4000-8000-00000000000a' },
      elsewhere('INV-9', '0123456789ABCDEFGHJKMNPQRS'),
    ]
    expect(built(aNote({ ORIGINALS }), note).BillingReference).toEqual([
      {
        InvoiceDocumentReference: [
          { ID: leaf('OLD-77'), UUID: leaf('NA') },
          { ID: leaf(originalHere.documentNumber), UUID: leaf(originalHere.uuid) },
          { ID: leaf('INV-9'), UUID: leaf('0123456789ABCDEFGHJKMNPQRS') },
        ],
      },
    ])
  })

  test('on several valid originals and one from before e-invoices is accepted', async () => {
    const { send } = await openShop()
    const first = await send(aSale(), { number: 'INV-1' })
    const second = await send(aSale(), { number: 'INV-2' })
    expect([first.says, second.says]).toEqual(['Valid', 'Valid'])
    const ORIGINALS = [elsewhere('INV-1', first.uuid), elsewhere('INV-2', second.uuid), elsewhere('OLD-77', 'NA')]
    for (const kind of ['credit_note', 'debit_note', 'refund_note'] as const)
      expect(await send(aNote({ ORIGINALS }), { kind })).toMatchObject({ says: 'Valid' })
  })

  test('on what the authority has not is refused by it', async () => {
    const ORIGINALS = [elsewhere('INV-9', '0123456789ABCDEFGHJKMNPQRS')]
    expect(await verdictOn(aNote({ ORIGINALS }), note)).toContain('Error06')
  })

  test('may refer to a bill beside its originals', () => {
    expect(built(aNote({ BILL_REFERENCE: 'E12345678912' }), note).BillingReference).toEqual([
      onOriginal('OLD-000077', 'NA'),
      { AdditionalDocumentReference: [{ ID: leaf('E12345678912') }] },
    ])
  })
})

test('a bill is referred to', async () => {
  const body = aSale({ BILL_REFERENCE: 'E12345678912' })
  expect(built(body).BillingReference).toEqual([{ AdditionalDocumentReference: [{ ID: leaf('E12345678912') }] }])
  expect(await verdictOn(body)).toBe('Valid')
})

describe('a billing period', () => {
  test.each([
    [
      { FROM: '2026-10-01', TO: '2026-10-31', FREQUENCY: 'Monthly' },
      { StartDate: leaf('2026-10-01'), EndDate: leaf('2026-10-31'), Description: leaf('Monthly') },
    ],
    [
      { FROM: '2026-10-01', TO: '2026-10-01' },
      { StartDate: leaf('2026-10-01'), EndDate: leaf('2026-10-01') },
    ],
    [{ FREQUENCY: 'Yearly' }, { Description: leaf('Yearly') }],
    [{ FROM: '2026-10-01' }, { StartDate: leaf('2026-10-01') }],
    [{ TO: '2026-10-31' }, { EndDate: leaf('2026-10-31') }],
  ])('%j', async (period, element) => {
    const body = aSale({ BILLING_PERIOD: period })
    expect(built(body).InvoicePeriod).toEqual([element])
    expect(await verdictOn(body)).toBe('Valid')
  })

  test('that says nothing is none', () => {
    expect(Object.keys(built(aSale({ BILLING_PERIOD: {} })))).not.toContain('InvoicePeriod')
  })
})

describe('import and export', () => {
  const form = (number: string, type: string) => ({ ID: leaf(number), DocumentType: leaf(type) })
  const CUSTOMS = {
    FORM_1_9: ['K1-1', 'K1-2'],
    FORM_2: ['K2-1'],
    INCOTERMS: 'CIF',
    FTA: 'AANZFTA',
    AUTHORISATION_NUMBER: 'CPT-CCN-W-211111-KL-000002',
  }

  test('is told with all forms of a type in one, with the free trade agreement and the terms', () => {
    const document = built(aSale({ CUSTOMS }))
    expect(document.AdditionalDocumentReference).toEqual([
      form('K1-1,K1-2', 'CustomsImportForm'),
      { ...form('FTA', 'FreeTradeAgreement'), DocumentDescription: leaf('AANZFTA') },
      form('K2-1', 'K2'),
      { ID: leaf('CIF') },
    ])
    expect(document.AccountingSupplierParty[0].AdditionalAccountID).toEqual(
      leaf('CPT-CCN-W-211111-KL-000002', { schemeAgencyName: 'CertEX' }),
    )
  })

  test.each([
    [{ FORM_1_9: ['K1-1'] }, [form('K1-1', 'CustomsImportForm')]],
    [{ FORM_2: ['K2-1'] }, [form('K2-1', 'K2')]],
    [{ INCOTERMS: 'FOB' }, [{ ID: leaf('FOB') }]],
    [{}, undefined],
    [{ FORM_1_9: [], FORM_2: [] }, undefined],
  ])('%j is told alone', (customs, references) => {
    expect(built(aSale({ CUSTOMS: customs })).AdditionalDocumentReference).toEqual(references)
  })

  test('names tariff and origin of the goods before their class and after their description', () => {
    const [{ Item }] = built(
      aSale({ LINES: [aLine({ TARIFF_CODE: '9800.00.0010', ORIGIN_COUNTRY: 'SGP' })] }),
    ).InvoiceLine
    expect(Item).toEqual([
      {
        CommodityClassification: [
          { ItemClassificationCode: leaf('9800.00.0010', { listID: 'PTC' }) },
          { ItemClassificationCode: leaf('022', { listID: 'CLASS' }) },
        ],
        Description: leaf('Kopi O'),
        OriginCountry: [{ IdentificationCode: leaf('SGP') }],
      },
    ])
  })

  test('is accepted', async () => {
    const LINES = [aLine({ TARIFF_CODE: '9800.00.0010', ORIGIN_COUNTRY: 'SGP' })]
    expect(await verdictOn(aSale({ CUSTOMS, LINES }))).toBe('Valid')
  })
})
