/** A leaf: its value under `_`, and attributes. */
export interface LeafRule {
  readonly value: 'string' | 'number' | 'boolean'
  readonly attributes: readonly string[]
  /** An attribute without which it means nothing. */
  readonly needs?: string
}

export interface GroupRule {
  readonly elements: Readonly<Record<string, Rule>>
  /** Whether the elements must come in this order (myinvois 6.1). */
  readonly isOrdered: boolean
}

export type Rule = LeafRule | GroupRule

export const isLeafRule = (rule: Rule): rule is LeafRule => 'value' in rule

const group = (elements: GroupRule['elements']): GroupRule => ({ elements, isOrdered: false })
const ordered = (elements: GroupRule['elements']): GroupRule => ({ elements, isOrdered: true })
const text = (...attributes: readonly string[]): LeafRule => ({ value: 'string', attributes })

const number: LeafRule = { value: 'number', attributes: [] }
const quantity: LeafRule = { value: 'number', attributes: ['unitCode'] }
const amount: LeafRule = { value: 'number', attributes: ['currencyID'], needs: 'currencyID' }
const indicator: LeafRule = { value: 'boolean', attributes: [] }
const code = text('listID', 'listAgencyID', 'name')

const address = group({
  CityName: text(),
  PostalZone: text(),
  CountrySubentityCode: text(),
  AddressLine: group({ Line: text() }),
  Country: group({ IdentificationCode: code }),
})

const party = group({
  IndustryClassificationCode: text('name'),
  PartyIdentification: group({ ID: text('schemeID') }),
  PostalAddress: address,
  PartyLegalEntity: group({ RegistrationName: text() }),
  Contact: group({ Telephone: text(), ElectronicMail: text() }),
})

const partyRole = group({ AdditionalAccountID: text('schemeAgencyName'), Party: party })

const allowanceCharge = group({
  ChargeIndicator: indicator,
  AllowanceChargeReason: text(),
  MultiplierFactorNumeric: number,
  Amount: amount,
})

const taxTotal = group({
  TaxAmount: amount,
  TaxSubtotal: group({
    TaxableAmount: amount,
    TaxAmount: amount,
    Percent: number,
    BaseUnitMeasure: quantity,
    PerUnitAmount: amount,
    TaxCategory: group({
      ID: text(),
      TaxExemptionReason: text(),
      TaxScheme: group({ ID: text('schemeID', 'schemeAgencyID') }),
    }),
  }),
})

const documentReference = group({
  ID: text(),
  UUID: text(),
  DocumentType: text(),
  DocumentDescription: text(),
})

const line = ordered({
  ID: text(),
  InvoicedQuantity: quantity,
  LineExtensionAmount: amount,
  AllowanceCharge: allowanceCharge,
  TaxTotal: taxTotal,
  Item: group({
    CommodityClassification: group({ ItemClassificationCode: code }),
    Description: text(),
    OriginCountry: group({ IdentificationCode: code }),
  }),
  Price: group({ PriceAmount: amount }),
  ItemPriceExtension: group({ Amount: amount }),
})

/** Not looked into here: what is inside is for who verifies signatures. */
export const opaqueElements: readonly string[] = ['UBLExtensions', 'Signature']

/** What a document is made of, all eight types alike: the official order of elements (myinvois 6.1, 6.2). */
export const invoiceRule = ordered({
  ID: text(),
  IssueDate: text(),
  IssueTime: text(),
  InvoiceTypeCode: text('listVersionID'),
  DocumentCurrencyCode: text(),
  TaxCurrencyCode: text(),
  InvoicePeriod: group({ StartDate: text(), EndDate: text(), Description: text() }),
  BillingReference: group({
    InvoiceDocumentReference: documentReference,
    AdditionalDocumentReference: documentReference,
  }),
  AdditionalDocumentReference: documentReference,
  AccountingSupplierParty: partyRole,
  AccountingCustomerParty: partyRole,
  Delivery: group({
    DeliveryParty: party,
    Shipment: group({ ID: text(), FreightAllowanceCharge: allowanceCharge }),
  }),
  PaymentMeans: group({ PaymentMeansCode: text(), PayeeFinancialAccount: group({ ID: text() }) }),
  PaymentTerms: group({ Note: text() }),
  PrepaidPayment: group({ ID: text(), PaidAmount: amount, PaidDate: text(), PaidTime: text() }),
  AllowanceCharge: allowanceCharge,
  TaxExchangeRate: group({ SourceCurrencyCode: text(), TargetCurrencyCode: text(), CalculationRate: number }),
  TaxTotal: taxTotal,
  LegalMonetaryTotal: group({
    LineExtensionAmount: amount,
    TaxExclusiveAmount: amount,
    TaxInclusiveAmount: amount,
    AllowanceTotalAmount: amount,
    ChargeTotalAmount: amount,
    PayableRoundingAmount: amount,
    PayableAmount: amount,
  }),
  InvoiceLine: line,
  UBLExtensions: group({}),
  Signature: group({}),
})

export const namespaces = {
  _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
} as const
