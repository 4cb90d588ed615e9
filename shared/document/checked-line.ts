import type { Decimal } from './decimal.ts'
import type { Line, Tax } from './sale.ts'

/** A discount or charge with its amount settled, below nothing where the line is. */
export interface SettledAdjustment {
  readonly amount: Decimal
  /** Percent, where the till gave one. */
  readonly rate?: Decimal
  readonly reason?: string
}

type OwnAmounts = 'lineId' | 'discountAmount' | 'discountReason' | 'chargeAmount' | 'chargeReason'

/**
 * A line as the document has it, every amount settled: what the till gave where it gave it, what we computed otherwise;
 * without tax, whatever its prices include; with its part of the bill's discounts and charges.
 */
export interface CheckedLine extends Omit<Line, OwnAmounts> {
  readonly lineId: string
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
  readonly taxes: readonly CheckedTax[]
  readonly subtotal: Decimal
  readonly totalExcludingTax: Decimal
}

export interface CheckedTax extends Tax {
  readonly taxableAmount: Decimal
  /** Of type E what is exempted, which nobody pays. */
  readonly amount: Decimal
}

/** What is exempted is shown and is in no total (myinvois 13). */
export const isCharged = ({ taxType }: Pick<Tax, 'taxType'>): boolean => taxType !== 'E'
