import type { AuthorityError, EpochMs } from './record.ts'

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
  'batch_repeated',
  'refused_while_in_doubt',
  'stopped_while_sending',
  'not_shown',
] as const
export type DoubtReason = (typeof doubtReasons)[number]

/**
 * Why the history has a gap, so that the record may have been sent: the database was restored, or a person trusted an
 * installation that had lost its seal.
 */
export const historyGapReasons = ['restored', 'trusted_again'] as const
export type HistoryGapReason = (typeof historyGapReasons)[number]

const turnedAwayReasons: readonly string[] = ['not_permitted', 'endpoint_missing', 'too_large'] satisfies UnsentReason[]

/** The authority refused the request before it looked at a document. */
export const isRefusedUnread = (outcome: Outcome | undefined): boolean =>
  outcome?.kind === 'unsent' && turnedAwayReasons.includes(outcome.reason)

/** The result of a send. Everything that is not proved is in doubt. */
export type Outcome =
  | { readonly kind: 'accepted'; readonly uuid: string; readonly submissionUid: string }
  | { readonly kind: 'rejected'; readonly errors: readonly AuthorityError[] }
  | { readonly kind: 'unsent'; readonly reason: UnsentReason }
  | { readonly kind: 'inDoubt'; readonly reason: DoubtReason }

/** Never changes after the claim. */
export interface Attempt {
  readonly id: string
  readonly batchId: string
  readonly revision: number
  /** In lower-case hex. */
  readonly sha256: string
  readonly payload: Uint8Array
  readonly documentTime: EpochMs
  readonly claimedAt: EpochMs
  readonly sendDeadline: EpochMs
}

export interface AttemptOutcome {
  readonly attemptId: string
  readonly at: EpochMs
  readonly outcome: Outcome
  readonly httpStatus: number | null
  readonly correlationId: string | null
  readonly answer: string | null
}

export interface AttemptWithOutcome extends Omit<Attempt, 'payload'> {
  readonly outcome:
    | (Omit<AttemptOutcome, 'attemptId' | 'outcome'> & {
        readonly kind: Outcome['kind']
        readonly reason: string | null
      })
    | null
}
