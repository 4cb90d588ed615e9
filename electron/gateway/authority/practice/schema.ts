import type { Format } from './formats.ts'

export type Rule = (LeafRule | GroupRule) & { readonly must?: true }

/** The value is under `_`. */
export interface LeafRule {
  readonly value: 'string' | 'number' | 'boolean'
  readonly attributes?: readonly string[]
  /** An attribute that the value requires. */
  readonly needs?: string
  readonly most?: number
  readonly format?: Format
}

export interface GroupRule {
  readonly elements: Readonly<Record<string, Rule>>
  /** See myinvois 6.1. */
  readonly isOrdered?: true
}

const must = (rule: Rule): Rule => ({ ...rule, must: true })
const group = (elements: GroupRule['elements']): GroupRule => ({ elements })
const text = (limits: Omit<LeafRule, 'value'> = {}): LeafRule => ({ value: 'string', ...limits })

const number: LeafRule = { value: 'number' }
const quantity: LeafRule = { value: 'number', attributes: ['unitCode'] }
const amount: LeafRule = { value: 'number', attributes: ['currencyID'], needs: 'currencyID' }
const code = (limits: Pick<LeafRule, 'most'> = {}) =>
  text({ attributes: ['listID', 'listAgencyID', 'name'], ...limits })
const date = text({ format: 'date' })
const time = text({ format: 'time' })

const addressLine = group({ Line: text({ most: 150 }) })

const party = (own: GroupRule['elements']) =>
  group({
    ...own,
    PartyIdentification: group({ ID: text({ attributes: ['schemeID'] }) }),
    PostalAddress: must(
      group({
        CityName: must(text({ most: 50 })),
        PostalZone: text({ most: 50 }),
        CountrySubentityCode: must(text({ most: 50 })),
        AddressLine: addressLine,
        Country: must(group({ IdentificationCode: must(code({ most: 3 })) })),
      }),
    ),
    PartyLegalEntity: must(group({ RegistrationName: must(text({ most: 300 })) })),
    Contact: must(group({ Telephone: must(text({ format: 'phone' })), ElectronicMail: text({ format: 'email' }) })),
  })

const partyRole = (own: Rule, most?: number) =>
  must(
    group({
      AdditionalAccountID: text({ attributes: ['schemeAgencyName'], ...(most !== undefined && { most }) }),
      Party: must(own),
    }),
  )

const allowanceCharge = group({
  ChargeIndicator: must({ value: 'boolean' }),
  AllowanceChargeReason: text({ most: 300 }),
  MultiplierFactorNumeric: number,
  Amount: must(amount),
})

const taxTotal = must(
  group({
    TaxAmount: must(amount),
    TaxSubtotal: must(
      group({
        TaxableAmount: amount,
        TaxAmount: must(amount),
        Percent: number,
        BaseUnitMeasure: quantity,
        PerUnitAmount: amount,
        TaxCategory: must(
          group({
            ID: must(text({ most: 2 })),
            TaxExemptionReason: text({ most: 300 }),
            TaxScheme: must(
              group({ ID: must(text({ attributes: ['schemeID', 'schemeAgencyID'], format: 'taxScheme' })) }),
            ),
          }),
        ),
      }),
    ),
  }),
)

const reference = (ID: Rule, UUID: Rule = text()) =>
  group({ ID, UUID, DocumentType: text(), DocumentDescription: text({ most: 300 }) })

const line: GroupRule = {
  isOrdered: true,
  elements: {
    ID: must(text()),
    InvoicedQuantity: quantity,
    LineExtensionAmount: must(amount),
    AllowanceCharge: allowanceCharge,
    TaxTotal: taxTotal,
    Item: must(
      group({
        CommodityClassification: must(group({ ItemClassificationCode: must(code()) })),
        Description: must(text({ most: 300 })),
        OriginCountry: group({ IdentificationCode: code({ most: 3 }) }),
      }),
    ),
    Price: must(group({ PriceAmount: must(amount) })),
    ItemPriceExtension: must(group({ Amount: must(amount) })),
  },
}

/** Checked with the signature. */
export const opaqueElements: readonly string[] = ['UBLExtensions', 'Signature']

/** All eight types: the official order of elements (myinvois 6.1, 6.2). */
export const invoiceRule: GroupRule = {
  isOrdered: true,
  elements: {
    ID: must(text({ most: 50 })),
    IssueDate: must(date),
    IssueTime: must(time),
    InvoiceTypeCode: must(text({ attributes: ['listVersionID'], format: 'documentType' })),
    DocumentCurrencyCode: must(text({ most: 3 })),
    TaxCurrencyCode: text({ most: 3 }),
    InvoicePeriod: group({ StartDate: date, EndDate: date, Description: text({ most: 50 }) }),
    BillingReference: group({
      InvoiceDocumentReference: reference(text({ most: 50 }), text({ format: 'uuidOrNa' })),
      AdditionalDocumentReference: reference(text({ most: 150 })),
    }),
    AdditionalDocumentReference: reference(must(text({ most: 1000 }))),
    AccountingSupplierParty: partyRole(
      party({ IndustryClassificationCode: must(text({ attributes: ['name'], format: 'msic' })) }),
      300,
    ),
    AccountingCustomerParty: partyRole(party({ IndustryClassificationCode: text({ attributes: ['name'] }) })),
    Delivery: group({
      DeliveryParty: group({
        PartyIdentification: group({ ID: text({ attributes: ['schemeID'] }) }),
        PostalAddress: group({
          CityName: text({ most: 50 }),
          PostalZone: text({ most: 50 }),
          CountrySubentityCode: text({ most: 50 }),
          AddressLine: addressLine,
          Country: group({ IdentificationCode: code({ most: 3 }) }),
        }),
        PartyLegalEntity: group({ RegistrationName: text({ most: 300 }) }),
      }),
      Shipment: group({ ID: text(), FreightAllowanceCharge: allowanceCharge }),
    }),
    PaymentMeans: group({
      PaymentMeansCode: text({ most: 2 }),
      PayeeFinancialAccount: group({ ID: text({ most: 150 }) }),
    }),
    PaymentTerms: group({ Note: text({ most: 300 }) }),
    PrepaidPayment: group({ ID: text({ most: 150 }), PaidAmount: amount, PaidDate: date, PaidTime: time }),
    AllowanceCharge: allowanceCharge,
    TaxExchangeRate: group({ SourceCurrencyCode: text(), TargetCurrencyCode: text(), CalculationRate: number }),
    TaxTotal: taxTotal,
    LegalMonetaryTotal: must(
      group({
        LineExtensionAmount: amount,
        TaxExclusiveAmount: must(amount),
        TaxInclusiveAmount: must(amount),
        AllowanceTotalAmount: amount,
        ChargeTotalAmount: amount,
        PayableRoundingAmount: amount,
        PayableAmount: must(amount),
      }),
    ),
    InvoiceLine: must(line),
    UBLExtensions: group({}),
    Signature: group({}),
  },
}

export const namespaces = {
  _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
} as const
