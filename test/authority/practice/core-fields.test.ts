import { expect, test } from 'vitest'
import { checkCoreFields } from '../../../electron/gateway/authority/practice/core-fields.ts'
import { parseEInvoice } from '../../../electron/gateway/authority/practice/einvoice.ts'
import { invoiceRule } from '../../../electron/gateway/authority/practice/schema.ts'
import { checkStructure } from '../../../electron/gateway/authority/practice/structure.ts'
import { type DocumentWish, generalPublic, invoice, issuedAt, type Json, spoiled } from './documents.ts'

/** Paths and codes of the faults in a document whose structure is right. */
function faults(document: Json): readonly string[] {
  expect(checkStructure(document)).toEqual({ structureErrors: [], outOfOrder: null })
  const errors = checkCoreFields(parseEInvoice(JSON.stringify(document)), issuedAt)
  return errors.map(({ propertyPath, code }) => `${propertyPath}${code ? ` ${code}` : ''}`)
}

const seller = (it: Json) => it.AccountingSupplierParty[0].Party[0]
const customer = (it: Json) => it.AccountingCustomerParty[0].Party[0]
const supplierPath = 'Invoice.AccountingSupplierParty.Party'
const buyerPath = 'Invoice.AccountingCustomerParty.Party'
const consolidated: DocumentWish = { buyer: generalPublic, classification: '004' }

test('a document in order has none', () => {
  expect(faults(invoice())).toEqual([])
})

test.each<[string, (it: Json) => unknown, string]>([
  ['no number', (it) => (it.ID[0]._ = ''), 'Invoice.ID'],
  ['a number of 51 characters', (it) => (it.ID[0]._ = 'x'.repeat(51)), 'Invoice.ID'],
  ['a date that is none', (it) => (it.IssueDate[0]._ = '2026-02-30'), 'Invoice.IssueDate'],
  ['a time not in UTC', (it) => (it.IssueTime[0]._ = '12:05:06+08:00'), 'Invoice.IssueTime'],
  ['an unknown type', (it) => (it.InvoiceTypeCode[0]._ = '05'), 'Invoice.InvoiceTypeCode'],
  [
    'an unknown version',
    (it) => (it.InvoiceTypeCode[0].listVersionID = '2.0'),
    'Invoice.InvoiceTypeCode.listVersionID',
  ],
  ['version 1.1 and no signature', (it) => (it.InvoiceTypeCode[0].listVersionID = '1.1'), 'Invoice.Signature'],
  ['no supplier', (it) => delete it.AccountingSupplierParty, 'Invoice.AccountingSupplierParty'],
  ['no buyer', (it) => delete it.AccountingCustomerParty, 'Invoice.AccountingCustomerParty'],
  ['no lines', (it) => delete it.InvoiceLine, 'Invoice.InvoiceLine'],
  ['no tax', (it) => delete it.TaxTotal, 'Invoice.TaxTotal'],
  ['a line without price', (it) => delete it.InvoiceLine[0].Price, 'Invoice.InvoiceLine[0].Price'],
  [
    'a line without description',
    (it) => delete it.InvoiceLine[0].Item[0].Description,
    'Invoice.InvoiceLine[0].Item.Description',
  ],
  [
    'a line without rate of tax',
    (it) => delete it.InvoiceLine[0].TaxTotal[0].TaxSubtotal[0].Percent,
    'Invoice.InvoiceLine[0].TaxTotal.TaxSubtotal.Percent',
  ],
  [
    'an exemption without reason',
    (it) => (it.InvoiceLine[0].TaxTotal[0].TaxSubtotal[0].TaxCategory[0].ID[0]._ = 'E'),
    'Invoice.InvoiceLine[0].TaxTotal.TaxSubtotal.TaxCategory.TaxExemptionReason',
  ],
  [
    'another currency without rate',
    (it) => (it.DocumentCurrencyCode[0]._ = 'SGD'),
    'Invoice.TaxExchangeRate.CalculationRate',
  ],
  [
    'a name of 301 characters',
    (it) => (seller(it).PartyLegalEntity[0].RegistrationName[0]._ = 'x'.repeat(301)),
    `${supplierPath}.PartyLegalEntity.RegistrationName`,
  ],
  [
    'a telephone with blanks',
    (it) => (seller(it).Contact[0].Telephone[0]._ = '+60 12-345'),
    `${supplierPath}.Contact.Telephone CF364`,
  ],
  [
    'a telephone too short',
    (it) => (customer(it).Contact[0].Telephone[0]._ = '1234567'),
    `${buyerPath}.Contact.Telephone CF366`,
  ],
  [
    'a telephone NA of a named buyer',
    (it) => (customer(it).Contact[0].Telephone[0]._ = 'NA'),
    `${buyerPath}.Contact.Telephone CF364`,
  ],
  [
    'two e-mail addresses',
    (it) => (customer(it).Contact[0].ElectronicMail[0]._ = 'a@b.my,c@d.my'),
    `${buyerPath}.Contact.ElectronicMail CF403`,
  ],
  ['no TIN', (it) => customer(it).PartyIdentification.shift(), `${buyerPath}.PartyIdentification.ID`],
  [
    'an identity card of 11 digits',
    (it) => Object.assign(customer(it).PartyIdentification[1].ID[0], { schemeID: 'NRIC', _: '77062501532' }),
    `${buyerPath}.PartyIdentification.ID`,
  ],
  [
    'three SST numbers',
    (it) => (seller(it).PartyIdentification[2].ID[0]._ = 'A1;B2;C3'),
    `${supplierPath}.PartyIdentification.ID`,
  ],
  [
    'an activity without name',
    (it) => delete seller(it).IndustryClassificationCode[0].name,
    `${supplierPath}.IndustryClassificationCode.name`,
  ],
  [
    'the retired state 00',
    (it) => (customer(it).PostalAddress[0].CountrySubentityCode[0]._ = '00'),
    `${buyerPath}.PostalAddress.CountrySubentityCode`,
  ],
  [
    'state 17 in Malaysia',
    (it) => (customer(it).PostalAddress[0].CountrySubentityCode[0]._ = '17'),
    `${buyerPath}.PostalAddress.CountrySubentityCode`,
  ],
  [
    'a postcode of six digits',
    (it) => (customer(it).PostalAddress[0].PostalZone[0]._ = '504800'),
    `${buyerPath}.PostalAddress.PostalZone`,
  ],
  [
    'no first address line',
    (it) => delete customer(it).PostalAddress[0].AddressLine,
    `${buyerPath}.PostalAddress.AddressLine.Line`,
  ],
])('%s is found', (_, spoil, path) => {
  expect(faults(spoiled(spoil))).toContain(path)
})

test.each(['a..b@x.example', 'ali.@x.example', '.ali@x.example', 'ali@-kedai.example', 'é@x.example', 'a@kedai'])(
  'the e-mail address %s is none',
  (address) => {
    const document = spoiled((it) => (customer(it).Contact[0].ElectronicMail[0]._ = address))
    expect(faults(document)).toEqual([`${buyerPath}.Contact.ElectronicMail CF403`])
  },
)

test('a note refers to what it is about', () => {
  expect(faults(invoice({ type: '02' }))).toEqual(['Invoice.BillingReference.InvoiceDocumentReference'])
  expect(faults(invoice({ type: '02', references: ['NA'] }))).toEqual([])
  expect(faults(invoice({ type: '14', references: ['short'] }))).toEqual([
    'Invoice.BillingReference.InvoiceDocumentReference.UUID',
  ])
})

test('the general public of a consolidated document lives in state 17 and has no telephone', () => {
  const anonymous = (it: Json) => {
    customer(it).PostalAddress[0].CountrySubentityCode[0]._ = '17'
    customer(it).Contact[0].Telephone[0]._ = 'NA'
    customer(it).Contact[0].ElectronicMail[0]._ = 'NA'
  }
  expect(faults(spoiled(anonymous, consolidated))).toEqual([])
  expect(faults(spoiled(anonymous, { ...consolidated, classification: '022' }))).toHaveLength(3)
  const supplierToo = spoiled((it) => (seller(it).PostalAddress[0].CountrySubentityCode[0]._ = '17'), consolidated)
  expect(faults(supplierToo)).toEqual([`${supplierPath}.PostalAddress.CountrySubentityCode`])
})

test('abroad a state may be named, and a postcode be anything', () => {
  const abroad = spoiled((it) => {
    customer(it).PostalAddress[0].Country[0].IdentificationCode[0]._ = 'GBR'
    customer(it).PostalAddress[0].CountrySubentityCode[0]._ = 'Greater London'
    customer(it).PostalAddress[0].PostalZone[0]._ = 'EC1A 1BB'
  })
  expect(faults(abroad)).toEqual([])
})

const text = (value: string) => [{ _: value }]
const recipient = (over: object) => ({
  Delivery: [
    {
      DeliveryParty: [
        {
          PostalAddress: [
            {
              PostalZone: text('50480'),
              CountrySubentityCode: text('14'),
              Country: [{ IdentificationCode: text('MYS') }],
              ...over,
            },
          ],
        },
      ],
    },
  ],
})
const abroad = (over: object) => recipient({ Country: [{ IdentificationCode: text('SGP') }], ...over })
const numbered = (number: string, schemeID: string) => ({
  Delivery: [{ DeliveryParty: [{ PartyIdentification: [{ ID: [{ _: number, schemeID }] }] }] }],
})
const reference = (ID: string, more: object = {}) => ({ AdditionalDocumentReference: [{ ID: text(ID), ...more }] })
const ofType = (DocumentType: string, more: object = {}) => ({ DocumentType: text(DocumentType), ...more })
const deliveryPath = 'Invoice.Delivery.DeliveryParty'
const referencePath = 'Invoice.AdditionalDocumentReference'

/** A document with added elements, each at its official place. */
function withMore(added: object): Json {
  const document = invoice()
  const elements = { ...document.Invoice[0], ...added }
  const names = Object.keys(invoiceRule.elements).filter((name) => name in elements)
  document.Invoice = [Object.fromEntries(names.map((name) => [name, elements[name]]))]
  return document
}

test.each<[string, object, string]>([
  ['a recipient with a postcode of six digits', recipient({ PostalZone: text('504800') }), 'PostalAddress.PostalZone'],
  ['a recipient with letters in a postcode', recipient({ PostalZone: text('5A480') }), 'PostalAddress.PostalZone'],
  ['a postcode abroad of 51 characters', abroad({ PostalZone: text('1'.repeat(51)) }), 'PostalAddress.PostalZone'],
  [
    'a recipient of state 17 in Malaysia',
    recipient({ CountrySubentityCode: text('17') }),
    'PostalAddress.CountrySubentityCode',
  ],
  [
    'a recipient of the retired state 00',
    abroad({ CountrySubentityCode: text('00') }),
    'PostalAddress.CountrySubentityCode',
  ],
  [
    'the name of a state abroad of 51 characters',
    abroad({ CountrySubentityCode: text('x'.repeat(51)) }),
    'PostalAddress.CountrySubentityCode',
  ],
  [
    'four lines of an address',
    recipient({ AddressLine: ['1', '2', '3', '4'].map((line) => ({ Line: text(line) })) }),
    'PostalAddress.AddressLine.Line',
  ],
  ['a TIN of 15 characters', numbered('C12345678901234', 'TIN'), 'PartyIdentification.ID'],
  ['a registration number of 21 characters', numbered('1'.repeat(21), 'BRN'), 'PartyIdentification.ID'],
])('of the delivery %s is told', (_, added, path) => {
  expect(faults(withMore(added))).toEqual([`${deliveryPath}.${path}`])
})

test.each<[string, object, string]>([
  ['terms of delivery of four letters', reference('CIFX'), 'ID'],
  ['customs forms of 1001 characters', reference('1'.repeat(1001), ofType('CustomsImportForm')), 'ID'],
  [
    'a trade agreement of 301 characters',
    reference('FTA', ofType('FreeTradeAgreement', { DocumentDescription: text('x'.repeat(301)) })),
    'DocumentDescription',
  ],
])('%s are told', (_, added, path) => {
  expect(faults(withMore(added))).toEqual([`${referencePath}.${path}`])
})

test('goods that are sent abroad in order have no fault, and what is left empty is not there', () => {
  expect(faults(withMore(abroad({ PostalZone: text('SW1A 1AA'), CountrySubentityCode: text('London') })))).toEqual([])
  expect(faults(withMore(numbered('', 'TIN')))).toEqual([])
  expect(faults(withMore(reference('CIF')))).toEqual([])
})

const [line] = invoice().Invoice[0].InvoiceLine
const withLine = (over: object) => ({ InvoiceLine: [{ ...line, ...over }] })
const itemWith = (over: object) => withLine({ Item: [{ ...line.Item[0], ...over }] })
const tariff = (code: string) => [
  ...line.Item[0].CommodityClassification,
  { ItemClassificationCode: [{ _: code, listID: 'PTC' }] },
]
const bill = (ID: string) => ({ BillingReference: [{ AdditionalDocumentReference: [{ ID: text(ID) }] }] })
const exempt = (reason: string) => {
  const [subtotal] = line.TaxTotal[0].TaxSubtotal
  const category = { ...subtotal.TaxCategory[0], ID: text('E'), TaxExemptionReason: text(reason) }
  return withLine({ TaxTotal: [{ ...line.TaxTotal[0], TaxSubtotal: [{ ...subtotal, TaxCategory: [category] }] }] })
}
const account = (ID: string) => ({
  PaymentMeans: [{ PaymentMeansCode: text('03'), PayeeFinancialAccount: [{ ID: text(ID) }] }],
})

/** The greatest length of other fields (myinvois 6.2). */
test.each<[string, number, (value: string) => object]>([
  ['the number', 50, (value) => ({ ID: text(value) })],
  ['what a period is', 50, (value) => ({ InvoicePeriod: [{ Description: text(value) }] })],
  ['the account of the payee', 150, account],
  ['the terms of payment', 300, (value) => ({ PaymentTerms: [{ Note: text(value) }] })],
  ['the reference of a prepayment', 150, (value) => ({ PrepaidPayment: [{ ID: text(value) }] })],
  ['the reference of a bill', 150, bill],
  ['a description', 300, (value) => itemWith({ Description: text(value) })],
  ['a tariff code', 12, (value) => itemWith({ CommodityClassification: tariff(value) })],
  ['the reason of an exemption', 300, exempt],
])('%s is of at most %i characters', (_, most, added) => {
  expect(faults(withMore(added('1'.repeat(most))))).toEqual([])
  expect(faults(withMore(added('1'.repeat(most + 1))))).toHaveLength(1)
})
