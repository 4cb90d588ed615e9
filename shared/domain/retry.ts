const longestPauseMs = 15 * 60_000

/**
 * Pause before the next try: full jitter under a doubling ceiling, so that tills that lost the authority together
 * do not come back together.
 * @param failures how many tries have failed in a row, 1 or more
 * @param random 0 up to 1
 */
export function retryPauseMs(failures: number, baseMs: number, random: number): number {
  const ceiling = Math.min(longestPauseMs, baseMs * 2 ** (failures - 1))
  return Math.round(ceiling * random)
}

/**
 * A pause the authority asked for, held to what a sane one can be.
 * @param seconds of a Retry-After header; null where it is missing or unreadable
 */
export const askedPauseMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.min(Math.max(seconds, 1), 24 * 3600) * 1000
