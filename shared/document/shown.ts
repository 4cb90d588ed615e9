import type { Decimal } from './decimal.ts'
import type { CheckedLine, Sale, SettledAdjustment } from './sale.ts'
import { sumAdjustments } from './settle-line.ts'

type ShownAdjustments = Pick<Sale, 'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason'>

/** With the line's part of the bill's discounts and charges. */
export const mergeAdjustments = ({
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
  return named(sumAdjustments(adjustments), [...reasons].join(', '))
}
