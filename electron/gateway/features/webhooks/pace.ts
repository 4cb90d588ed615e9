import type { Instant } from '../../../../shared/domain/record.ts'
import type { Clock, Randomness } from '../../ports.ts'

const longestAwayMs = 15 * 60_000
const longestRefusedMs = 6 * 3_600_000
/** With these pauses more than a day, for somebody to see it and mend it. */
const mostRefusals = 12

/** When to try again. */
export class Pace {
  readonly #deps: { readonly clock: Clock; readonly randomness: Randomness; readonly baseMs: number }

  constructor(deps: { readonly clock: Clock; readonly randomness: Randomness; readonly baseMs: number }) {
    this.#deps = deps
  }

  /** Nothing waits for longer: a later instant was said by a clock that was wrong. */
  latest(): Instant {
    return this.#deps.clock.now() + longestRefusedMs
  }

  /** @param failures in a row, 1 or more */
  whenAway(failures: number): Instant {
    return this.#after(this.#deps.baseMs * 2 ** (failures - 1), longestAwayMs)
  }

  /** @returns null where it has been refused too often to be tried again by itself */
  whenRefused(attempts: number): Instant | null {
    return attempts >= mostRefusals ? null : this.#after(this.#deps.baseMs * 4 ** (attempts - 1), longestRefusedMs)
  }

  /** With a little chance, so that tills that lost a server together do not come back together. */
  #after(pauseMs: number, longestMs: number): Instant {
    const { clock, randomness } = this.#deps
    return clock.now() + Math.round(Math.min(pauseMs, longestMs) * (0.75 + randomness.fraction() / 4))
  }
}
