import type { Decimal } from './decimal.ts'
import type { Finding } from './finding.ts'
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

/**
 * A line before tax. What takes back is the mirror of the same line sold: it is worked out as that, and turned round
 * when all is known.
 */
export interface OpenLine {
  readonly line: Line
  readonly path: Finding['path']
  readonly isReturned: boolean
  readonly subtotal: Decimal
  readonly discounts: readonly SettledAdjustment[]
  readonly charges: readonly SettledAdjustment[]
  /** With its own discounts and charges; with tax where prices include it. */
  readonly ownTotal: Decimal
  /** With its part of the bill's too. */
  readonly total: Decimal
}
