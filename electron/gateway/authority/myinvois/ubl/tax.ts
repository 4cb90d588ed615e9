import type { CheckedSale } from '../../../../../shared/document/check.ts'
import { type Decimal, decimalOf, roundToSen, sum } from '../../../../../shared/document/decimal.ts'
import { type CheckedLine, type CheckedTax, isCharged } from '../../../../../shared/document/sale.ts'
import {
  type AggregateJson,
  aggregate,
  attributes,
  type ElementJson,
  elementWithComma,
  leaf,
  leafIfAny,
  listOf,
  listOfOne,
  moneyWriter,
  numberLeaf,
  type WriteMoney,
} from './element.ts'

/** Amounts of tax are in ringgit (myinvois 13). */
export interface TaxWriters {
  readonly money: WriteMoney
  readonly ringgit: WriteMoney
  /** Each amount is rounded first, so that their sum is the sum of the written amounts. */
  readonly toRinggit: (amount: Decimal) => Decimal
}

export function taxWriters({ currencyCode = 'MYR', exchangeRate }: CheckedSale): TaxWriters {
  const money = moneyWriter(currencyCode)
  if (currencyCode === 'MYR' || !exchangeRate) return { money, ringgit: money, toRinggit: (amount) => amount }
  return { money, ringgit: moneyWriter('MYR'), toRinggit: (amount) => roundToSen(amount.times(exchangeRate)) }
}

/** One subtotal for each tax (myinvois 6.2). Exempted amounts are in no sum. */
export function lineTax(
  { taxes, totalExcludingTax }: CheckedLine,
  written: ElementJson,
  amounts: TaxWriters,
): ElementJson {
  const { money, ringgit, toRinggit } = amounts
  const subtotals = taxes.map((tax) =>
    lineSubtotal(tax, tax.taxableAmount === totalExcludingTax ? written : money(tax.taxableAmount), amounts),
  )
  const total = ringgit(sum(taxes.filter(isCharged).map(({ amount }) => toRinggit(amount))))
  return `[{"TaxAmount":${total},"TaxSubtotal":${listOf(subtotals)}}]` as ElementJson
}

function lineSubtotal(tax: CheckedTax, taxable: ElementJson, { money, ringgit, toRinggit }: TaxWriters): AggregateJson {
  const { taxType, perUnitAmount, quantity, unitCode, rate } = tax
  const isPerUnit = perUnitAmount && quantity && unitCode !== undefined
  // An exemption has a reason, and a rate only if one was given.
  const percent = perUnitAmount || (taxType === 'E' && !rate) ? undefined : numberLeaf(rate ?? nil)
  const text =
    `{"TaxableAmount":${taxable}` +
    `,"TaxAmount":${ringgit(toRinggit(tax.amount))}` +
    elementWithComma('Percent', percent) +
    elementWithComma('BaseUnitMeasure', isPerUnit ? numberLeaf(quantity, attributes({ unitCode })) : undefined) +
    elementWithComma('PerUnitAmount', isPerUnit ? money(perUnitAmount) : undefined) +
    `,"TaxCategory":${category(tax)}}`
  return text as AggregateJson
}

const nil = decimalOf(0)

/** One subtotal for each type, and for each reason of an exemption. */
export function documentTax(sale: CheckedSale, { money, ringgit, toRinggit }: TaxWriters): ElementJson {
  const taxes = sale.lines.flatMap((line) => line.taxes)
  const byCategory = Map.groupBy(taxes, (tax) => (tax.taxType === 'E' ? `E ${tax.exemptionReason}` : tax.taxType))
  const groups = [...byCategory.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const amount = sum(group.map((tax) => toRinggit(tax.amount)))
    return { first, taxable: sum(group.map(({ taxableAmount }) => taxableAmount)), amount }
  })
  return listOfOne({
    TaxAmount: ringgit(sum(groups.filter(({ first }) => isCharged(first)).map(({ amount }) => amount))),
    TaxSubtotal: listOf(
      groups.map(({ first, taxable, amount }) =>
        aggregate({ TaxableAmount: money(taxable), TaxAmount: ringgit(amount), TaxCategory: category(first) }),
      ),
    ),
  })
}

const scheme = listOfOne({ ID: leaf('OTH', attributes({ schemeID: 'UN/ECE 5153', schemeAgencyID: '6' })) })

function category({ taxType, exemptionReason }: CheckedTax): ElementJson {
  const reason = taxType === 'E' ? leafIfAny(exemptionReason) : undefined
  return `[{"ID":${leaf(taxType)}${elementWithComma('TaxExemptionReason', reason)},"TaxScheme":${scheme}}]` as ElementJson
}
