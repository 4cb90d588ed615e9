import { describe, expect, test } from 'vitest'
import { faultsAtFields } from '../../renderer/screens/cashier/new-document/fault-fields.ts'
import type { Family } from '../../shared/domain/record.ts'

const atOf = (FIELD: string, family: Family = 'sale') =>
  faultsAtFields({ ERRORS: [{ CODE: 'DS302', MESSAGE: 'It is not known.', FIELD }], FAMILY: family })[0]?.at

describe('what the authority found stands at the field where it can be mended', () => {
  test.each([
    ['Invoice.AccountingCustomerParty.Party.PartyIdentification[0].ID', 'BUYER.TIN'],
    ['Invoice.AccountingCustomerParty.Party.PartyLegalEntity.RegistrationName', 'BUYER.NAME'],
    ['Invoice.AccountingCustomerParty.Party.Contact.Telephone', 'BUYER.PHONE'],
    ['Invoice.AccountingCustomerParty.Party.PostalAddress.CountrySubentityCode', 'BUYER.ADDRESS.STATE_CODE'],
    ['Invoice.AccountingCustomerParty.Party.PostalAddress.Country.IdentificationCode', 'BUYER.ADDRESS.COUNTRY_CODE'],
    ['Invoice.AccountingCustomerParty.Party.PostalAddress.AddressLine[1].Line', 'BUYER.ADDRESS.LINES.0'],
    ['Invoice.InvoiceLine[2].Item.CommodityClassification.ItemClassificationCode', 'LINES.2.CLASSIFICATION_CODES.0'],
    ['Invoice.InvoiceLine[0].InvoicedQuantity.unitCode', 'LINES.0.UNIT_CODE'],
    ['Invoice.InvoiceLine[0].InvoicedQuantity', 'LINES.0.QUANTITY'],
    ['Invoice.InvoiceLine[1].TaxTotal.TaxSubtotal[0].Percent', 'LINES.1.TAXES.0.RATE'],
    ['Invoice.InvoiceLine[1].TaxTotal.TaxSubtotal[0].TaxCategory.ID', 'LINES.1.TAXES.0.TAX_TYPE'],
    ['Invoice.InvoiceLine[10].Price.PriceAmount', 'LINES.10.UNIT_PRICE'],
    ['Invoice.InvoiceLine[0].Item.Description', 'LINES.0.DESCRIPTION'],
    ['Invoice.DocumentCurrencyCode', 'CURRENCY_CODE'],
    ['Invoice.TaxExchangeRate.CalculationRate', 'EXCHANGE_RATE'],
    ['Invoice.BillingReference[0].InvoiceDocumentReference.UUID', 'ORIGINALS.0.SALE_GUID'],
    ['Invoice.ID', 'DOCUMENT_NUMBER'],
  ])('%s', (path, field) => {
    expect(atOf(path)).toBe(field)
  })

  test('the other party of a self-billed document is its supplier', () => {
    expect(atOf('Invoice.AccountingSupplierParty.Party.Contact.ElectronicMail', 'self_billed')).toBe('SUPPLIER.EMAIL')
  })

  test('our own party is the profile of the company and no field of the form', () => {
    expect(atOf('Invoice.AccountingSupplierParty.Party.PartyLegalEntity.RegistrationName')).toBe(null)
    expect(atOf('Invoice.AccountingCustomerParty.Party.PartyLegalEntity.RegistrationName', 'self_billed')).toBe(null)
  })

  test('a place that the form does not have is said without one, with its words', () => {
    const ERRORS = [{ CODE: 'CF414', MESSAGE: 'The signature is not right.', FIELD: 'Invoice.Signature' }]
    expect(faultsAtFields({ ERRORS, FAMILY: 'sale' })).toEqual([
      { code: 'CF414', message: 'The signature is not right.', at: null },
    ])
  })
})
