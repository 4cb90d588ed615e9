import { type Decimal, decimalOf, figure, percentOf, sum, tolerance, toSen, zero } from './decimal.ts'
import { type Finding, finding } from './finding.ts'
import { type CheckedLine, type CheckedTax, isCharged, type Sale } from './sale.ts'

/** By how much the tax of one type and rate over the document differs from what its lines say of it. */
export interface TaxDifference {
  readonly taxType: string
  readonly rate: Decimal
  readonly amount: Decimal
}

interface Group {
  readonly taxType: string
  readonly rate: Decimal
  base: Decimal
  ofLines: Decimal
}

/**
 * Tax per type and rate over the whole document (TAX_ROUNDING `document`), as differences to what the lines say.
 * @param given what it comes to by the till, where it says so: the largest part bears what is left
 */
function taxDifferences(
  lines: readonly CheckedLine[],
  pricesIncludeTax: boolean,
  given: Decimal | null,
): readonly TaxDifference[] {
  const groups = groupsIn(lines, pricesIncludeTax)
  const computed = groups.map(({ taxType, rate, base, ofLines }) => ({
    taxType,
    rate,
    amount: toSen(percentOf(base, rate)).minus(ofLines),
  }))
  const rest = given ? given.minus(chargedTax(lines)).minus(sum(computed.map(({ amount }) => amount))) : zero
  const largest = groups.reduce(
    (most, { base }, at) => (base.abs().gt(groups[most]?.base.abs() ?? zero) ? at : most),
    0,
  )
  return computed
    .map((each, at) => (at === largest ? { ...each, amount: each.amount.plus(rest) } : each))
    .filter(({ amount }) => !amount.eq(zero))
}

/** What all lines bear of tax, each rounded by itself. */
function chargedTax(lines: readonly CheckedLine[]): Decimal {
  let total = zero
  for (const { taxes } of lines) for (const tax of taxes) if (isCharged(tax)) total = total.plus(tax.amount)
  return total
}

function groupsIn(lines: readonly CheckedLine[], pricesIncludeTax: boolean): readonly Group[] {
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const exact = pricesIncludeTax ? exactNet(line) : line.totalExcludingTax
    for (const tax of line.taxes) {
      if (!isOfRate(tax)) continue
      const { taxType, rate = zero, taxableAmount, amount } = tax
      const group = groups.get(`${taxType} ${rate.toFixed()}`) ?? { taxType, rate, base: zero, ofLines: zero }
      group.base = group.base.plus(isOnTotal(tax, line) ? exact : taxableAmount)
      group.ofLines = group.ofLines.plus(amount)
      groups.set(`${taxType} ${rate.toFixed()}`, group)
    }
  }
  return [...groups.values()]
}

const isOfRate = (tax: CheckedTax): boolean => isCharged(tax) && !tax.perUnitAmount && !!tax.rate?.gt(zero)
const isOnTotal = ({ taxableAmount }: CheckedTax, { totalExcludingTax }: CheckedLine) =>
  taxableAmount.eq(totalExcludingTax)

const hundred = decimalOf(100)

/** What a price with tax has without it, before it was rounded: of rounded ones the sum would be rounded twice. */
function exactNet(line: CheckedLine): Decimal {
  const onTotal = line.taxes.filter((tax) => isOfRate(tax) && isOnTotal(tax, line))
  const gross = line.totalExcludingTax.plus(sum(onTotal.map(({ amount }) => amount)))
  return gross.times(hundred).div(hundred.plus(sum(onTotal.map(({ rate = zero }) => rate))))
}

export interface Totals {
  readonly totalExcludingTax: Decimal
  readonly totalTax: Decimal
  readonly totalIncludingTax: Decimal
  /** What was paid in advance is taken off, unless it is all of it: the authority takes no document of nothing. */
  readonly totalPayable: Decimal
}

export type SettledTotals = ReturnType<typeof settleTotals>

/**
 * What the document comes to; what does not agree is added to `findings`.
 * @returns no `differences` unless tax is rounded over the document
 */
export function settleTotals(sale: Sale, lines: readonly CheckedLine[], findings: Finding[]) {
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
] as const satisfies readonly (keyof Totals)[]

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
