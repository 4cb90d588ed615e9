/** Something done over and over until it is stopped. */
export interface Repeated {
  /** No further rounds; the one under way goes on. */
  stop(): void
}

/**
 * Does one thing again and again, never twice at once, and keeps no process from ending.
 * @param round says after how many milliseconds it is to run again, and catches what it throws: no caller would
 * @param firstAfterMs milliseconds before the first round
 */
export function repeated(round: () => Promise<number>, firstAfterMs: number): Repeated {
  let isStopped = false
  const goOn = async () => {
    const pauseMs = await round()
    if (!isStopped) next = setTimeout(() => void goOn(), pauseMs).unref()
  }
  let next = setTimeout(() => void goOn(), firstAfterMs).unref()
  return {
    stop() {
      isStopped = true
      clearTimeout(next)
    },
  }
}
