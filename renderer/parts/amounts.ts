import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { amountOf, hundredthsOf } from '../../shared/domain/shift-money.ts'
import { moneyText } from './figures.tsx'

const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * A decimal as people type it: `12,50` is twelve and a half, `1,234.50` has its thousands set apart, and RM may stand
 * before it. What could be either (`1,234`) is the thousands, as Malaysia writes them.
 * @returns with a point and nothing else; null if it is no number
 */
export function asAmount(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^(rm|myr)\s*/i, '')
    .replaceAll(' ', '')
  const text = grouped.test(bare) ? bare.replaceAll(',', '') : bare.replace(/^(-?\d*),(\d*)$/, '$1.$2')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? text : null
}

type Amount = Pick<WireRecord, 'TOTAL_PAYABLE' | 'CURRENCY_CODE'>

/** What several documents come to, exact to the sen; each currency by itself. @returns as people read it */
export function sumText(records: readonly Amount[]): string {
  const sums = new Map<string, bigint>()
  for (const { CURRENCY_CODE, TOTAL_PAYABLE } of records)
    sums.set(CURRENCY_CODE, (sums.get(CURRENCY_CODE) ?? 0n) + hundredthsOf(TOTAL_PAYABLE))
  return [...sums].map(([currency, total]) => moneyText(amountOf(total), currency)).join(' + ')
}
