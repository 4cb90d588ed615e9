import type { Big } from 'big.js'
import type { CheckedTax } from './checked-line.ts'
import { type Place, percentOf, settledAmount, zero } from './decimals.ts'
import type { Tax } from './sale.ts'

/** @param net what the line comes to without tax */
export function settledTax(tax: Tax, net: Big, place: Place): CheckedTax {
  const taxableAmount = tax.taxableAmount ?? net
  const isStated = tax.taxType === 'E' && !isOfRate(tax)
  const amount = isStated ? (tax.amount ?? zero) : taxAmount(tax, taxOn(tax, taxableAmount), place)
  return { ...tax, taxableAmount, amount }
}

/** @param exact what it comes to, not rounded yet */
export const taxAmount = (tax: Tax, exact: Big, place: Place): Big => settledAmount(place, 'amount', tax.amount, exact)

/** The tax that an exemption saves may be stated, of a rate or not, or be nil (myinvois 6.2, 13). */
const isOfRate = ({ amount, rate }: Tax): boolean => !!rate?.gt(zero) && !!amount?.gt(zero)

function taxOn({ perUnitAmount, quantity, rate }: Tax, base: Big): Big {
  if (perUnitAmount) return perUnitAmount.times(quantity ?? zero)
  return rate ? percentOf(base, rate) : zero
}
