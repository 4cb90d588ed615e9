import type { LookUpRules } from '../../../shared/domain/decide-look-up.ts'
import type { ObservationRules } from '../../../shared/domain/decide-observation.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import type { Authority } from '../authority/port.ts'

/** How the outbox paces itself; all settable (contract 1). */
export interface Timing extends LookUpRules {
  readonly pollIntervalMs: number
  /** Longest life of one request; a claim may be sent no later than this after it. */
  readonly requestTimeoutMs: number
  readonly retryBaseMs: number
  /** Between two looks at what people do on the authority's portal. */
  readonly watchIntervalMs: number
}

/** The window for cancelling: as the authority tells it, else as it is published. */
export const observationRules = ({ toldWindowMs }: Pick<Authority, 'toldWindowMs'>): ObservationRules => ({
  cancellationWindowMs: toldWindowMs?.() ?? 72 * 3_600_000,
})

const longestPollPauseMs = 5 * 60_000
const longestLinkPauseMs = 6 * 3_600_000
const conflictLookUpMs = 60 * 60_000

/** Polling slows down the longer an answer takes, and never ends. */
export const pollPauseMs = (tries: number, intervalMs: number): number =>
  Math.round(Math.min(intervalMs * 1.5 ** Math.min(tries, 50), Math.max(longestPollPauseMs, intervalMs)))

/** A customer may stand at the till for the first minutes; after a day it is asked for four times a day. */
export const linkPauseMs = (tries: number, { pollIntervalMs }: Pick<Timing, 'pollIntervalMs'>): number =>
  Math.round(Math.min(pollIntervalMs * 2 ** Math.min(tries, 30), Math.max(longestLinkPauseMs, pollIntervalMs)))

/**
 * At the usual pace, and once more as soon as a look can prove that a request to cancel is lost.
 * @param quarantineEnd null if nothing is in quarantine
 */
export const cancelLookUpPauseMs = (
  quarantineEnd: Instant | null,
  now: Instant,
  { lookUpIntervalMs }: Timing,
): number => {
  const endsInMs = (quarantineEnd ?? now) - now
  return endsInMs > 0 ? Math.min(lookUpIntervalMs, endsInMs) : lookUpIntervalMs
}

/**
 * What waits for a person is looked up ever more seldom: one question may read weeks of what a shop sent.
 * @param tries looks since it began to wait
 */
export function conflictPauseMs(tries: number, { lookUpIntervalMs }: Pick<Timing, 'lookUpIntervalMs'>): number {
  const hours = tries < 1 ? 1 : tries < 5 ? 6 : 24
  return Math.max(hours * conflictLookUpMs, lookUpIntervalMs)
}

const longestRefusedPauseMs = 60 * 60_000

/**
 * Of one document that the authority answers for and does not take: doubling, without chance, up to an hour.
 * @param times so often beyond what goes at the company's pace, 1 or more
 */
export const refusedPauseMs = (times: number, { retryBaseMs }: Pick<Timing, 'retryBaseMs'>): number =>
  Math.min(longestRefusedPauseMs, retryBaseMs * 2 ** Math.min(times, 20))

/** A first look at what is in doubt comes soon; those after it at the pace that counts. */
export const firstLookUpMs = ({ lookUpIntervalMs }: Pick<Timing, 'lookUpIntervalMs'>): number =>
  Math.min(5_000, lookUpIntervalMs)
