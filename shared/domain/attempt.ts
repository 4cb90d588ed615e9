import type { AuthorityError, Instant } from './record.ts'

/** Why an attempt certainly did not deliver the document. */
export const unsentReasons = [
  'not_connected',
  'deadline_passed',
  'not_authenticated',
  'not_permitted',
  'throttled',
  'batch_refused',
  'endpoint_missing',
  'too_large',
] as const
export type UnsentReason = (typeof unsentReasons)[number]

/** Why it is not known whether the authority has the document. */
export const doubtReasons = [
  'timed_out',
  'connection_broken',
  'server_error',
  'redirected',
  'unreadable_answer',
  'missing_in_answer',
  'duplicate_reported',
  'refused_while_in_doubt',
  'stopped_while_sending',
  'not_shown',
] as const
export type DoubtReason = (typeof doubtReasons)[number]

/**
 * Why a record may have been sent although nothing here says so: the database was restored from a copy, or a person let an installation send again that had lost its proof of being the only one.
 */
export const historyGapReasons = ['restored', 'trusted_again'] as const
export type HistoryGapReason = (typeof historyGapReasons)[number]

const turnedAwayReasons: readonly string[] = ['not_permitted', 'endpoint_missing', 'too_large'] satisfies UnsentReason[]

/** Whether the door turned the submission away before anybody there looked at a document. */
export const isTurnedAway = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'unsent' && turnedAwayReasons.includes(outcome.reason)

/** What became of one send of one document. Anything not proven is in doubt. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly uuid: string; readonly submissionUid: string }
  | { readonly kind: 'rejected'; readonly errors: readonly AuthorityError[] }
  | { readonly kind: 'unsent'; readonly reason: UnsentReason }
  | { readonly kind: 'inDoubt'; readonly reason: DoubtReason }

/** One attempt to send, frozen when claimed. */
export interface Attempt {
  readonly id: string
  readonly batchId: string
  readonly revision: number
  /** Lower-case hex of the exact bytes. */
  readonly sha256: string
  readonly payload: Uint8Array
  /** The issue time inside the document. */
  readonly documentTime: Instant
  readonly claimedAt: Instant
  readonly sendDeadline: Instant
}

export interface AttemptOutcome {
  readonly attemptId: string
  readonly at: Instant
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly correlationId: string | null
  /** The authority's answer, without personal data. */
  readonly answer: string | null
}

export interface KeptAttempt extends Omit<Attempt, 'payload'> {
  readonly outcome:
    | (Omit<AttemptOutcome, 'attemptId' | 'outcome'> & {
        readonly kind: Outcome['kind']
        readonly reason: string | null
      })
    | null
}
