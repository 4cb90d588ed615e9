import type { Attempt, Outcome } from './attempt.ts'
import { travelsInAnother } from './consolidation-rules.ts'
import { type EventOf, type Happens, happens, type Unchanged, unchanged } from './event.ts'
import type { Instant, RecordState } from './record.ts'

/** Oldest issue time the authority takes. */
export const submissionAgeMs = 72 * 3_600_000
/** From then on a sale that is not sent is nearly too old: half a day is left. */
export const submissionClosingMs = 60 * 3_600_000

export interface SendRules {
  /** How long after its first possible delivery the authority surely detects the same document sent again. */
  readonly resendWindowMs: number
}

/**
 * A record that was ever sent may go again only while the authority would recognise it. Of one that was first sent by a
 * clock that was ahead it is not known since when that is, and its document may be of a day that has not come.
 */
export const isResendOpen = ({ firstSentAt }: RecordState, now: Instant, rules: SendRules): boolean =>
  firstSentAt === null || (now >= firstSentAt && now < firstSentAt + rules.resendWindowMs)

/**
 * Takes the record for one attempt. The event must be stored durably before the first byte leaves.
 * A re-send whose window has closed goes to a person instead.
 */
export function decideClaim(
  record: RecordState,
  attempt: Pick<Attempt, 'id' | 'documentTime'>,
  now: Instant,
  rules: SendRules,
): Happens<EventOf<'claimed' | 'conflicted'>> | Unchanged {
  if (record.phase !== 'queued' || travelsInAnother(record)) return unchanged
  if (record.everSent && !isResendOpen(record, now, rules))
    return happens({ type: 'conflicted', attention: 'in_doubt_expired', at: now })
  return happens({ type: 'claimed', attemptId: attempt.id, documentTime: attempt.documentTime, at: now })
}

/**
 * What the journal says of a claim whose document carries a later issue time than the sale (contract 5). A document that
 * may have been sent keeps the one it has.
 * @param issueTime in the document that is claimed
 */
export const decideRestamp = (
  record: RecordState,
  issueTime: Instant,
  at: Instant,
): Happens<EventOf<'restamped'>> | Unchanged =>
  record.everSent || issueTime <= record.issuedAt
    ? unchanged
    : happens({ type: 'restamped', from: record.issuedAt, to: issueTime, at })

/** What the attempt's outcome makes of the record; news of another attempt changes nothing. */
export function settle(
  record: RecordState,
  attemptId: string,
  outcome: Outcome,
  at: Instant,
): Happens<EventOf<'taken' | 'refused' | 'unsent' | 'doubted'>> | Unchanged {
  if (record.phase !== 'sending' || record.attemptId !== attemptId) return unchanged
  switch (outcome.kind) {
    case 'accepted':
      return happens({ type: 'taken', uuid: outcome.uuid, submissionUid: outcome.submissionUid, at })
    case 'rejected':
      // An earlier attempt without an outcome may have been accepted, so a refusal now proves nothing.
      return record.sentBefore
        ? happens({ type: 'doubted', reason: 'refused_while_in_doubt', at })
        : happens({ type: 'refused', errors: outcome.errors, at })
    case 'unsent':
      return happens({ type: 'unsent', reason: outcome.reason, at })
    case 'inDoubt':
      return happens({ type: 'doubted', reason: outcome.reason, at })
  }
}
