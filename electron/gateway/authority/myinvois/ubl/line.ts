import { consolidatedClass } from '../../../../../shared/document/check.ts'
import { decimalOf } from '../../../../../shared/document/decimal.ts'
import type { CheckedLine, SettledAdjustment } from '../../../../../shared/document/sale.ts'
import {
  type AggregateJson,
  type AttributesJson,
  aggregate,
  attributes,
  type ElementJson,
  elementWithComma,
  flagLeaf,
  leaf,
  listIfAny,
  listOf,
  listOfOne,
  numberLeaf,
  type WriteMoney,
} from './element.ts'
import { lineTax, type TaxWriters } from './tax.ts'

export interface LineOptions {
  readonly money: TaxWriters
  readonly isForGeneralPublic: boolean
}

/** Written out, because a document may have hundreds of lines: `aggregate` takes twice as long. */
export function invoiceLine(line: CheckedLine, { money: amounts, isForGeneralPublic }: LineOptions): AggregateJson {
  const { money } = amounts
  const totalExcludingTax = money(line.totalExcludingTax)
  const text =
    `{"ID":${leaf(line.lineId)}` +
    `,"InvoicedQuantity":${numberLeaf(line.quantity, attributes({ unitCode: line.unitCode }))}` +
    `,"LineExtensionAmount":${totalExcludingTax}` +
    elementWithComma('AllowanceCharge', allowancesAndCharges(line, money)) +
    `,"TaxTotal":${lineTax(line, totalExcludingTax, amounts)}` +
    `,"Item":${item(line, isForGeneralPublic ? [consolidatedClass] : line.classificationCodes)}` +
    `,"Price":[{"PriceAmount":${money(line.unitPrice)}}]` +
    `,"ItemPriceExtension":[{"Amount":${money(line.subtotal)}}]}`
  return text as AggregateJson
}

function item({ description, tariffCode, originCountry }: CheckedLine, classes: readonly string[]): ElementJson {
  const classifications = classes.map((code) => classification(code, ofClass))
  if (tariffCode !== undefined) classifications.unshift(classification(tariffCode, ofTariff))
  const country = originCountry === undefined ? undefined : listOfOne({ IdentificationCode: leaf(originCountry) })
  const text =
    `[{"CommodityClassification":${listOf(classifications)}` +
    `,"Description":${leaf(description)}` +
    `${elementWithComma('OriginCountry', country)}}]`
  return text as ElementJson
}

const classification = (code: string, list: AttributesJson) =>
  `{"ItemClassificationCode":${leaf(code, list)}}` as AggregateJson

const ofTariff = attributes({ listID: 'PTC' })
const ofClass = attributes({ listID: 'CLASS' })

export function allowancesAndCharges({ discounts, charges }: Adjustments, money: WriteMoney): ElementJson | undefined {
  if (discounts.length === 0 && charges.length === 0) return undefined
  return listIfAny([
    ...discounts.map((each) => adjustment(false, each, money)),
    ...charges.map((each) => adjustment(true, each, money)),
  ])
}

export interface Adjustments {
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
}

const percent = decimalOf('0.01')

/** A rate is a fraction of one (myinvois 6.2). */
const adjustment = (isCharge: boolean, { reason, rate, amount }: SettledAdjustment, money: WriteMoney): AggregateJson =>
  aggregate({
    ChargeIndicator: flagLeaf(isCharge),
    AllowanceChargeReason: leaf(reason ?? (isCharge ? 'Charge' : 'Discount')),
    MultiplierFactorNumeric: rate && numberLeaf(rate.times(percent)),
    Amount: money(amount),
  })
