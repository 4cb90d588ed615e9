import type { SettledAdjustment } from './checked-line.ts'
import type { Decimal } from './decimal.ts'
import { type Place, percentOf, settledAmount, sum, toSen } from './decimals.ts'
import { finding } from './finding.ts'
import type { Adjustment, Line } from './sale.ts'

type OfLine = Pick<
  Line,
  'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason' | 'discounts' | 'charges'
>

export const none: readonly never[] = []

export const discountsOf = ({ discountAmount, discountReason, discounts }: OfLine): readonly Adjustment[] =>
  discounts ?? one(discountAmount, discountReason)

export const chargesOf = ({ chargeAmount, chargeReason, charges }: OfLine): readonly Adjustment[] =>
  charges ?? one(chargeAmount, chargeReason)

const one = (amount: Decimal | undefined, reason: string | undefined): readonly Adjustment[] =>
  amount ? [{ amount, ...(reason !== undefined && { reason }) }] : none

/** What each of them comes to. @param base what a rate is of */
export const settledAdjustments = (
  given: readonly Adjustment[],
  base: Decimal,
  { path, findings }: Place,
): readonly SettledAdjustment[] =>
  given.length === 0
    ? none
    : given.map((each, at) => {
        const amount = each.rate
          ? settledAmount({ path: [...path, at], findings }, 'amount', each.amount, percentOf(base, each.rate))
          : each.amount
        if (!amount) findings.push(finding([...path, at, 'amount'], 'required'))
        return { ...each, amount: amount ?? base.minus(base) }
      })

export const amountOf = (adjustments: readonly SettledAdjustment[]): Decimal =>
  sum(adjustments.map(({ amount }) => amount))

/**
 * An amount in proportion to others, to the sen and without a remainder: whatever rounding down leaves goes, a sen each,
 * to who lost most by it, the first of them where several did.
 * @param weights come to something
 */
export function spread(amount: Decimal, weights: readonly Decimal[]): readonly Decimal[] {
  const whole = sum(weights)
  const exact = weights.map((weight) => amount.times(100).times(weight).div(whole))
  const shares = exact.map(floor)
  const left = Number(amount.times(100).minus(sum(shares)).toFixed(0))
  const byLoss = exact
    .map((share, at) => ({ at, loss: share.minus(shares[at] ?? share) }))
    .toSorted((two, other) => other.loss.cmp(two.loss) || two.at - other.at)
  const raised = new Set(byLoss.slice(0, left).map(({ at }) => at))
  return shares.map((share, at) => toSen((raised.has(at) ? share.plus(1) : share).div(100)))
}

/** Towards less, also below nothing. */
function floor(value: Decimal): Decimal {
  const towardsZero = value.round(0, 0)
  return towardsZero.gt(value) ? towardsZero.minus(1) : towardsZero
}
