import { submissionClosingMs } from './decide-send.ts'
import type { Instant, RecordState } from './record.ts'
import { isActive, isInDoubt, statusOf } from './status.ts'

/** Where the sales of one drawer come from. */
export interface Till {
  readonly companyGuid: string
  readonly outletName: string
  readonly terminalName: string
}

/**
 * Why a person has to look at a document before its shift ends clean. What waits to be sent, or for its consolidated
 * document, goes by itself and blocks nothing.
 */
export const shiftBlockers = [
  'in_doubt',
  'cancellation_in_doubt',
  'refused',
  'attention',
  'submission_closing',
] as const
export type ShiftBlocker = (typeof shiftBlockers)[number]

/**
 * The first reason why a person has to look at the document; null if there is none.
 * @param now the authority's time, by which windows close
 */
export function shiftBlockerOf(record: RecordState, now: Instant): ShiftBlocker | null {
  if (isInDoubt(record)) return 'in_doubt'
  if (record.cancellation?.state === 'unknown') return 'cancellation_in_doubt'
  if (record.phase === 'invalid' && !record.closed) return 'refused'
  // A note follows its original by itself.
  if (isActive(record) && record.attention !== null && record.attention !== 'waits_for_original') return 'attention'
  const isUnsent = statusOf(record) === 'Pending' && !record.consolidated
  return isUnsent && now - record.issuedAt > submissionClosingMs ? 'submission_closing' : null
}

export interface ClosingAsk {
  /** Documents that need a person, as many as the supervisor saw and leaves as they are. */
  readonly accepted: number
  readonly reason: string | null
}

export type ClosingDecision =
  | { readonly kind: 'closes'; readonly isClean: boolean }
  /** More than was seen needs a person. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'reason_needed' }

/**
 * Whether a shift can be closed. With remainders only by a person who saw how many there are, and who says why.
 * @param remainders documents that need a person
 * @param isTrusted the journal proves that nothing was lost or changed
 */
export function decideClosing(
  remainders: number,
  isTrusted: boolean,
  { accepted, reason }: ClosingAsk,
): ClosingDecision {
  const isClean = remainders === 0 && isTrusted
  if (isClean) return { kind: 'closes', isClean }
  if (remainders > accepted || (accepted === 0 && reason === null)) return { kind: 'blocked' }
  return reason === null ? { kind: 'reason_needed' } : { kind: 'closes', isClean }
}

/**
 * Why a document is not done with: a shift's list at its end, and what needs a person.
 * `unsent`: not sent, and not just waiting for its consolidated document · `unconsolidated`: just waiting for that ·
 * `unanswered`: sent, or asked to be
 * cancelled, without an answer · `in_doubt`: it is not known what became of it · `refused`, and not closed ·
 * `attention`: a person must know or act · `rejection_requested`: the buyer asks for it · `window_closing`: soon it can
 * be cancelled no more
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

/** From then on the time for cancelling is about to end: a night is shorter. */
export const windowClosingMs = 12 * 3_600_000
