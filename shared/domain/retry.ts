const longestPauseMs = 15 * 60_000

/**
 * Full jitter under a doubling ceiling, so that tills do not come back together.
 * @param failures in a row, 1 or more
 * @param random 0 up to 1
 */
export function retryPauseMs(failures: number, baseMs: number, random: number): number {
  const ceiling = Math.min(longestPauseMs, baseMs * 2 ** (failures - 1))
  return Math.round(ceiling * random)
}

/**
 * Limited to sane values.
 * @param seconds of a Retry-After header; null if it is missing or unreadable
 */
export const askedPauseMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.min(Math.max(seconds, 1), 24 * 3600) * 1000
