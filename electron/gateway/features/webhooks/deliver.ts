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

/** @returns the HTTP status; null where nothing came in time. Where it is sent on to is not followed. */
export async function post({ url, headers, body, signal }: Post): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', 'user-agent': 'resit', ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]),
    })
    // What it says is nobody's concern, and may be endless.
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
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
