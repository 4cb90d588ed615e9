import { goesWithConsolidation } from './consolidation-rules.ts'
import { submissionWarningAgeMs } from './decide-send.ts'
import type { EpochMs, RecordState } from './record.ts'
import { isCancelling, isInDoubt, isPendingOrValid, needsPerson, statusOf } from './status.ts'

export interface Till {
  readonly companyGuid: string
  readonly outletName: string
  readonly terminalName: string
}

/** What keeps a shift from being closed. Documents that wait to be sent or consolidated do not. */
export const shiftBlockers = ['in_doubt', 'cancelling', 'refused', 'attention', 'submission_closing'] as const
export type ShiftBlocker = (typeof shiftBlockers)[number]

/** @param now by the authority's clock */
export function shiftBlockerOf(record: RecordState, now: EpochMs): ShiftBlocker | null {
  if (isInDoubt(record)) return 'in_doubt'
  if (isCancelling(record.cancellation)) return 'cancelling'
  if (record.phase === 'invalid' && !record.closed) return 'refused'
  if (isPendingOrValid(record) && needsPerson(record.attention)) return 'attention'
  const isUnsent = statusOf(record) === 'Pending' && !goesWithConsolidation(record)
  return isUnsent && now - record.issuedAt > submissionWarningAgeMs ? 'submission_closing' : null
}

export interface AcceptedCountAndReason {
  /** The number of unfinished documents that the supervisor saw and accepts. */
  readonly accepted: number
  readonly reason: string | null
}

export type ClosingDecision =
  | { readonly kind: 'closes'; readonly isClean: boolean }
  /** There are more unfinished documents than the supervisor saw. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'reason_needed' }

/**
 * Closes a shift. If documents are unfinished, a person must have seen their number and give a reason.
 * @param remainders documents that need a person @param isTrusted the journal is sound
 */
export function decideClosing(
  remainders: number,
  isTrusted: boolean,
  { accepted, reason }: AcceptedCountAndReason,
): ClosingDecision {
  const isClean = remainders === 0 && isTrusted
  if (isClean) return { kind: 'closes', isClean }
  if (remainders > accepted || (accepted === 0 && reason === null)) return { kind: 'blocked' }
  return reason === null ? { kind: 'reason_needed' } : { kind: 'closes', isClean }
}

/**
 * Why a document is unfinished. `unsent`: not sent · `unconsolidated`: waits only for its consolidated document ·
 * `unanswered`: sent, or to be cancelled, without an answer · `in_doubt`: the outcome is unknown · `refused`, and not
 * closed · `attention`: a person must know or act · `rejection_requested`: by the buyer · `window_closing`: the time
 * for cancelling is nearly over.
 */
export const concerns = [
  'unsent',
  'unconsolidated',
  'unanswered',
  'in_doubt',
  'refused',
  'attention',
  'rejection_requested',
  'window_closing',
] as const
export type Concern = (typeof concerns)[number]

/** Longer than a night. */
export const windowClosingMs = 12 * 3_600_000
