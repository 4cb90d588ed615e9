import { withBill } from './bill.ts'
import type { CheckedLine } from './checked-line.ts'
import type { Decimal } from './decimal.ts'
import { sum } from './decimals.ts'
import type { Finding } from './finding.ts'
import { lineIds } from './line-ids.ts'
import type { Sale } from './sale.ts'
import { closeLine, openLine } from './settle-line.ts'
import { type SettledTotals, settleTotals } from './settle-totals.ts'

export interface Arithmetic extends SettledTotals {
  readonly lines: readonly CheckedLine[]
}

/**
 * Works the document's amounts out (contract 5, myinvois 6.3). A given amount wins within one sen of the computed one,
 * because it is what the customer's receipt shows; tax bases and sums use the amounts that won. Given document totals must
 * be exact, but for what rounding the tax over the document explains.
 * @returns the amounts; what does not agree is added to `findings`
 */
export function settleAmounts(sale: Sale, findings: Finding[]): Arithmetic {
  const pricesIncludeTax = sale.pricesIncludeTax ?? false
  const own = sale.lines.map((line, at) => openLine(line, { path: ['lines', at], pricesIncludeTax }, findings))
  const open = withBill(sale, own, findings)
  const ids = lineIds(sale.lines, open.length)
  const lines = open.map((line, at) => closeLine(line, { lineId: ids[at] ?? '', pricesIncludeTax }, findings))
  return { lines, ...settleTotals(sale, lines, findings) }
}

/** By how much the document's tax differs from the sum of its lines'; null where each line is rounded by itself. */
export const roundingDifference = ({ taxRounding }: Sale, { differences }: SettledTotals): Decimal | null =>
  taxRounding === 'document' ? sum(differences.map(({ amount }) => amount)) : null
