/** Whole hundredths, so that sums are exact. */
export type Hundredths = bigint

const form = /^(-?)(\d+)(?:\.(\d{1,2}))?$/

/** @throws RangeError if it is not a number with at most two places */
export function hundredthsOf(amount: string): Hundredths {
  const parts = form.exec(amount)
  if (!parts) throw new RangeError(`${amount} is no amount of two places`)
  const [, sign, whole = '0', places = ''] = parts
  const size = BigInt(whole) * 100n + BigInt(places.padEnd(2, '0'))
  return sign === '-' ? -size : size
}

/** Written like `-12.30`. */
export function amountText(hundredths: Hundredths): string {
  const size = hundredths < 0n ? -hundredths : hundredths
  const sign = hundredths < 0n ? '-' : ''
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}
