import { z } from 'zod'
import type { Family, Kind } from '../../domain/record.ts'
import { amount, decimal, exchangeRate, quantity, rate, roundingAmount, unitPrice } from './amount.ts'
import { party, supplier } from './party.ts'
import {
  code,
  day,
  documentNumber,
  guid,
  instant,
  keyText,
  says,
  saysTooLong,
  sibling,
  text,
  utf8LengthOf,
} from './text.ts'

const originalHere = z
  .strictObject({ SALE_GUID: guid, DOCUMENT_NUMBER: sibling, AUTHORITY_UUID: sibling })
  .meta({ id: 'OriginalHere' })
const originalElsewhere = z
  .strictObject({
    SALE_GUID: sibling,
    DOCUMENT_NUMBER: text(50),
    AUTHORITY_UUID: z.string().regex(/^([A-Z0-9]{26}|NA)$/, says('bad_uuid')),
  })
  .meta({ id: 'OriginalElsewhere' })

const tax = z
  .strictObject({
    TAX_TYPE: code,
    RATE: rate.nullish(),
    PER_UNIT_AMOUNT: unitPrice.nullish(),
    QUANTITY: quantity.nullish(),
    UNIT_CODE: code.nullish(),
    AMOUNT: amount.nullish(),
    EXEMPTION_REASON: text(300).nullish(),
  })
  .meta({ id: 'Tax' })

const line = z
  .strictObject({
    DESCRIPTION: text(300),
    CLASSIFICATION_CODES: z.array(code).min(1, says('required')).max(20, says('too_many')),
    QUANTITY: quantity,
    UNIT_CODE: code,
    UNIT_PRICE: unitPrice,
    DISCOUNT_AMOUNT: amount.nullish(),
    DISCOUNT_REASON: text(300).nullish(),
    CHARGE_AMOUNT: amount.nullish(),
    CHARGE_REASON: text(300).nullish(),
    TAXES: z.array(tax).min(1, says('required')).max(10, says('too_many')),
    SUBTOTAL: amount.nullish(),
    TOTAL_EXCLUDING_TAX: amount.nullish(),
    ORIGIN_COUNTRY: code.nullish(),
    TARIFF_CODE: text(12).nullish(),
  })
  .meta({ id: 'Line' })

const extra = z
  .record(z.string(), z.unknown())
  .refine((value) => utf8LengthOf(JSON.stringify(value)) <= 4096, saysTooLong('4096 B'))
  .meta({ description: 'Anything of the till’s own, at most 4 KB; kept with the record, never sent' })

const commonFields = {
  COMPANY_CODE: keyText(),
  OUTLET_NAME: keyText(),
  TERMINAL_NAME: keyText(),
  SHIFT_CODE: keyText(),
  SALE_CODE: keyText(),
  SALE_GUID: guid.nullish(),
  DOCUMENT_NUMBER: documentNumber.nullish(),
  ISSUED_AT: instant,
  CURRENCY_CODE: code.nullish(),
  EXCHANGE_RATE: exchangeRate.nullish(),
  PAYMENT_METHOD: code.nullish(),
  PAYMENTS: z
    .array(z.strictObject({ METHOD: code, AMOUNT: amount }).meta({ id: 'Payment' }))
    .min(1, says('required'))
    .max(20, says('too_many'))
    .nullish(),
  PAYMENT_TERMS: text(300).nullish(),
  PAYEE_ACCOUNT: text(150).nullish(),
  BILL_REFERENCE: text(150).nullish(),
  PREPAID: z
    .strictObject({ AMOUNT: amount, PAID_AT: instant.nullish(), REFERENCE: text(150).nullish() })
    .meta({ id: 'Prepayment' })
    .nullish(),
  BILLING_PERIOD: z
    .strictObject({ FROM: day.nullish(), TO: day.nullish(), FREQUENCY: text(50).nullish() })
    .meta({ id: 'BillingPeriod' })
    .nullish(),
  LINES: z.array(line).min(1, says('required')).max(1000, says('too_many')),
  DISCOUNT_AMOUNT: amount.nullish(),
  DISCOUNT_REASON: text(300).nullish(),
  CHARGE_AMOUNT: amount.nullish(),
  CHARGE_REASON: text(300).nullish(),
  ROUNDING_AMOUNT: roundingAmount.nullish(),
  TOTALS: z
    .strictObject({
      TOTAL_EXCLUDING_TAX: amount.nullish(),
      TOTAL_TAX: amount.nullish(),
      TOTAL_INCLUDING_TAX: amount.nullish(),
      TOTAL_PAYABLE: amount.nullish(),
    })
    .meta({ id: 'Totals' })
    .nullish(),
  SHIPPING: party.nullish(),
  CUSTOMS: z
    .strictObject({
      FORM_1_9: z.array(text(1000)).max(20, says('too_many')).nullish(),
      FORM_2: z.array(text(1000)).max(20, says('too_many')).nullish(),
      INCOTERMS: text(3).nullish(),
      FTA: text(300).nullish(),
      AUTHORISATION_NUMBER: text(300).nullish(),
    })
    .meta({ id: 'Customs' })
    .nullish(),
  EXTRA: extra.nullish(),
}

const invoiceFields = {
  ORIGINALS: sibling,
  CONSOLIDATE: z.boolean().nullish(),
  // Cash is rounded on every receipt: a document of hundreds rounds more than the one receipt that `checkSale` allows.
  ROUNDING_AMOUNT: decimal(2, { least: '-100000', most: '100000' })
    .nullish()
    .meta({ description: 'At most 0.99 either way; of a consolidated e-invoice what its receipts were rounded by' }),
}
const noteFields = {
  CONSOLIDATE: z.literal(false, says('consolidation_not_allowed')).nullish(),
  ORIGINALS: z
    .array(z.union([originalHere, originalElsewhere], says('wrong_type')))
    .min(1, says('required'))
    .max(100, says('too_many')),
}
const saleFields = { BUYER: party.nullish(), SUPPLIER: sibling }
const selfBilledFields = { SUPPLIER: supplier, BUYER: sibling }

/** The submission body of one kind in one family; what a sibling has and this has not is an unknown field. */
export const saleDocuments = {
  sale: {
    invoice: z.strictObject({ ...commonFields, ...saleFields, ...invoiceFields }).meta({ id: 'SaleInvoice' }),
    credit_note: z.strictObject({ ...commonFields, ...saleFields, ...noteFields }).meta({ id: 'SaleCreditNote' }),
    debit_note: z.strictObject({ ...commonFields, ...saleFields, ...noteFields }).meta({ id: 'SaleDebitNote' }),
    refund_note: z.strictObject({ ...commonFields, ...saleFields, ...noteFields }).meta({ id: 'SaleRefundNote' }),
  },
  self_billed: {
    invoice: z
      .strictObject({ ...commonFields, ...selfBilledFields, ...invoiceFields })
      .meta({ id: 'SelfBilledInvoice' }),
    credit_note: z
      .strictObject({ ...commonFields, ...selfBilledFields, ...noteFields })
      .meta({ id: 'SelfBilledCreditNote' }),
    debit_note: z
      .strictObject({ ...commonFields, ...selfBilledFields, ...noteFields })
      .meta({ id: 'SelfBilledDebitNote' }),
    refund_note: z
      .strictObject({ ...commonFields, ...selfBilledFields, ...noteFields })
      .meta({ id: 'SelfBilledRefundNote' }),
  },
} as const satisfies Record<Family, Record<Kind, z.ZodType>>

export type SaleDocument = z.output<(typeof saleDocuments)[Family][Kind]>
