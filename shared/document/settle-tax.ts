import type { CheckedTax } from './checked-line.ts'
import type { Decimal } from './decimal.ts'
import { type Place, percentOf, settledAmount, zero } from './decimals.ts'
import type { Tax } from './sale.ts'

/** @param net what the line comes to without tax */
export function settledTax(tax: Tax, net: Decimal, place: Place): CheckedTax {
  const taxableAmount = tax.taxableAmount ?? net
  // Where nothing can be worked out, `checkTaxes` says what is missing.
  const isOpen = tax.perUnitAmount ? !tax.quantity : !tax.rate
  const isStated = isOpen || (tax.taxType === 'E' && !isOfRate(tax))
  const amount = isStated ? (tax.amount ?? zero) : taxAmount(tax, taxOn(tax, taxableAmount), place)
  return { ...tax, taxableAmount, amount }
}

/** @param exact what it comes to, not rounded yet */
export const taxAmount = (tax: Tax, exact: Decimal, place: Place): Decimal =>
  settledAmount(place, 'amount', tax.amount, exact)

/** The tax that an exemption saves may be stated, of a rate or not, or be nil (myinvois 6.2, 13). */
const isOfRate = ({ amount, rate }: Tax): boolean => !!rate?.gt(zero) && !!amount?.gt(zero)

function taxOn({ perUnitAmount, quantity, rate }: Tax, base: Decimal): Decimal {
  if (perUnitAmount) return perUnitAmount.times(quantity ?? zero)
  return rate ? percentOf(base, rate) : zero
}
