import { type CheckedLine } from './checked-line.ts'
import type { Decimal } from './decimal.ts'
import { figure, sum, tolerance, zero } from './decimals.ts'
import { type Finding, finding } from './finding.ts'
import type { GivenTotals, Sale } from './sale.ts'
import { chargedTax, type TaxDifference, taxDifferences } from './tax-rounding.ts'

export interface Totals {
  readonly totalExcludingTax: Decimal
  readonly totalTax: Decimal
  readonly totalIncludingTax: Decimal
  /** What was paid in advance is taken off, unless it is all of it: the authority takes no document of nothing. */
  readonly totalPayable: Decimal
}

export interface SettledTotals {
  readonly totals: Totals
  /** Empty where each line's tax is rounded by itself. */
  readonly differences: readonly TaxDifference[]
}

/** What the document comes to; what does not agree is added to `findings`. */
export function settleTotals(sale: Sale, lines: readonly CheckedLine[], findings: Finding[]): SettledTotals {
  const isInclusive = sale.pricesIncludeTax ?? false
  const ofLines = sum(lines.map(({ totalExcludingTax }) => totalExcludingTax))
  const adjusted = ofLines.minus(sale.discountAmount ?? zero).plus(sale.chargeAmount ?? zero)
  const taxOfLines = chargedTax(lines)
  const isOverDocument = sale.taxRounding === 'document'
  const given = isOverDocument ? givenTax(sale, { adjusted, taxOfLines, isInclusive }) : null
  const differences = isOverDocument ? taxDifferences(lines, isInclusive, near(given, taxOfLines, lines)) : []
  const difference = sum(differences.map(({ amount }) => amount))
  // Of prices with tax the customer's figure stays: what tax has more, the rest has less.
  const totalExcludingTax = isInclusive ? adjusted.minus(difference) : adjusted
  const totalTax = taxOfLines.plus(difference)
  const totalIncludingTax = totalExcludingTax.plus(totalTax)
  const due = totalIncludingTax.plus(sale.roundingAmount ?? zero)
  const left = due.minus(sale.prepaid?.amount ?? zero)
  const isPaidInAdvance = left.eq(zero) && due.gt(zero)
  const totals = { totalExcludingTax, totalTax, totalIncludingTax, totalPayable: isPaidInAdvance ? due : left }
  findNegative(sale, totals, findings)
  for (const name of totalNames) {
    const figureGiven = sale.totals?.[name]
    const isNothingLeft = name === 'totalPayable' && isPaidInAdvance && figureGiven?.eq(zero)
    if (figureGiven && !isNothingLeft && !figureGiven.eq(totals[name]))
      findings.push(finding(['totals', name], 'total_differs', figure(totals[name])))
  }
  return { totals, differences }
}

const totalNames = [
  'totalExcludingTax',
  'totalTax',
  'totalIncludingTax',
  'totalPayable',
] as const satisfies readonly (keyof GivenTotals)[]

/** What rounding can explain: a sen for each line. */
const near = (given: Decimal | null, taxOfLines: Decimal, lines: readonly CheckedLine[]): Decimal | null =>
  given?.minus(taxOfLines).abs().lte(tolerance.times(lines.length)) ? given : null

interface OfLines {
  readonly adjusted: Decimal
  readonly taxOfLines: Decimal
  readonly isInclusive: boolean
}

/** The tax by the till's own totals, from whichever of them tells it. */
function givenTax(
  { totals, prepaid, roundingAmount }: Sale,
  { adjusted, taxOfLines, isInclusive }: OfLines,
): Decimal | null {
  if (!totals) return null
  if (totals.totalTax) return totals.totalTax
  if (isInclusive) return totals.totalExcludingTax ? adjusted.plus(taxOfLines).minus(totals.totalExcludingTax) : null
  if (totals.totalIncludingTax) return totals.totalIncludingTax.minus(adjusted)
  return totals.totalPayable
    ? totals.totalPayable
        .minus(roundingAmount ?? zero)
        .plus(prepaid?.amount ?? zero)
        .minus(adjusted)
    : null
}

function findNegative(sale: Sale, { totalExcludingTax, totalIncludingTax, totalPayable }: Totals, findings: Finding[]) {
  // What it comes from was told where it stands.
  if (findings.some(({ code }) => code === 'becomes_negative')) return
  const isReturning = sale.lines.some(({ quantity }) => quantity.lt(zero))
  if (isReturning && (totalExcludingTax.lt(zero) || totalIncludingTax.lt(zero)))
    findings.push(finding(['lines'], 'total_negative', figure(totalIncludingTax)))
  else if (totalExcludingTax.lt(zero))
    findings.push(finding(['discountAmount'], 'becomes_negative', figure(totalExcludingTax)))
  else if (totalPayable.lt(zero))
    findings.push(
      finding(sale.prepaid ? ['prepaid', 'amount'] : ['roundingAmount'], 'becomes_negative', figure(totalPayable)),
    )
}
