import { type Decimal, decimalOf } from './decimal.ts'
import { type Finding, finding } from './finding.ts'

export const zero = decimalOf(0)
export const one = decimalOf(1)
const hundredth = decimalOf('0.01')
/** How far a given amount may be from the computed one. */
export const tolerance = hundredth
const halfUp = 1

/** To the sen; half a sen goes away from nothing, so that what is taken back is what was sold. */
export const toSen = (amount: Decimal): Decimal => amount.round(2, halfUp)

export const percentOf = (amount: Decimal, rate: Decimal): Decimal => amount.times(rate).times(hundredth)

export const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.length === 0 ? zero : amounts.reduce((total, amount) => total.plus(amount))

/** For a sentence that says what was expected. */
export const figure = (amount: Decimal) => ({ expected: amount.toFixed(2) })

/** Where something of a document stands, and where what is wrong with it goes. */
export interface Place {
  readonly path: Finding['path']
  readonly findings: Finding[]
}

/**
 * The given amount within the tolerance, which is what the customer's receipt shows; else the computed one.
 * @param name of what is within the place: a path of its own for each amount would cost more than the amount
 */
export function settledAmount(
  { path, findings }: Place,
  name: string,
  given: Decimal | undefined,
  exact: Decimal,
): Decimal {
  const computed = toSen(exact)
  if (!given || given.eq(computed)) return computed
  if (given.minus(computed).abs().gt(tolerance))
    findings.push(finding([...path, name], 'amount_differs', figure(computed)))
  return given
}
