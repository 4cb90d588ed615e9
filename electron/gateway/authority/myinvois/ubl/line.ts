import type { Big } from 'big.js'
import type { CheckedLine } from '../../../../../shared/document/arithmetic.ts'
import { consolidatedClass } from '../../../../../shared/document/check.ts'
import {
  type Aggregate,
  type Attributes,
  aggregate,
  all,
  allIfAny,
  attributes,
  type Content,
  flag,
  leaf,
  type Money,
  next,
  number,
  one,
} from './element.ts'
import { lineTax } from './tax.ts'

export interface LineOptions {
  readonly money: Money
  /** Every line of what goes to the general public is of the consolidated class. */
  readonly isForGeneralPublic: boolean
}

/** What a document may have hundreds of is written out, here and for its tax: `aggregate` takes twice as long. */
export function invoiceLine(line: CheckedLine, at: number, { money, isForGeneralPublic }: LineOptions): Aggregate {
  const totalExcludingTax = money(line.totalExcludingTax)
  const text =
    `{"ID":${leaf(String(at + 1))}` +
    `,"InvoicedQuantity":${number(line.quantity, attributes({ unitCode: line.unitCode }))}` +
    `,"LineExtensionAmount":${totalExcludingTax}` +
    next('AllowanceCharge', allowancesAndCharges(line, money)) +
    `,"TaxTotal":${lineTax(line, totalExcludingTax, money)}` +
    `,"Item":${item(line, isForGeneralPublic ? [consolidatedClass] : line.classificationCodes)}` +
    `,"Price":[{"PriceAmount":${money(line.unitPrice)}}]` +
    `,"ItemPriceExtension":[{"Amount":${money(line.subtotal)}}]}`
  return text as Aggregate
}

function item({ description, tariffCode, originCountry }: CheckedLine, classes: readonly string[]): Content {
  const classifications = classes.map((code) => classification(code, ofClass))
  if (tariffCode !== undefined) classifications.unshift(classification(tariffCode, ofTariff))
  const country = originCountry === undefined ? undefined : one({ IdentificationCode: leaf(originCountry) })
  const text =
    `[{"CommodityClassification":${all(classifications)}` +
    `,"Description":${leaf(description)}` +
    `${next('OriginCountry', country)}}]`
  return text as Content
}

const classification = (code: string, list: Attributes) => `{"ItemClassificationCode":${leaf(code, list)}}` as Aggregate

const ofTariff = attributes({ listID: 'PTC' })
const ofClass = attributes({ listID: 'CLASS' })

interface Adjusted {
  readonly discountAmount?: Big
  readonly discountReason?: string
  readonly chargeAmount?: Big
  readonly chargeReason?: string
}

/** The discount and the charge of a line or of the whole document, where there are any. */
export function allowancesAndCharges(adjusted: Adjusted, money: Money): Content | undefined {
  const { discountAmount, discountReason, chargeAmount, chargeReason } = adjusted
  return allIfAny([
    ...(discountAmount ? [adjustment(false, discountReason, money(discountAmount))] : []),
    ...(chargeAmount ? [adjustment(true, chargeReason, money(chargeAmount))] : []),
  ])
}

const adjustment = (isCharge: boolean, reason: string | undefined, amount: Content): Aggregate =>
  aggregate({
    ChargeIndicator: flag(isCharge),
    AllowanceChargeReason: leaf(reason ?? (isCharge ? 'Charge' : 'Discount')),
    Amount: amount,
  })
