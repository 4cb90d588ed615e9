import { amountOf, chargesOf, discountsOf, none, settledAdjustments } from './adjust.ts'
import type { CheckedLine, CheckedTax, OpenLine, SettledAdjustment } from './checked-line.ts'
import { figure, settledAmount, toSen, zero } from './decimals.ts'
import { type Finding, finding } from './finding.ts'
import { withoutTax } from './inclusive.ts'
import type { Line } from './sale.ts'
import { settledTax } from './settle-tax.ts'

export interface LinePlace {
  readonly path: Finding['path']
  readonly pricesIncludeTax: boolean
}

export function openLine(line: Line, { path, pricesIncludeTax }: LinePlace, findings: Finding[]): OpenLine {
  const isReturned = line.quantity.lt(zero)
  const quantity = isReturned ? line.quantity.abs() : line.quantity
  const place = { path, findings }
  const subtotal = settledAmount(place, 'subtotal', line.subtotal, quantity.times(line.unitPrice))
  const at = (name: string) => ({ path: [...path, name], findings })
  const [given, added] = [discountsOf(line), chargesOf(line)]
  // Most lines have neither, and half of the time would go into that.
  const isPlain = given.length === 0 && added.length === 0
  const discounts = isPlain ? none : settledAdjustments(given, subtotal, at('discounts'))
  const charges = isPlain ? none : settledAdjustments(added, subtotal, at('charges'))
  const computed = isPlain ? subtotal : subtotal.minus(amountOf(discounts)).plus(amountOf(charges))
  if (!isPlain && computed.lt(zero)) {
    const blamed = line.discounts ? 'discounts' : 'discountAmount'
    findings.push(finding([...path, blamed], 'becomes_negative', figure(computed)))
  }
  // Where prices include tax, what the line comes to without it is not known yet.
  const total = pricesIncludeTax
    ? toSen(computed)
    : settledAmount(place, 'totalExcludingTax', line.totalExcludingTax, computed)
  return { line, path, isReturned, subtotal, discounts, charges, ownTotal: total, total }
}

interface Closing {
  readonly lineId: string
  readonly pricesIncludeTax: boolean
}

/** The line as the document has it. */
export function closeLine(open: OpenLine, { lineId, pricesIncludeTax }: Closing, findings: Finding[]): CheckedLine {
  const closed = pricesIncludeTax ? withoutTax(open, lineId, findings) : withTax(open, lineId, findings)
  return open.isReturned ? mirrored(closed) : closed
}

function withTax(open: OpenLine, lineId: string, findings: Finding[]): CheckedLine {
  const { line, path, subtotal, discounts, charges, total } = open
  const taxes = line.taxes.map((tax, at) => settledTax(tax, total, { path: [...path, 'taxes', at], findings }))
  return { ...line, lineId, subtotal, discounts, charges, totalExcludingTax: total, taxes }
}

/** The quantity is below nothing already. */
const mirrored = (line: CheckedLine): CheckedLine => ({
  ...line,
  subtotal: line.subtotal.neg(),
  discounts: line.discounts.map(turned),
  charges: line.charges.map(turned),
  totalExcludingTax: line.totalExcludingTax.neg(),
  taxes: line.taxes.map(turnedTax),
})

const turned = (each: SettledAdjustment): SettledAdjustment => ({ ...each, amount: each.amount.neg() })

const turnedTax = (tax: CheckedTax): CheckedTax => ({
  ...tax,
  ...(tax.quantity && { quantity: tax.quantity.neg() }),
  taxableAmount: tax.taxableAmount.neg(),
  amount: tax.amount.neg(),
})
