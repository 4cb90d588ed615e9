import { Big } from 'big.js'
import type { CheckedLine, CheckedTax } from '../../../../../shared/document/arithmetic.ts'
import { sum } from '../../../../../shared/document/arithmetic.ts'
import { type Aggregate, aggregate, leaf, money, number, optional } from './element.ts'

/** The tax of one line: a subtotal for every tax on it (myinvois 6.2). */
export const lineTax = ({ taxes, totalExcludingTax }: CheckedLine, currency: string): Aggregate => ({
  TaxAmount: money(sum(taxes.map(({ amount }) => amount)), currency),
  TaxSubtotal: taxes.map((tax) =>
    aggregate({
      TaxableAmount: money(totalExcludingTax, currency),
      TaxAmount: money(tax.amount, currency),
      Percent: tax.perUnitAmount ? undefined : number(tax.rate ?? new Big(0)),
      ...perUnit(tax, currency),
      TaxCategory: [category(tax)],
    }),
  ),
})

const perUnit = ({ perUnitAmount, unitCode, quantity }: CheckedTax, currency: string) =>
  perUnitAmount && quantity && unitCode !== undefined
    ? { BaseUnitMeasure: number(quantity, { unitCode }), PerUnitAmount: money(perUnitAmount, currency) }
    : {}

/** The tax of the document: a subtotal for every type, exemptions apart by their reason. */
export function documentTax(lines: readonly CheckedLine[], currency: string): Aggregate {
  const taxes = lines.flatMap(({ taxes: ofLine, totalExcludingTax }) =>
    ofLine.map((tax) => ({ tax, base: totalExcludingTax })),
  )
  const byCategory = Map.groupBy(taxes, ({ tax }) => (tax.taxType === 'E' ? `E ${tax.exemptionReason}` : tax.taxType))
  return {
    TaxAmount: money(sum(taxes.map(({ tax }) => tax.amount)), currency),
    TaxSubtotal: [...byCategory.values()].flatMap((group) => {
      const [first] = group
      if (!first) return []
      return {
        TaxableAmount: money(sum(group.map(({ base }) => base)), currency),
        TaxAmount: money(sum(group.map(({ tax }) => tax.amount)), currency),
        TaxCategory: [category(first.tax)],
      }
    }),
  }
}

const category = ({ taxType, exemptionReason }: CheckedTax): Aggregate =>
  aggregate({
    ID: leaf(taxType),
    TaxExemptionReason: taxType === 'E' ? optional(exemptionReason) : undefined,
    TaxScheme: [{ ID: leaf('OTH', { schemeID: 'UN/ECE 5153', schemeAgencyID: '6' }) }],
  })
