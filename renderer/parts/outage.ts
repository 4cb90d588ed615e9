import type { Health, Queue } from '../gateway/health.ts'

export interface Outage {
  /** Milliseconds of this computer's clock. */
  readonly since: number
  /** Whether it has lasted so long that a person should know. */
  readonly hasLasted: boolean
  /** When sending is tried next; null if nothing waits for that, or if it is being tried. */
  readonly nextAt: number | null
  readonly isTrying: boolean
  /** Nothing waits to be sent, so the next sale shows whether it is over. */
  readonly isIdle: boolean
}

/** These alerts say the same as an outage. */
export const saidByOutage: readonly string[] = ['authority_silent', 'oldest_unsent']

const hiccupMs = 10 * 60_000

/**
 * Null if MyInvois can be reached. An outage counts from the first request without an answer, before the gateway's own
 * alert.
 */
export function outageOf({ alerts, at, unanswered_since: unanswered }: Health, queue: Queue): Outage | null {
  const silent = alerts.filter(({ code }) => code === 'authority_silent')
  const blocked = queue.block_reasons.filter(({ unreachable }) => unreachable)
  const since = [...blocked, ...silent].map((each) => Date.parse(each.since))
  if (unanswered !== null) since.push(Date.parse(unanswered))
  if (since.length === 0) return null
  const first = Math.min(...since)
  // If a person paused the sending, nothing is tried.
  const isPaused = alerts.some(({ code }) => code === 'sending_paused')
  const tries = queue.lanes.filter(({ work }) => work === 'send' && !isPaused).map(({ next_at }) => Date.parse(next_at))
  return {
    since: first,
    hasLasted: silent.length > 0 || Date.parse(at) - first >= hiccupMs,
    nextAt: tries.length > 0 ? Math.min(...tries) : null,
    isTrying: queue.lanes.some(({ work }) => work === 'settle'),
    isIdle: blocked.length + silent.length + queue.unsent + queue.in_doubt === 0,
  }
}
