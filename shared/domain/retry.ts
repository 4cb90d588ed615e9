const longestPauseMs = 15 * 60_000

/**
 * Full jitter below a doubling limit, so that retries do not all come at once.
 * @param failures in a row, 1 or more @param random 0 up to 1
 */
export function retryPauseMs(failures: number, baseMs: number, random: number): number {
  return Math.round(Math.min(longestPauseMs, baseMs * 2 ** (failures - 1)) * random)
}

/**
 * The pause that the server asked for, within sane limits.
 * @param seconds of a Retry-After header; null if it is missing or unreadable
 */
export const askedPauseMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.min(Math.max(seconds, 1), 24 * 3600) * 1000
