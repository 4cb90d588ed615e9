import { Big } from 'big.js'
import type { CheckedLine, CheckedTax } from '../../../../../shared/document/arithmetic.ts'
import { sum } from '../../../../../shared/document/arithmetic.ts'
import type { CheckedSale } from '../../../../../shared/document/check.ts'
import {
  type Aggregate,
  aggregate,
  all,
  attributes,
  type Content,
  leaf,
  type Money,
  next,
  number,
  one,
  optional,
} from './element.ts'

/** The tax of one line: a subtotal for every tax on it (myinvois 6.2). */
export function lineTax({ taxes }: CheckedLine, taxable: Content, money: Money): Content {
  const subtotals = taxes.map((tax) => lineSubtotal(tax, taxable, money))
  const total = money(sum(taxes.map(({ amount }) => amount)))
  return `[{"TaxAmount":${total},"TaxSubtotal":${all(subtotals)}}]` as Content
}

function lineSubtotal(tax: CheckedTax, taxable: Content, money: Money): Aggregate {
  const { perUnitAmount, quantity, unitCode } = tax
  const isPerUnit = perUnitAmount && quantity && unitCode !== undefined
  const text =
    `{"TaxableAmount":${taxable}` +
    `,"TaxAmount":${money(tax.amount)}` +
    next('Percent', perUnitAmount ? undefined : number(tax.rate ?? nil)) +
    next('BaseUnitMeasure', isPerUnit ? number(quantity, attributes({ unitCode })) : undefined) +
    next('PerUnitAmount', isPerUnit ? money(perUnitAmount) : undefined) +
    `,"TaxCategory":${category(tax)}}`
  return text as Aggregate
}

const nil = new Big(0)

/** The tax of the document: a subtotal for every type, exemptions apart by their reason. */
export function documentTax({ lines, settledTotals }: CheckedSale, money: Money): Content {
  const taxes = lines.flatMap(({ taxes: ofLine, totalExcludingTax }) =>
    ofLine.map((tax) => ({ tax, base: totalExcludingTax })),
  )
  const byCategory = Map.groupBy(taxes, ({ tax }) => (tax.taxType === 'E' ? `E ${tax.exemptionReason}` : tax.taxType))
  return one({
    TaxAmount: money(settledTotals.totalTax),
    TaxSubtotal: all(
      [...byCategory.values()].flatMap((group) => {
        const [first] = group
        if (!first) return []
        return aggregate({
          TaxableAmount: money(sum(group.map(({ base }) => base))),
          TaxAmount: money(sum(group.map(({ tax }) => tax.amount))),
          TaxCategory: category(first.tax),
        })
      }),
    ),
  })
}

const scheme = one({ ID: leaf('OTH', attributes({ schemeID: 'UN/ECE 5153', schemeAgencyID: '6' })) })

function category({ taxType, exemptionReason }: CheckedTax): Content {
  const reason = taxType === 'E' ? optional(exemptionReason) : undefined
  return `[{"ID":${leaf(taxType)}${next('TaxExemptionReason', reason)},"TaxScheme":${scheme}}]` as Content
}
