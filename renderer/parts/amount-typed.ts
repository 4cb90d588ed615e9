const grouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * A decimal as people type it: `12,50` is twelve and a half, `1,234.50` has its thousands set apart, and RM may stand
 * before it. What could be either (`1,234`) is the thousands, as Malaysia writes them.
 * @returns with a point and nothing else; null where it is no number
 */
export function asAmount(typed: string): string | null {
  const bare = typed
    .trim()
    .replace(/^(rm|myr)\s*/i, '')
    .replaceAll(' ', '')
  const text = grouped.test(bare) ? bare.replaceAll(',', '') : bare.replace(/^(-?\d*),(\d*)$/, '$1.$2')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? text : null
}
