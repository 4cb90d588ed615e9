import { z } from 'zod'
import type { Family, Kind } from '../domain/record.ts'
import {
  amountSchema,
  decimalSchema,
  exchangeRateSchema,
  lineQuantitySchema,
  percentSchema,
  quantitySchema,
  roundingAmountSchema,
  unitPriceSchema,
} from './amount.ts'
import type { Decimal } from './decimal.ts'
import {
  absentSchema,
  ask,
  businessKeyFields,
  codeSchema,
  type DomainNames,
  daySchema,
  documentNumberSchema,
  epochMsSchema,
  guidSchema,
  lineIdSchema,
  text,
  toDomainNames,
  toError,
  toTooLongError,
  utf8LengthOf,
} from './fields.ts'
import type { Finding } from './finding.ts'
import {
  type Party,
  partyRequestSchema,
  recipientRequestSchema,
  type Supplier,
  supplierRequestSchema,
} from './party.ts'

const originalHere = ask('OriginalHere', {
  SALE_GUID: guidSchema,
  DOCUMENT_NUMBER: absentSchema,
  AUTHORITY_UUID: absentSchema,
})
const originalElsewhere = ask('OriginalElsewhere', {
  SALE_GUID: absentSchema,
  DOCUMENT_NUMBER: text(50),
  AUTHORITY_UUID: z
    .string()
    .regex(/^([A-Z0-9]{26}|NA)$/, toError('bad_uuid'))
    .nullish(),
})

const tax = ask('Tax', {
  TAX_TYPE: codeSchema,
  RATE: percentSchema.nullish(),
  PER_UNIT_AMOUNT: unitPriceSchema.nullish().describe('Tax on each unit, where it is no percentage'),
  QUANTITY: quantitySchema.nullish(),
  UNIT_CODE: codeSchema.nullish(),
  TAXABLE_AMOUNT: amountSchema.nullish().describe('What the tax is on; the line’s total unless given'),
  AMOUNT: amountSchema.nullish().describe('Of type E what is exempted: it is shown and in no total'),
  EXEMPTION_REASON: text(300).nullish().describe('Why nothing is taxed; required for type E'),
})

const adjustmentFields = { AMOUNT: amountSchema.nullish(), RATE: percentSchema.nullish(), REASON: text(300).nullish() }
const ofAdjustment = 'AMOUNT, or RATE in percent; with both the amount may be a sen off and wins'
const adjustment = z
  .strictObject({ ...adjustmentFields, TAXES: absentSchema })
  .meta({ id: 'Adjustment', description: ofAdjustment })
const billCharge = z
  .strictObject({
    ...adjustmentFields,
    TAXES: z.array(tax).min(1, toError('required')).max(10, toError('too_many')).nullish(),
  })
  .meta({ id: 'BillCharge', description: `${ofAdjustment}. With TAXES of its own it becomes a line of class 022` })
const adjustments = z.array(adjustment).max(20, toError('too_many')).nullish()

const line = ask('Line', {
  LINE_ID: lineIdSchema.nullish().describe('Names the line in the document; 1, 2, … where it is left out'),
  DESCRIPTION: text(300).describe('What it is, at most 300 characters'),
  CLASSIFICATION_CODES: z.array(codeSchema).min(1, toError('required')).max(20, toError('too_many')),
  QUANTITY: lineQuantitySchema,
  UNIT_CODE: codeSchema,
  UNIT_PRICE: unitPriceSchema,
  DISCOUNT_AMOUNT: amountSchema.nullish(),
  DISCOUNT_REASON: text(300).nullish(),
  CHARGE_AMOUNT: amountSchema.nullish(),
  CHARGE_REASON: text(300).nullish(),
  DISCOUNTS: adjustments.describe('Taken off, each with its reason'),
  CHARGES: adjustments.describe('Put on, each with its reason'),
  TAXES: z.array(tax).min(1, toError('required')).max(10, toError('too_many')),
  SUBTOTAL: amountSchema.nullish(),
  TOTAL_EXCLUDING_TAX: amountSchema.nullish(),
  ORIGIN_COUNTRY: codeSchema.nullish().describe('Country the goods come from, ISO 3166 alpha-3'),
  TARIFF_CODE: text(12).nullish().describe('Tariff code of the goods'),
})

const extra = z
  .record(z.string(), z.unknown())
  .refine((value) => utf8LengthOf(JSON.stringify(value)) <= 4096, toTooLongError('4096 B'))
  .describe('Anything of the till’s own, at most 4 KB; kept with the record, never sent')

const commonFields = {
  ...businessKeyFields,
  SALE_GUID: guidSchema.nullish(),
  DOCUMENT_NUMBER: documentNumberSchema.nullish(),
  ISSUED_AT: epochMsSchema,
  CURRENCY_CODE: codeSchema.nullish(),
  EXCHANGE_RATE: exchangeRateSchema.nullish(),
  PAYMENT_METHOD: codeSchema.nullish().describe('Code from the list of payment methods; not beside PAYMENTS'),
  PAYMENTS: z
    .array(ask('Payment', { METHOD: codeSchema, AMOUNT: amountSchema }))
    .min(1, toError('required'))
    .max(20, toError('too_many'))
    .nullish(),
  PAYMENT_TERMS: text(300).nullish().describe('Terms of payment, in words'),
  PAYEE_ACCOUNT: text(150).nullish().describe('Bank account to pay into'),
  BILL_REFERENCE: text(150).nullish().describe('Number of a bill this document belongs to'),
  PREPAID: ask('Prepayment', {
    AMOUNT: amountSchema,
    PAID_AT: epochMsSchema.nullish(),
    REFERENCE: text(150).nullish(),
  }).nullish(),
  BILLING_PERIOD: ask('BillingPeriod', {
    FROM: daySchema.nullish().describe('First day'),
    TO: daySchema.nullish().describe('Last day'),
    FREQUENCY: text(50).nullish().describe('How often it is billed, in words'),
  }).nullish(),
  VOLUNTARY_DISCLOSURE: z
    .boolean()
    .nullish()
    .describe(
      'The sale was not declared in time: it goes in the document versions of the authority’s voluntary disclosure programme (1.2, signed 1.3), until 31 December 2027',
    ),
  LINES: z.array(line).min(1, toError('required')).max(1000, toError('too_many')),
  DISCOUNT_AMOUNT: amountSchema.nullish(),
  DISCOUNT_REASON: text(300).nullish(),
  CHARGE_AMOUNT: amountSchema.nullish(),
  CHARGE_REASON: text(300).nullish(),
  DISCOUNTS: adjustments.describe(
    'Of the whole bill, before tax: spread over the lines in proportion to what they come to',
  ),
  CHARGES: z
    .array(billCharge)
    .max(20, toError('too_many'))
    .nullish()
    .describe('Of the whole bill, before tax; a RATE is of what the discounts leave. Spread like them, or a line'),
  PRICES_INCLUDE_TAX: z
    .boolean()
    .nullish()
    .describe('UNIT_PRICE, discounts and charges include the taxes; what is sent has prices without'),
  TAX_ROUNDING: z
    .enum(['line', 'document'], toError('not_listed'))
    .nullish()
    .describe(
      '`line` unless given. `document`: tax is computed per type and rate over the document; TOTALS may differ from the ' +
        'lines by a sen for each, and the record says by how much as ROUNDING_DIFFERENCE',
    ),
  ROUNDING_AMOUNT: roundingAmountSchema.nullish(),
  TOTALS: ask('Totals', {
    TOTAL_EXCLUDING_TAX: amountSchema.nullish(),
    TOTAL_TAX: decimalSchema(2, { least: '-9999999999999.99' }).nullish(),
    TOTAL_INCLUDING_TAX: amountSchema.nullish().describe('With tax'),
    TOTAL_PAYABLE: amountSchema.nullish(),
  }).nullish(),
  SHIPPING: recipientRequestSchema.nullish().describe('Whom the goods go to'),
  CUSTOMS: ask('Customs', {
    FORM_1_9: z.array(text(1000)).max(20, toError('too_many')).nullish(),
    FORM_2: z.array(text(1000)).max(20, toError('too_many')).nullish().describe('Numbers of customs form 2'),
    INCOTERMS: text(3).nullish().describe('Terms of delivery'),
    FTA: text(300).nullish().describe('Free trade agreement'),
    AUTHORISATION_NUMBER: text(300).nullish().describe('Of a certified exporter'),
  }).nullish(),
  EXTRA: extra.nullish().describe('Anything of the till’s own, at most 4 KB; kept with the record and never sent'),
}

const invoiceFields = {
  ORIGINALS: absentSchema,
  CONSOLIDATE: z.boolean().nullish(),
  // A consolidated document of hundreds of receipts rounds more than `checkSale` allows for one.
  ROUNDING_AMOUNT: decimalSchema(2, { least: '-100000', most: '100000' })
    .nullish()
    .describe('At most 0.99 either way; of a consolidated e-invoice what its receipts were rounded by'),
}
const noteFields = {
  CONSOLIDATE: z.literal(false, toError('consolidation_not_allowed')).nullish(),
  ORIGINALS: z
    .array(z.union([originalHere, originalElsewhere], toError('wrong_type')))
    .min(1, toError('required'))
    .max(100, toError('too_many')),
}
const saleFields = { BUYER: partyRequestSchema.nullish(), SUPPLIER: absentSchema }
const selfBilledFields = { SUPPLIER: supplierRequestSchema, BUYER: absentSchema }

/** A field of another kind or family is unknown here, and refused. */
export const saleSchemas = {
  sale: {
    invoice: ask('SaleInvoice', { ...commonFields, ...saleFields, ...invoiceFields }),
    credit_note: ask('SaleCreditNote', { ...commonFields, ...saleFields, ...noteFields }),
    debit_note: ask('SaleDebitNote', { ...commonFields, ...saleFields, ...noteFields }),
    refund_note: ask('SaleRefundNote', { ...commonFields, ...saleFields, ...noteFields }),
  },
  self_billed: {
    invoice: ask('SelfBilledInvoice', { ...commonFields, ...selfBilledFields, ...invoiceFields }),
    credit_note: ask('SelfBilledCreditNote', { ...commonFields, ...selfBilledFields, ...noteFields }),
    debit_note: ask('SelfBilledDebitNote', { ...commonFields, ...selfBilledFields, ...noteFields }),
    refund_note: ask('SelfBilledRefundNote', { ...commonFields, ...selfBilledFields, ...noteFields }),
  },
} as const satisfies Record<Family, Record<Kind, z.ZodType>>

export type WireSaleDocument = z.output<(typeof saleSchemas)[Family][Kind]>

type Of<Fields extends z.ZodRawShape> = DomainNames<z.output<z.ZodObject<Fields>>>

/** A sale as the domain has it: with decimals, and without null (contract 5). */
export interface Sale extends Of<typeof commonFields> {
  readonly buyer?: Party
  readonly supplier?: Supplier
  readonly consolidate?: boolean
  readonly originals?: DomainNames<z.output<(typeof noteFields)['ORIGINALS']>>
}

export type Line = Of<typeof line.shape>
export type Tax = Of<typeof tax.shape>
export type Adjustment = Of<typeof adjustmentFields>
export type BillCharge = Of<typeof billCharge.shape>

export const saleOf = (document: WireSaleDocument): Sale => toDomainNames(document)

/** Negative if its line is negative. */
export interface SettledAdjustment {
  readonly amount: Decimal
  readonly rate?: Decimal
  readonly reason?: string
}

type OwnAmounts = 'lineId' | 'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason'

/**
 * A line with every amount: the till's own, or computed. All are without tax, even if prices include it. They contain
 * the line's part of the bill's discounts and charges.
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
  /** For type E the exempted tax, which is not paid. */
  readonly amount: Decimal
}

/** An exempted tax is in no total (myinvois 13). */
export const isCharged = ({ taxType }: Pick<Tax, 'taxType'>): boolean => taxType !== 'E'

/** A line before its tax is computed. A returned line is computed like a sale, and negated at the end. */
export interface PreTaxLine {
  readonly line: Line
  readonly path: Finding['path']
  readonly isReturned: boolean
  readonly subtotal: Decimal
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
  /** With the line's own discounts and charges. With tax, if prices include it. */
  readonly ownTotal: Decimal
  /** As `ownTotal`, with the line's part of the bill's discounts and charges. */
  readonly total: Decimal
}
