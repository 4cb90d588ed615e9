import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { moneyText } from './figures.tsx'

type Amount = Pick<WireRecord, 'TOTAL_PAYABLE' | 'CURRENCY_CODE'>

/** A decimal with two places as a whole number. */
export const sen = (amount: string): bigint => BigInt(amount.replace('.', ''))

function ofSen(total: bigint): string {
  const digits = String(total < 0n ? -total : total).padStart(3, '0')
  return `${total < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** What several documents come to, exact to the sen; each currency by itself. @returns as people read it */
export function sumText(records: readonly Amount[]): string {
  const sums = new Map<string, bigint>()
  for (const { CURRENCY_CODE, TOTAL_PAYABLE } of records)
    sums.set(CURRENCY_CODE, (sums.get(CURRENCY_CODE) ?? 0n) + sen(TOTAL_PAYABLE))
  return [...sums].map(([currency, total]) => moneyText(ofSen(total), currency)).join(' + ')
}
