import { settleAmounts } from '../../../../shared/document/arithmetic.ts'
import { cashRoundingOf } from '../../../../shared/document/cash-rounding.ts'
import { amountTolerance, type Decimal, one, roundToSen, zero } from '../../../../shared/document/decimal.ts'
import type { CheckedLine, Line, Sale } from '../../../../shared/document/sale.ts'

/** A line of a note, without what is already taken off a line of the sale. */
interface LineBack extends Pick<Line, 'description' | 'unitPrice'> {
  quantity: Decimal
  total: Decimal
}

/** The sale without what the notes gave back. If they gave back anything, its prices are without tax. */
export function leftOf(sale: Sale, notes: readonly Sale[]): Sale {
  const back = notes.flatMap((note) =>
    settleAmounts(note, []).soldLines.map((line): LineBack => ({ ...line, total: line.totalExcludingTax })),
  )
  if (back.length === 0) return sale
  // The lines have their part of the bill's discounts and charges.
  const { discounts: _discounts, charges: _charges, totals: _totals, roundingAmount: _rounding, ...kept } = sale
  const lines = settleAmounts(sale, []).soldLines.flatMap((line) => leftOfLine(line, back))
  const left = { ...kept, pricesIncludeTax: false, lines }
  const money = notes.reduce((rest, note) => rest.minus(moneyOf(note)), moneyOf(sale))
  const roundingAmount = money.minus(moneyOf(left))
  // Each note is rounded separately. If coins can pay what is left, the last note gives back exactly that.
  const isRounded = [sale, ...notes].some((each) => each.roundingAmount) && cashRoundingOf(money).eq(zero)
  return !isRounded || roundingAmount.eq(zero) || roundingAmount.abs().gt(one) ? left : { ...left, roundingAmount }
}

const moneyOf = (sale: Sale): Decimal =>
  settleAmounts(sale, []).totals.totalIncludingTax.plus(sale.roundingAmount ?? zero)

/**
 * A note does not name the line of the sale, so lines are matched by description and price. At the same price pieces
 * came back; at any other the line became cheaper, which is shown as a discount.
 */
function leftOfLine(sold: CheckedLine, back: readonly LineBack[]): readonly Line[] {
  const { subtotal: _subtotal, totalExcludingTax, discounts: _all, charges: _each, ...line } = sold
  const { description, unitPrice } = line
  let { quantity } = sold
  let total = totalExcludingTax
  for (const each of back.filter((lineBack) => lineBack.description === description)) {
    const arePieces = each.unitPrice.minus(unitPrice).abs().lt(amountTolerance)
    const share = arePieces && each.quantity.gt(quantity) ? quantity.div(each.quantity) : one
    if (arePieces) quantity = quantity.minus(each.quantity.times(share))
    total = total.minus(each.total.times(share))
    each.quantity = each.quantity.times(one.minus(share))
    each.total = each.total.times(one.minus(share))
  }
  if (quantity.lte(zero) || total.lte(zero)) return []
  if (total.eq(totalExcludingTax)) return [sold]
  const taxes = sold.taxes.map(({ taxableAmount: _taxable, amount: _amount, ...tax }) => tax)
  const discount = roundToSen(quantity.times(unitPrice).minus(total))
  const adjustment = discount.lt(zero) ? { chargeAmount: discount.abs() } : { discountAmount: discount }
  return [{ ...line, quantity, taxes, ...(!discount.eq(zero) && adjustment) }]
}
