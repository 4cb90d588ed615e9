import type { Outcome } from './outcome.ts'
import type { Instant } from './record.ts'

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
