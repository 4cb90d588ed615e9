import type { CheckedSale } from '../../../../../shared/document/check.ts'
import { type Decimal, decimalOf, sum, toSen } from '../../../../../shared/document/decimal.ts'
import { type CheckedLine, type CheckedTax, isCharged } from '../../../../../shared/document/sale.ts'
import {
  type Aggregate,
  aggregate,
  all,
  attributes,
  type Content,
  leaf,
  moneyIn,
  next,
  number,
  one,
  optional,
  type WriteMoney,
} from './element.ts'

/** Amounts of tax are in ringgit (myinvois 13). */
export interface TaxMoney {
  readonly money: WriteMoney
  readonly ringgit: WriteMoney
  /** Each amount is rounded first, so that their sum is the sum of the written amounts. */
  readonly toRinggit: (amount: Decimal) => Decimal
}

export function taxMoney({ currencyCode = 'MYR', exchangeRate }: CheckedSale): TaxMoney {
  const money = moneyIn(currencyCode)
  if (currencyCode === 'MYR' || !exchangeRate) return { money, ringgit: money, toRinggit: (amount) => amount }
  return { money, ringgit: moneyIn('MYR'), toRinggit: (amount) => toSen(amount.times(exchangeRate)) }
}

/** One subtotal for each tax (myinvois 6.2). Exempted amounts are in no sum. */
export function lineTax({ taxes, totalExcludingTax }: CheckedLine, written: Content, amounts: TaxMoney): Content {
  const { money, ringgit, toRinggit } = amounts
  const subtotals = taxes.map((tax) =>
    lineSubtotal(tax, tax.taxableAmount === totalExcludingTax ? written : money(tax.taxableAmount), amounts),
  )
  const total = ringgit(sum(taxes.filter(isCharged).map(({ amount }) => toRinggit(amount))))
  return `[{"TaxAmount":${total},"TaxSubtotal":${all(subtotals)}}]` as Content
}

function lineSubtotal(tax: CheckedTax, taxable: Content, { money, ringgit, toRinggit }: TaxMoney): Aggregate {
  const { taxType, perUnitAmount, quantity, unitCode, rate } = tax
  const isPerUnit = perUnitAmount && quantity && unitCode !== undefined
  // An exemption has a reason, and a rate only if one was given.
  const percent = perUnitAmount || (taxType === 'E' && !rate) ? undefined : number(rate ?? nil)
  const text =
    `{"TaxableAmount":${taxable}` +
    `,"TaxAmount":${ringgit(toRinggit(tax.amount))}` +
    next('Percent', percent) +
    next('BaseUnitMeasure', isPerUnit ? number(quantity, attributes({ unitCode })) : undefined) +
    next('PerUnitAmount', isPerUnit ? money(perUnitAmount) : undefined) +
    `,"TaxCategory":${category(tax)}}`
  return text as Aggregate
}

const nil = decimalOf(0)

/** One subtotal for each type, and for each reason of an exemption. */
export function documentTax(sale: CheckedSale, { money, ringgit, toRinggit }: TaxMoney): Content {
  const taxes = sale.lines.flatMap((line) => line.taxes)
  const byCategory = Map.groupBy(taxes, (tax) => (tax.taxType === 'E' ? `E ${tax.exemptionReason}` : tax.taxType))
  const groups = [...byCategory.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const amount = sum(group.map((tax) => toRinggit(tax.amount)))
    return { first, taxable: sum(group.map(({ taxableAmount }) => taxableAmount)), amount }
  })
  return one({
    TaxAmount: ringgit(sum(groups.filter(({ first }) => isCharged(first)).map(({ amount }) => amount))),
    TaxSubtotal: all(
      groups.map(({ first, taxable, amount }) =>
        aggregate({ TaxableAmount: money(taxable), TaxAmount: ringgit(amount), TaxCategory: category(first) }),
      ),
    ),
  })
}

const scheme = one({ ID: leaf('OTH', attributes({ schemeID: 'UN/ECE 5153', schemeAgencyID: '6' })) })

function category({ taxType, exemptionReason }: CheckedTax): Content {
  const reason = taxType === 'E' ? optional(exemptionReason) : undefined
  return `[{"ID":${leaf(taxType)}${next('TaxExemptionReason', reason)},"TaxScheme":${scheme}}]` as Content
}
