import { type CheckedLine, type CheckedTax, isCharged } from './checked-line.ts'
import { type Decimal, decimalOf } from './decimal.ts'
import { percentOf, sum, toSen, zero } from './decimals.ts'

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
export function taxDifferences(
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
export function chargedTax(lines: readonly CheckedLine[]): Decimal {
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
