import type { Big } from 'big.js'
import type { CheckedTax } from './checked-line.ts'
import { percentOf, settledAmount, zero } from './decimals.ts'
import type { Finding } from './finding.ts'
import type { Tax } from './sale.ts'

export interface TaxPlace {
  readonly path: Finding['path']
  readonly findings: Finding[]
}

/** @param net what the line comes to without tax */
export function settledTax(tax: Tax, net: Big, place: TaxPlace): CheckedTax {
  const taxableAmount = tax.taxableAmount ?? net
  const isStated = tax.taxType === 'E' && !isOfRate(tax)
  const amount = isStated ? (tax.amount ?? zero) : taxAmount(tax, taxOn(tax, taxableAmount), place)
  return { ...tax, taxableAmount, amount }
}

/** @param exact what it comes to, not rounded yet */
export const taxAmount = (tax: Tax, exact: Big, { path, findings }: TaxPlace): Big =>
  settledAmount([...path, 'amount'], tax.amount, exact, findings)

/** The tax that an exemption saves may be stated, of a rate or not, or be nil (myinvois 6.2, 13). */
const isOfRate = ({ amount, rate }: Tax): boolean => !!rate?.gt(zero) && !!amount?.gt(zero)

function taxOn({ perUnitAmount, quantity, rate }: Tax, base: Big): Big {
  if (perUnitAmount) return perUnitAmount.times(quantity ?? zero)
  return rate ? percentOf(base, rate) : zero
}
