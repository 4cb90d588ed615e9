import type { BusinessKey, Instant } from '../domain/record.ts'
import type { Decimal } from './decimal.ts'
import type { Finding } from './finding.ts'

/** A sale as the till described it, schema-checked, with decimals as decimals and absent fields absent (contract 5). */
export interface Sale extends BusinessKey {
  readonly saleGuid?: string
  readonly documentNumber?: string
  readonly issuedAt: Instant
  readonly currencyCode?: string
  /** To MYR. */
  readonly exchangeRate?: Decimal
  readonly buyer?: Party
  readonly supplier?: Supplier
  readonly consolidate?: boolean
  /** It was not declared in time: goes in the versions of the disclosure programme (myinvois 13). */
  readonly voluntaryDisclosure?: boolean
  readonly originals?: readonly OriginalReference[]
  readonly paymentMethod?: string
  readonly payments?: readonly Payment[]
  readonly paymentTerms?: string
  readonly payeeAccount?: string
  readonly billReference?: string
  readonly prepaid?: Prepayment
  readonly billingPeriod?: BillingPeriod
  readonly lines: readonly Line[]
  readonly discountAmount?: Decimal
  readonly discountReason?: string
  readonly chargeAmount?: Decimal
  readonly chargeReason?: string
  /** Of the whole document, before tax: spread over the lines. */
  readonly discounts?: readonly Adjustment[]
  readonly charges?: readonly BillCharge[]
  readonly pricesIncludeTax?: boolean
  readonly taxRounding?: TaxRounding
  readonly roundingAmount?: Decimal
  readonly totals?: GivenTotals
  readonly shipping?: Recipient
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

/** Who receives goods: a name and an address are enough. */
export interface Recipient extends Pick<Party, 'name' | 'address'>, Partial<Omit<Party, 'name' | 'address'>> {
  readonly freight?: Freight
}

/** What the transport costs; told beside the document, no part of its totals (myinvois 6.2). */
export interface Freight {
  readonly amount: Decimal
  readonly reason?: string
  /** The shipment's own number. */
  readonly reference?: string
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
  readonly amount: Decimal
}

export interface Prepayment {
  readonly amount: Decimal
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

/** A discount or a charge: an amount, or so many percent of what it is on. */
export interface Adjustment {
  readonly amount?: Decimal
  /** Percent. */
  readonly rate?: Decimal
  readonly reason?: string
}

/** With taxes of its own it is a line of its own. */
export interface BillCharge extends Adjustment {
  readonly taxes?: readonly Tax[]
}

/** Whether each line's tax is rounded, or the tax of each type and rate over the whole document. */
export const taxRoundings = ['line', 'document'] as const
export type TaxRounding = (typeof taxRoundings)[number]

export interface Line {
  readonly lineId?: string
  readonly description: string
  readonly classificationCodes: readonly string[]
  /** Below nothing in a line that takes back: its amounts are given as if it were sold. */
  readonly quantity: Decimal
  readonly unitCode: string
  readonly unitPrice: Decimal
  readonly discountAmount?: Decimal
  readonly discountReason?: string
  readonly chargeAmount?: Decimal
  readonly chargeReason?: string
  readonly discounts?: readonly Adjustment[]
  readonly charges?: readonly Adjustment[]
  readonly taxes: readonly Tax[]
  readonly subtotal?: Decimal
  readonly totalExcludingTax?: Decimal
  readonly originCountry?: string
  readonly tariffCode?: string
}

export interface Tax {
  readonly taxType: string
  /** Percent. */
  readonly rate?: Decimal
  readonly perUnitAmount?: Decimal
  readonly quantity?: Decimal
  readonly unitCode?: string
  /** What it is on; the line's total unless given. */
  readonly taxableAmount?: Decimal
  readonly amount?: Decimal
  readonly exemptionReason?: string
}

export interface GivenTotals {
  readonly totalExcludingTax?: Decimal
  readonly totalTax?: Decimal
  readonly totalIncludingTax?: Decimal
  readonly totalPayable?: Decimal
}

/** A discount or charge with its amount settled, below nothing where the line is. */
export interface SettledAdjustment {
  readonly amount: Decimal
  /** Percent, where the till gave one. */
  readonly rate?: Decimal
  readonly reason?: string
}

type OwnAmounts = 'lineId' | 'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason'

/**
 * A line as the document has it, every amount settled: what the till gave where it gave it, what we computed otherwise;
 * without tax, also if its prices include it; with its part of the bill's discounts and charges.
 */
export interface CheckedLine extends Omit<Line, OwnAmounts> {
  readonly lineId: string
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
  readonly taxes: readonly CheckedTax[]
  readonly subtotal: Decimal
  readonly totalExcludingTax: Decimal
}

export interface CheckedTax extends Tax {
  readonly taxableAmount: Decimal
  /** Of type E what is exempted, which is not paid. */
  readonly amount: Decimal
}

/** What is exempted is shown and is in no total (myinvois 13). */
export const isCharged = ({ taxType }: Pick<Tax, 'taxType'>): boolean => taxType !== 'E'

/**
 * A line before tax. What takes back is the mirror of the same line sold: it is worked out as that, and turned round
 * when all is known.
 */
export interface OpenLine {
  readonly line: Line
  readonly path: Finding['path']
  readonly isReturned: boolean
  readonly subtotal: Decimal
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
  /** With its own discounts and charges; with tax where prices include it. */
  readonly ownTotal: Decimal
  /** With its part of the bill's too. */
  readonly total: Decimal
}
