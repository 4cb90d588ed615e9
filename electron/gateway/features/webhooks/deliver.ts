import { type Instant } from '../../../../shared/domain/record.ts'
import { exchange } from '../../platform/outgoing/exchange.ts'
import { type Clock, type Randomness } from '../../ports.ts'
import { type DeliveryOutcome } from '../../store/port/webhooks.ts'

const answerWithinMs = 15_000
/** Not this message's fault: the target is busy, or not itself. */
const notNow = [408, 425, 429]

interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

/** @returns the HTTP status; null if none came in time. A redirect is not followed. */
export async function post({ url, headers, body, signal }: Post): Promise<number | null> {
  const ask = { method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, body } as const
  // What the target says beside its status is of no use here, and may be endless.
  const result = await exchange(ask, answerWithinMs, { mostAnswerBytes: 0, stopping: signal })
  return result.kind === 'answered' ? result.status : null
}

/** @param before how often this message, and this target, failed before */
export function becameOf(
  httpStatus: number | null,
  before: { readonly attempts: number; readonly failures: number },
  pace: Pace,
): DeliveryOutcome['became'] {
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) return { state: 'delivered' }
  const isAway = httpStatus === null || httpStatus >= 500 || notNow.includes(httpStatus)
  // A target that is away is waited for as long as it takes, and nothing overtakes meanwhile.
  if (isAway) return { state: 'away', dueAt: pace.whenAway(before.failures + 1) }
  const dueAt = pace.whenRefused(before.attempts + 1)
  return dueAt === null ? { state: 'failed' } : { state: 'waiting', dueAt }
}

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
