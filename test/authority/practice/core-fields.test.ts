import { expect, test } from 'vitest'
import { checkCoreFields } from '../../../electron/gateway/authority/practice/core-fields.ts'
import { readEInvoice } from '../../../electron/gateway/authority/practice/einvoice.ts'
import { checkStructure } from '../../../electron/gateway/authority/practice/structure.ts'
import { type DocumentWish, generalPublic, invoice, issuedAt, type Json, spoiled } from './documents.ts'

/** Paths and codes of what is wrong with a document whose structure is right. */
function faults(document: Json): readonly string[] {
  expect(checkStructure(document)).toEqual({ misfits: [], outOfOrder: null })
  const errors = checkCoreFields(readEInvoice(JSON.stringify(document)), issuedAt)
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
