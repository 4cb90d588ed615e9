import { Big } from 'big.js'
import { type Finding, finding } from './finding.ts'

/** An exact decimal. A division has twenty places. */
export type Decimal = Big

const Exact = Big()
// Otherwise texts of very small and very large numbers would have an exponent.
Exact.NE = -100
Exact.PE = 100

/** @throws Error if it is no number */
export const decimalOf = (given: number | string): Decimal => new Exact(given)

const halfUp = 1

export const zero = decimalOf(0)
export const one = decimalOf(1)
const hundredth = decimalOf('0.01')
/** The allowed difference between a given amount and the computed one. */
export const amountTolerance = hundredth

/** Rounds to the sen. Half a sen goes away from zero, so that a return has the amount of its sale. */
export const roundToSen = (amount: Decimal): Decimal => amount.round(2, halfUp)

export const percentOf = (amount: Decimal, rate: Decimal): Decimal => amount.times(rate).times(hundredth)

export const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.length === 0 ? zero : amounts.reduce((total, amount) => total.plus(amount))

export const expectedValue = (amount: Decimal) => ({ expected: amount.toFixed(2) })

export interface AmountContext {
  readonly path: Finding['path']
  readonly findings: Finding[]
}

/**
 * The given amount, if it is within the tolerance: it is on the customer's receipt. Otherwise the computed one.
 * @param name the field within the place: building a path for each amount would cost too much
 */
export function settleAmount(
  { path, findings }: AmountContext,
  name: string,
  given: Decimal | undefined,
  exact: Decimal,
): Decimal {
  const computed = roundToSen(exact)
  if (!given || given.eq(computed)) return computed
  if (given.minus(computed).abs().gt(amountTolerance))
    findings.push(finding([...path, name], 'amount_differs', expectedValue(computed)))
  return given
}
