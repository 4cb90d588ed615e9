import { exchange } from '../../platform/outgoing/exchange.ts'
import type { DeliveryOutcome } from '../../store/port/webhooks.ts'
import type { Pace } from './pace.ts'

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
