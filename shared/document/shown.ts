import { amountOf } from './adjust.ts'
import type { CheckedLine, SettledAdjustment } from './checked-line.ts'
import type { Decimal } from './decimal.ts'
import type { Sale } from './sale.ts'

type ShownAdjustments = Pick<Sale, 'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason'>

/** A line's discounts as one, and its charges, for who looks at it: the bill's part among them. */
export const adjustmentsShown = ({
  discounts,
  charges,
}: Pick<CheckedLine, 'discounts' | 'charges'>): ShownAdjustments => ({
  ...asOne(discounts, (discountAmount, discountReason) => ({
    discountAmount,
    ...(discountReason && { discountReason }),
  })),
  ...asOne(charges, (chargeAmount, chargeReason) => ({ chargeAmount, ...(chargeReason && { chargeReason }) })),
})

function asOne<Shown>(
  adjustments: readonly SettledAdjustment[],
  named: (amount: Decimal, reason: string) => Shown,
): Shown | null {
  if (adjustments.length === 0) return null
  const reasons = new Set(adjustments.flatMap(({ reason }) => reason ?? []))
  return named(amountOf(adjustments), [...reasons].join(', '))
}
