import type { Big } from 'big.js'
import type { CheckedLine } from '../../../../../shared/document/arithmetic.ts'
import { consolidatedClass } from '../../../../../shared/document/check.ts'
import { type Aggregate, aggregate, leaf, money, number } from './element.ts'
import { lineTax } from './tax.ts'

export interface LineOptions {
  readonly currency: string
  /** Every line of what goes to the general public is of the consolidated class. */
  readonly isForGeneralPublic: boolean
}

export const invoiceLine = (line: CheckedLine, at: number, { currency, isForGeneralPublic }: LineOptions): Aggregate =>
  aggregate({
    ID: leaf(String(at + 1)),
    InvoicedQuantity: number(line.quantity, { unitCode: line.unitCode }),
    LineExtensionAmount: money(line.totalExcludingTax, currency),
    AllowanceCharge: allowancesAndCharges(line, currency),
    TaxTotal: [lineTax(line, currency)],
    Item: [item(line, isForGeneralPublic ? [consolidatedClass] : line.classificationCodes)],
    Price: [{ PriceAmount: money(line.unitPrice, currency) }],
    ItemPriceExtension: [{ Amount: money(line.subtotal, currency) }],
  })

const item = ({ description, tariffCode, originCountry }: CheckedLine, classes: readonly string[]): Aggregate =>
  aggregate({
    CommodityClassification: [
      ...(tariffCode === undefined ? [] : [{ ItemClassificationCode: leaf(tariffCode, { listID: 'PTC' }) }]),
      ...classes.map((code) => ({ ItemClassificationCode: leaf(code, { listID: 'CLASS' }) })),
    ],
    Description: leaf(description),
    OriginCountry: originCountry === undefined ? undefined : [{ IdentificationCode: leaf(originCountry) }],
  })

interface Adjusted {
  readonly discountAmount?: Big
  readonly discountReason?: string
  readonly chargeAmount?: Big
  readonly chargeReason?: string
}

/** The discount and the charge of a line or of the whole document, where there are any. */
export function allowancesAndCharges(adjusted: Adjusted, currency: string): readonly Aggregate[] {
  const { discountAmount, discountReason, chargeAmount, chargeReason } = adjusted
  return [
    ...(discountAmount ? [adjustment(false, discountReason, money(discountAmount, currency))] : []),
    ...(chargeAmount ? [adjustment(true, chargeReason, money(chargeAmount, currency))] : []),
  ]
}

const adjustment = (isCharge: boolean, reason: string | undefined, amount: ReturnType<typeof money>): Aggregate => ({
  ChargeIndicator: leaf(isCharge),
  AllowanceChargeReason: leaf(reason ?? (isCharge ? 'Charge' : 'Discount')),
  Amount: amount,
})
