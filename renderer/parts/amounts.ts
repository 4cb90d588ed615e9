import { amountText, hundredthsOf } from '../../shared/domain/shift-money.ts'
import { moneyText, signedTotalOf, type Totalled } from './figures.tsx'

const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * Reads an amount as people type it: `12,50` is twelve and a half, the commas in `1,234.50` separate thousands, and RM
 * may come first. `1,234` could be either; it is read as thousands, as Malaysia writes them.
 * @returns a decimal with a point; null if it is not a number
 */
export function parseAmount(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^(rm|myr)\s*/i, '')
    .replaceAll(' ', '')
  const text = grouped.test(bare) ? bare.replaceAll(',', '') : bare.replace(/^(-?\d*),(\d*)$/, '$1.$2')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? text : null
}

/** The sum of several documents, exact to the sen, one sum for each currency. @returns the sums as people read them */
export function formatCurrencySums(records: readonly Totalled[]): string {
  const sums = new Map<string, bigint>()
  for (const record of records)
    sums.set(record.CURRENCY_CODE, (sums.get(record.CURRENCY_CODE) ?? 0n) + hundredthsOf(signedTotalOf(record)))
  return [...sums].map(([currency, total]) => moneyText(amountText(total), currency)).join(' + ')
}
