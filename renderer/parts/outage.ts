import { alertOf } from '../../shared/domain/alert.ts'
import type { Health, Queue } from '../gateway/health.ts'

interface Outage {
  /** On the clock of this machine, milliseconds. */
  readonly since: number
  /** So long that it is no hiccup of the line. */
  readonly hasLasted: boolean
}

const hiccupMs = 10 * 60_000

/**
 * Whether MyInvois cannot be reached: known from the first send that met it, not only when the watch says so. A send
 * whose answer never came met it too, while nothing was heard of MyInvois since.
 */
export function outageOf({ alerts, at, last_contact_at: heard }: Health, { hindrances }: Queue): Outage | null {
  const silent = alerts.filter(({ code }) => code === 'authority_silent')
  const unanswered = alerts.filter(({ code, since }) => code === 'in_doubt' && heard !== null && since > heard)
  const since = [...hindrances.filter(({ unreachable }) => unreachable), ...silent, ...unanswered].map((each) =>
    Date.parse(each.since),
  )
  if (since.length === 0) return null
  const first = Math.min(...since)
  return { since: first, hasLasted: silent.length > 0 || Date.parse(at) - first >= hiccupMs }
}

/** Whether something else than the line to MyInvois, and than a pause, keeps documents back until it is put right. */
export const isHindered = ({ alerts }: Health, { hindrances }: Queue): boolean =>
  alerts.some(({ code }) => alertOf(code).stopsSending) ||
  hindrances.some(({ code, unreachable }) => !unreachable && code !== 'sending_paused')
