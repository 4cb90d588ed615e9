import type { LookUpRules } from '../../../shared/domain/decide-look-up.ts'
import type { CancellationWindowRule } from '../../../shared/domain/decide-observation.ts'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { Authority } from '../authority/port.ts'

/** All of these are settings (contract 1). */
export interface Timing extends LookUpRules {
  readonly pollIntervalMs: number
  /** The limit of one request. A claim must be sent within this time. */
  readonly requestTimeoutMs: number
  readonly retryBaseMs: number
  readonly watchIntervalMs: number
}

/** The authority's period for cancelling, or else the published one. */
export const observationRulesOf = ({ toldWindowMs }: Pick<Authority, 'toldWindowMs'>): CancellationWindowRule => ({
  cancellationWindowMs: toldWindowMs?.() ?? 72 * 3_600_000,
})

const longestPollPauseMs = 5 * 60_000
const longestLinkPauseMs = 6 * 3_600_000
const conflictLookUpMs = 60 * 60_000

/** Slower with time, and without end. */
export const pollPauseMs = (tries: number, intervalMs: number): number =>
  Math.round(Math.min(intervalMs * 1.5 ** Math.min(tries, 50), Math.max(longestPollPauseMs, intervalMs)))

/** A customer may wait during the first minutes; after a day four times a day. */
export const linkPauseMs = (tries: number, { pollIntervalMs }: Pick<Timing, 'pollIntervalMs'>): number =>
  Math.round(Math.min(pollIntervalMs * 2 ** Math.min(tries, 30), Math.max(longestLinkPauseMs, pollIntervalMs)))

/**
 * At the usual interval, and once at the moment when a look can prove that the request was lost.
 * @param quarantineEnd null if nothing is in quarantine
 */
export const cancelLookUpPauseMs = (
  quarantineEnd: EpochMs | null,
  now: EpochMs,
  { lookUpIntervalMs }: Timing,
): number => {
  const endsInMs = (quarantineEnd ?? now) - now
  return endsInMs > 0 ? Math.min(lookUpIntervalMs, endsInMs) : lookUpIntervalMs
}

/** Longer and longer, because one question may read weeks of sales. @param tries looks since it began to wait */
export function conflictPauseMs(tries: number, { lookUpIntervalMs }: Pick<Timing, 'lookUpIntervalMs'>): number {
  const hours = tries < 1 ? 1 : tries < 5 ? 6 : 24
  return Math.max(hours * conflictLookUpMs, lookUpIntervalMs)
}

const longestRefusedPauseMs = 60 * 60_000

/**
 * For a document that the authority refuses: doubling up to an hour, without jitter.
 * @param times beyond the tries at the company's pace, 1 or more
 */
export const refusedPauseMs = (times: number, { retryBaseMs }: Pick<Timing, 'retryBaseMs'>): number =>
  Math.min(longestRefusedPauseMs, retryBaseMs * 2 ** Math.min(times, 20))

/** The first look-up comes soon; later ones when they count. */
export const firstLookUpMs = ({ lookUpIntervalMs }: Pick<Timing, 'lookUpIntervalMs'>): number =>
  Math.min(5_000, lookUpIntervalMs)
