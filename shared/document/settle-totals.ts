import { amountTolerance, type Decimal, decimalOf, expectedValue, percentOf, roundToSen, sum, zero } from './decimal.ts'
import { type Finding, finding } from './finding.ts'
import { type CheckedLine, type CheckedTax, isCharged, type Sale } from './sale.ts'
import { deriveUnitPrice } from './settle-line.ts'

/** For one tax type and rate: the tax over the document minus the taxes of the lines. */
interface TaxDifference {
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
 * The differences for TAX_ROUNDING `document`. @param given the till's total tax; the largest part takes the remainder
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
    amount: roundToSen(percentOf(base, rate)).minus(ofLines),
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

/**
 * Adds the difference to the largest line of that tax (contract 5). If the line's sign would change, the next line
 * takes the rest.
 */
function carry(
  lines: readonly CheckedLine[],
  { taxType, rate, amount }: TaxDifference,
  pricesIncludeTax: boolean,
): readonly CheckedLine[] {
  const carriers = lines
    .flatMap((line, at): readonly Carrier[] => {
      const tax = line.taxes.find((each) => isOfRate(each) && each.taxType === taxType && each.rate?.eq(rate))
      return tax ? [{ at, line, tax, pricesIncludeTax }] : []
    })
    .toSorted((one, other) => other.line.totalExcludingTax.abs().cmp(one.line.totalExcludingTax.abs()))
  let rest = amount
  const parts = carriers.map((carrier) => {
    const part = bearable(carrier, rest)
    rest = rest.minus(part)
    return part
  })
  const changed = [...lines]
  carriers.forEach((carrier, place) => {
    const part = (parts[place] ?? zero).plus(place === 0 ? rest : zero)
    if (!part.eq(zero)) changed[carrier.at] = carrying(carrier, part)
  })
  return changed
}

interface Carrier {
  readonly at: number
  readonly line: CheckedLine
  readonly tax: CheckedTax
  readonly pricesIncludeTax: boolean
}

/** The part of the rest that this line can take without a change of sign. */
function bearable({ line, tax, pricesIncludeTax }: Carrier, rest: Decimal): Decimal {
  const turned = (value: Decimal) => (line.quantity.lt(zero) ? value.neg() : value)
  const limits = pricesIncludeTax ? [line.totalExcludingTax, line.subtotal].map(turned) : []
  const most = limits.reduce((least, limit) => (limit.lt(least) ? limit : least), turned(rest))
  const least = turned(tax.amount).neg()
  return turned(most.lt(least) ? least : most)
}

/** If prices include tax, the net changes by as much, so that the customer's amount stays. */
function carrying({ line, tax, pricesIncludeTax }: Carrier, part: Decimal): CheckedLine {
  const taxes = line.taxes.map((each) => (each === tax ? { ...tax, amount: tax.amount.plus(part) } : each))
  if (!pricesIncludeTax) return { ...line, taxes }
  const [subtotal, net] = [line.subtotal.minus(part), line.totalExcludingTax.minus(part)]
  const ofNet = (each: CheckedTax) => (isOnTotal(each, line) ? { ...each, taxableAmount: net } : each)
  return { ...line, ...deriveUnitPrice(line, subtotal), totalExcludingTax: net, taxes: taxes.map(ofNet) }
}

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

/** The net before rounding: a sum of rounded nets would be rounded twice. */
function exactNet(line: CheckedLine): Decimal {
  const onTotal = line.taxes.filter((tax) => isOfRate(tax) && isOnTotal(tax, line))
  const gross = line.totalExcludingTax.plus(sum(onTotal.map(({ amount }) => amount)))
  return gross.times(hundred).div(hundred.plus(sum(onTotal.map(({ rate = zero }) => rate))))
}

export interface Totals {
  readonly totalExcludingTax: Decimal
  readonly totalTax: Decimal
  readonly totalIncludingTax: Decimal
  /** A prepayment is subtracted, unless it is the whole amount: the authority takes no document with nothing to pay. */
  readonly totalPayable: Decimal
}

/**
 * Computes the totals. Differences from the given ones are added to `findings`. @returns the lines with the tax of the
 * document, and the difference from their own taxes; null if tax is rounded by line
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
  // If prices include tax, the customer's amount stays.
  const totalExcludingTax = isInclusive ? adjusted.minus(difference) : adjusted
  const totalTax = taxOfLines.plus(difference)
  const totalIncludingTax = totalExcludingTax.plus(totalTax)
  const due = totalIncludingTax.plus(sale.roundingAmount ?? zero)
  const left = due.minus(sale.prepaid?.amount ?? zero)
  const isPaidInAdvance = left.eq(zero) && due.gt(zero)
  const totals = { totalExcludingTax, totalTax, totalIncludingTax, totalPayable: isPaidInAdvance ? due : left }
  findNegative(sale, totals, findings)
  if (sale.totals) checkGiven({ sale, lines, isPaidInAdvance }, totals, findings)
  const carried = differences.reduce((all, each) => carry(all, each, isInclusive), lines)
  return { totals, lines: carried, roundingDifference: isOverDocument ? difference : null }
}

interface SettledSale {
  readonly sale: Sale
  readonly lines: readonly CheckedLine[]
  readonly isPaidInAdvance: boolean
}

function checkGiven({ sale, lines, isPaidInAdvance }: SettledSale, totals: Totals, findings: Finding[]): void {
  const differing = totalNames.filter((name) => {
    const given = sale.totals?.[name]
    const isNothingLeft = name === 'totalPayable' && isPaidInAdvance && given?.eq(zero)
    return given && !isNothingLeft && !given.eq(totals[name])
  })
  if (differing.length === 0) return
  const explained = sale.taxRounding === 'document' ? null : totalsOverDocument(sale, lines)
  for (const name of differing)
    findings.push(finding(['totals', name], 'total_differs', expectedOf(totals[name], explained?.[name])))
}

/** The totals if the till rounded tax over the document without saying so; otherwise null. */
function totalsOverDocument({ totals: given, ...sale }: Sale, lines: readonly CheckedLine[]): Totals | null {
  const { totals } = settleTotals({ ...sale, taxRounding: 'document' }, lines, [])
  return totalNames.every((name) => !given?.[name] || totals[name].eq(given[name])) ? totals : null
}

const expectedOf = (expected: Decimal, overDocument: Decimal | undefined) =>
  overDocument
    ? { expected: `${expected.toFixed(2)} (TAX_ROUNDING=document: ${overDocument.toFixed(2)})` }
    : expectedValue(expected)

const totalNames = [
  'totalExcludingTax',
  'totalTax',
  'totalIncludingTax',
  'totalPayable',
] as const satisfies readonly (keyof Totals)[]

/** Within one sen for each line. */
const near = (given: Decimal | null, taxOfLines: Decimal, lines: readonly CheckedLine[]): Decimal | null =>
  given?.minus(taxOfLines).abs().lte(amountTolerance.times(lines.length)) ? given : null

interface OfLines {
  readonly adjusted: Decimal
  readonly taxOfLines: Decimal
  readonly isInclusive: boolean
}

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
  // The cause was reported already, at its own field.
  if (findings.some(({ code }) => code === 'becomes_negative')) return
  const isReturning = sale.lines.some(({ quantity }) => quantity.lt(zero))
  if (isReturning && (totalExcludingTax.lt(zero) || totalIncludingTax.lt(zero)))
    findings.push(finding(['lines'], 'total_negative', expectedValue(totalIncludingTax)))
  else if (totalExcludingTax.lt(zero))
    findings.push(finding(['discountAmount'], 'becomes_negative', expectedValue(totalExcludingTax)))
  else if (totalPayable.lt(zero))
    findings.push(
      finding(
        sale.prepaid ? ['prepaid', 'amount'] : ['roundingAmount'],
        'becomes_negative',
        expectedValue(totalPayable),
      ),
    )
}
