import type { Big } from 'big.js'
import type { Line, Tax } from './sale.ts'

/** A discount or charge with its amount settled, below nothing where the line is. */
export interface SettledAdjustment {
  readonly amount: Big
  /** Percent, where the till gave one. */
  readonly rate?: Big
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
  readonly subtotal: Big
  readonly totalExcludingTax: Big
}

export interface CheckedTax extends Tax {
  readonly taxableAmount: Big
  /** Of type E what is exempted, which nobody pays. */
  readonly amount: Big
}

/** What is exempted is shown and is in no total (myinvois 13). */
export const isCharged = ({ taxType }: Pick<Tax, 'taxType'>): boolean => taxType !== 'E'
