/** How a field must be written. */
export type Format =
  | 'date'
  | 'time'
  | 'phone'
  | 'email'
  | 'sst'
  | 'ttx'
  | 'msic'
  | 'documentType'
  | 'uuidOrNa'
  | 'taxScheme'

export interface Field {
  /** From the element the table is for. */
  readonly path: string
  readonly must?: true
  /** In characters. */
  readonly most?: number
  readonly format?: Format
}

/** Fields of the document itself (myinvois 6.2). */
export const invoiceFields: readonly Field[] = [
  { path: 'ID', must: true, most: 50 },
  { path: 'IssueDate', must: true, format: 'date' },
  { path: 'IssueTime', must: true, format: 'time' },
  { path: 'InvoiceTypeCode', must: true, format: 'documentType' },
  { path: 'DocumentCurrencyCode', must: true, most: 3 },
  { path: 'TaxCurrencyCode', most: 3 },
  { path: 'InvoicePeriod.StartDate', format: 'date' },
  { path: 'InvoicePeriod.EndDate', format: 'date' },
  { path: 'InvoicePeriod.Description', most: 50 },
  { path: 'BillingReference.InvoiceDocumentReference.ID', most: 50 },
  { path: 'BillingReference.InvoiceDocumentReference.UUID', format: 'uuidOrNa' },
  { path: 'BillingReference.AdditionalDocumentReference.ID', most: 150 },
  { path: 'AdditionalDocumentReference.ID', must: true },
  { path: 'AccountingSupplierParty.AdditionalAccountID', most: 300 },
  { path: 'Delivery.DeliveryParty.PartyLegalEntity.RegistrationName', most: 300 },
  { path: 'Delivery.DeliveryParty.PostalAddress.AddressLine.Line', most: 150 },
  { path: 'Delivery.DeliveryParty.PostalAddress.CityName', most: 50 },
  { path: 'PaymentMeans.PaymentMeansCode', most: 2 },
  { path: 'PaymentMeans.PayeeFinancialAccount.ID', most: 150 },
  { path: 'PaymentTerms.Note', most: 300 },
  { path: 'PrepaidPayment.ID', most: 150 },
  { path: 'PrepaidPayment.PaidDate', format: 'date' },
  { path: 'PrepaidPayment.PaidTime', format: 'time' },
  { path: 'AllowanceCharge.ChargeIndicator', must: true },
  { path: 'AllowanceCharge.Amount', must: true },
  { path: 'AllowanceCharge.AllowanceChargeReason', most: 300 },
  { path: 'LegalMonetaryTotal', must: true },
  { path: 'LegalMonetaryTotal.TaxExclusiveAmount', must: true },
  { path: 'LegalMonetaryTotal.TaxInclusiveAmount', must: true },
  { path: 'LegalMonetaryTotal.PayableAmount', must: true },
  { path: 'AccountingSupplierParty', must: true },
  { path: 'AccountingSupplierParty.Party', must: true },
  { path: 'AccountingCustomerParty', must: true },
  { path: 'AccountingCustomerParty.Party', must: true },
  { path: 'InvoiceLine', must: true },
]

/** Beside them, of what a note refers to (myinvois 6.4). */
export const referenceFields: readonly Field[] = [
  { path: 'BillingReference.InvoiceDocumentReference.ID', must: true },
  { path: 'BillingReference.InvoiceDocumentReference.UUID', must: true },
]

/** Of each `InvoiceLine`. */
export const lineFields: readonly Field[] = [
  { path: 'ID', must: true },
  { path: 'LineExtensionAmount', must: true },
  { path: 'Item', must: true },
  { path: 'Item.CommodityClassification', must: true },
  { path: 'Item.CommodityClassification.ItemClassificationCode', must: true },
  { path: 'Item.Description', must: true, most: 300 },
  { path: 'Item.OriginCountry.IdentificationCode', most: 3 },
  { path: 'Price', must: true },
  { path: 'Price.PriceAmount', must: true },
  { path: 'ItemPriceExtension', must: true },
  { path: 'ItemPriceExtension.Amount', must: true },
  { path: 'AllowanceCharge.ChargeIndicator', must: true },
  { path: 'AllowanceCharge.Amount', must: true },
  { path: 'AllowanceCharge.AllowanceChargeReason', most: 300 },
]

/** Of each `TaxTotal`, of the document and of its lines. */
export const taxTotalFields: readonly Field[] = [
  { path: 'TaxAmount', must: true },
  { path: 'TaxSubtotal', must: true },
  { path: 'TaxSubtotal.TaxAmount', must: true },
  { path: 'TaxSubtotal.TaxCategory', must: true },
  { path: 'TaxSubtotal.TaxCategory.ID', must: true, most: 2 },
  { path: 'TaxSubtotal.TaxCategory.TaxExemptionReason', most: 300 },
  { path: 'TaxSubtotal.TaxCategory.TaxScheme', must: true },
  { path: 'TaxSubtotal.TaxCategory.TaxScheme.ID', must: true, format: 'taxScheme' },
]

/** Of supplier and buyer alike. */
export const partyFields: readonly Field[] = [
  { path: 'PartyLegalEntity', must: true },
  { path: 'PartyLegalEntity.RegistrationName', must: true, most: 300 },
  { path: 'PostalAddress', must: true },
  { path: 'PostalAddress.AddressLine.Line', most: 150 },
  { path: 'PostalAddress.CityName', must: true, most: 50 },
  { path: 'PostalAddress.PostalZone', most: 50 },
  { path: 'PostalAddress.CountrySubentityCode', must: true, most: 50 },
  { path: 'PostalAddress.Country', must: true },
  { path: 'PostalAddress.Country.IdentificationCode', must: true, most: 3 },
  { path: 'Contact', must: true },
  { path: 'Contact.Telephone', must: true, format: 'phone' },
  { path: 'Contact.ElectronicMail', format: 'email' },
]

export const supplierFields: readonly Field[] = [{ path: 'IndustryClassificationCode', must: true, format: 'msic' }]
