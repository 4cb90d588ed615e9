import { alertRowOf } from '../../shared/domain/alert.ts'
import type { Health, Queue } from '../gateway/health.ts'

interface Outage {
  /** Milliseconds of this computer's clock. */
  readonly since: number
  /** Whether it has lasted so long that a person should know. */
  readonly hasLasted: boolean
}

const hiccupMs = 10 * 60_000

/**
 * Null if MyInvois can be reached. An outage counts from the first send that could not connect, before the gateway's
 * own alert. A send without an answer counts too, if MyInvois was not heard of since.
 */
export function outageOf({ alerts, at, last_contact_at: heard }: Health, { block_reasons }: Queue): Outage | null {
  const silent = alerts.filter(({ code }) => code === 'authority_silent')
  const unanswered = alerts.filter(({ code, since }) => code === 'in_doubt' && heard !== null && since > heard)
  const since = [...block_reasons.filter(({ unreachable }) => unreachable), ...silent, ...unanswered].map((each) =>
    Date.parse(each.since),
  )
  if (since.length === 0) return null
  const first = Math.min(...since)
  return { since: first, hasLasted: silent.length > 0 || Date.parse(at) - first >= hiccupMs }
}

/** Whether anything else than an outage or a pause stops the sending. */
export const hasOtherSendingBlock = ({ alerts }: Health, { block_reasons }: Queue): boolean =>
  alerts.some(({ code }) => alertRowOf(code).stopsSending) ||
  block_reasons.some(({ code, unreachable }) => !unreachable && code !== 'sending_paused')
