import type { Attempt, Outcome } from './attempt.ts'
import { isReceiptOrMember } from './consolidation-rules.ts'
import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { EpochMs, RecordState } from './record.ts'

/** The authority refuses older documents. */
export const submissionAgeMs = 72 * 3_600_000
/** A warning comes when half a day is left. */
export const submissionWarningAgeMs = 60 * 3_600_000

export interface ResendRules {
  /** So long does the authority surely recognise a second copy of a document. */
  readonly resendWindowMs: number
}

/**
 * Whether the record may be sent again: only while the authority would recognise a copy. If the clock was ahead at the
 * first attempt, that time is unknown.
 */
export const isInsideResendWindow = ({ firstSentAt }: RecordState, now: EpochMs, rules: ResendRules): boolean =>
  firstSentAt === null || (now >= firstSentAt && now < firstSentAt + rules.resendWindowMs)

/**
 * Claims the record. The event must be durable before the first byte leaves. After the window for sending again, a
 * person decides.
 */
export function decideClaim(
  record: RecordState,
  attempt: Pick<Attempt, 'id' | 'documentTime'>,
  now: EpochMs,
  rules: ResendRules,
): Happens<EventOf<'claimed' | 'conflicted'>> | Unchanged {
  if (record.phase !== 'queued' || isReceiptOrMember(record)) return unchanged
  if (record.everSent && !isInsideResendWindow(record, now, rules))
    return happens({ type: 'conflicted', attention: 'in_doubt_expired', at: now })
  return happens({ type: 'claimed', attemptId: attempt.id, documentTime: attempt.documentTime, at: now })
}

/**
 * Notes that the document has a later issue time than the sale (contract 5). A document that may have been sent keeps
 * its time. @param issueTime in the claimed document
 */
export const decideRestamp = (
  record: RecordState,
  issueTime: EpochMs,
  at: EpochMs,
): Happens<EventOf<'restamped'>> | Unchanged =>
  record.everSent || issueTime <= record.issuedAt
    ? unchanged
    : happens({ type: 'restamped', from: record.issuedAt, to: issueTime, at })

/** Stores the outcome of an attempt. The outcome of an earlier attempt changes nothing. */
export function decideSettle(
  record: RecordState,
  attemptId: string,
  outcome: Outcome,
  at: EpochMs,
): Happens<EventOf<'taken' | 'refused' | 'unsent' | 'outcome_unknown'>> | Unchanged {
  if (record.phase !== 'sending' || record.attemptId !== attemptId) return unchanged
  switch (outcome.kind) {
    case 'accepted':
      return happens({ type: 'taken', uuid: outcome.uuid, submissionUid: outcome.submissionUid, at })
    case 'rejected':
      // An earlier attempt may have been accepted, so a refusal now proves nothing.
      return record.sentBefore
        ? happens({ type: 'outcome_unknown', reason: 'refused_while_in_doubt', at })
        : happens({ type: 'refused', errors: outcome.errors, at })
    case 'unsent':
      return happens({ type: 'unsent', reason: outcome.reason, at })
    case 'inDoubt':
      return happens({ type: 'outcome_unknown', reason: outcome.reason, at })
  }
}
