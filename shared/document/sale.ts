import type { Big } from 'big.js'
import type { BusinessKey, Instant } from '../domain/record.ts'

/** A sale as the till described it, schema-checked, with decimals as decimals and absent fields absent (contract 5). */
export interface Sale extends BusinessKey {
  readonly saleGuid?: string
  readonly documentNumber?: string
  readonly issuedAt: Instant
  readonly currencyCode?: string
  /** To MYR. */
  readonly exchangeRate?: Big
  readonly buyer?: Party
  readonly supplier?: Supplier
  readonly consolidate?: boolean
  readonly originals?: readonly OriginalReference[]
  readonly paymentMethod?: string
  readonly payments?: readonly Payment[]
  readonly paymentTerms?: string
  readonly payeeAccount?: string
  readonly billReference?: string
  readonly prepaid?: Prepayment
  readonly billingPeriod?: BillingPeriod
  readonly lines: readonly Line[]
  readonly discountAmount?: Big
  readonly discountReason?: string
  readonly chargeAmount?: Big
  readonly chargeReason?: string
  readonly roundingAmount?: Big
  readonly totals?: GivenTotals
  readonly shipping?: Party
  readonly customs?: Customs
  readonly extra?: Readonly<Record<string, unknown>>
}

export interface Address {
  readonly lines: readonly string[]
  readonly city: string
  readonly postcode?: string
  readonly stateCode: string
  readonly countryCode: string
}

export const idTypes = ['NRIC', 'PASSPORT', 'BRN', 'ARMY'] as const
export type IdType = (typeof idTypes)[number]

export interface Party {
  readonly name: string
  readonly tin: string
  readonly idType: IdType
  readonly idNumber: string
  readonly phone: string
  readonly address: Address
  readonly sstNumber?: string
  readonly tourismTaxNumber?: string
  readonly email?: string
}

export interface Supplier extends Party {
  readonly msicCode: string
  readonly businessActivity: string
}

/** A document kept here, or one known only by its number and the authority's name for it (`NA` from before e-invoices). */
export interface OriginalReference {
  readonly saleGuid?: string
  readonly documentNumber?: string
  readonly authorityUuid?: string
}

export interface Payment {
  readonly method: string
  readonly amount: Big
}

export interface Prepayment {
  readonly amount: Big
  readonly paidAt?: Instant
  readonly reference?: string
}

export interface BillingPeriod {
  readonly from?: string
  readonly to?: string
  readonly frequency?: string
}

export interface Customs {
  readonly form19?: readonly string[]
  readonly form2?: readonly string[]
  readonly incoterms?: string
  readonly fta?: string
  readonly authorisationNumber?: string
}

export interface Line {
  readonly description: string
  readonly classificationCodes: readonly string[]
  readonly quantity: Big
  readonly unitCode: string
  readonly unitPrice: Big
  readonly discountAmount?: Big
  readonly discountReason?: string
  readonly chargeAmount?: Big
  readonly chargeReason?: string
  readonly taxes: readonly Tax[]
  readonly subtotal?: Big
  readonly totalExcludingTax?: Big
  readonly originCountry?: string
  readonly tariffCode?: string
}

export interface Tax {
  readonly taxType: string
  /** Percent. */
  readonly rate?: Big
  readonly perUnitAmount?: Big
  readonly quantity?: Big
  readonly unitCode?: string
  readonly amount?: Big
  readonly exemptionReason?: string
}

export interface GivenTotals {
  readonly totalExcludingTax?: Big
  readonly totalTax?: Big
  readonly totalIncludingTax?: Big
  readonly totalPayable?: Big
}
