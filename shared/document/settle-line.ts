import type { Big } from 'big.js'
import { amountOf, chargesOf, discountsOf, settledAdjustments } from './adjust.ts'
import type { CheckedLine, CheckedTax, SettledAdjustment } from './checked-line.ts'
import { figure, settledAmount, toSen, zero } from './decimals.ts'
import { type Finding, finding } from './finding.ts'
import { withoutTax } from './inclusive.ts'
import type { Line } from './sale.ts'
import { settledTax } from './settle-tax.ts'

/**
 * A line before tax. What takes back is the mirror of the same line sold: it is worked out as that, and turned round
 * when all is known.
 */
export interface OpenLine {
  readonly line: Line
  readonly path: Finding['path']
  readonly isReturned: boolean
  readonly subtotal: Big
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
  /** With its own discounts and charges; with tax where prices include it. */
  readonly ownTotal: Big
  /** With its part of the bill's too. */
  readonly total: Big
}

export interface LinePlace {
  readonly path: Finding['path']
  readonly pricesIncludeTax: boolean
}

export function openLine(line: Line, { path, pricesIncludeTax }: LinePlace, findings: Finding[]): OpenLine {
  const isReturned = line.quantity.lt(zero)
  const quantity = isReturned ? line.quantity.abs() : line.quantity
  const subtotal = settledAmount([...path, 'subtotal'], line.subtotal, quantity.times(line.unitPrice), findings)
  const at = (name: string) => ({ path: [...path, name], findings })
  const discounts = settledAdjustments(discountsOf(line), subtotal, at('discounts'))
  const charges = settledAdjustments(chargesOf(line), subtotal, at('charges'))
  const computed = subtotal.minus(amountOf(discounts)).plus(amountOf(charges))
  if (computed.lt(zero)) {
    const blamed = line.discounts ? 'discounts' : 'discountAmount'
    findings.push(finding([...path, blamed], 'becomes_negative', figure(computed)))
  }
  // Where prices include tax, what the line comes to without it is not known yet.
  const total = pricesIncludeTax
    ? toSen(computed)
    : settledAmount([...path, 'totalExcludingTax'], line.totalExcludingTax, computed, findings)
  return { line, path, isReturned, subtotal, discounts, charges, ownTotal: total, total }
}

interface Closing {
  readonly lineId: string
  readonly pricesIncludeTax: boolean
}

/** The line as the document has it. */
export function closeLine(open: OpenLine, { lineId, pricesIncludeTax }: Closing, findings: Finding[]): CheckedLine {
  const closed = pricesIncludeTax ? withoutTax(open, findings) : withTax(open, findings)
  return { ...(open.isReturned ? mirrored(closed) : closed), lineId }
}

/** All but its name. */
export type UnnamedLine = Omit<CheckedLine, 'lineId'>

function withTax({ line, path, subtotal, discounts, charges, total }: OpenLine, findings: Finding[]): UnnamedLine {
  const taxes = line.taxes.map((tax, at) => settledTax(tax, total, { path: [...path, 'taxes', at], findings }))
  return { ...line, subtotal, discounts, charges, totalExcludingTax: total, taxes }
}

/** The quantity is below nothing already. */
const mirrored = (line: UnnamedLine): UnnamedLine => ({
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
