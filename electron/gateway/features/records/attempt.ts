import type { z } from 'zod'
import type { recordDetail } from '../../../../shared/api/operator/record-detail.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { KeptAttempt } from '../../../../shared/domain/attempt.ts'

/** One send, and what became of it. */
export const attemptShown = (attempt: KeptAttempt): z.output<typeof recordDetail>['attempts'][number] => ({
  id: attempt.id,
  revision: attempt.revision,
  sha256: attempt.sha256,
  document_time: toWire(attempt.documentTime),
  claimed_at: toWire(attempt.claimedAt),
  finished_at: attempt.outcome && toWire(attempt.outcome.at),
  outcome: attempt.outcome?.kind ?? null,
  reason: attempt.outcome?.reason ?? null,
  http_status: attempt.outcome?.httpStatus ?? null,
  correlation_id: attempt.outcome?.correlationId ?? null,
  answer: masked(attempt.outcome?.answer ?? null),
})

const mailAddress = /[^\s"<>@]+@[^\s"<>@]+/g
/** TINs, identity numbers, telephone numbers: at least six digits, whatever stands between them. */
const longNumber = /\b[A-Z]{0,3}\d(?:[ -]?\d){5,}\b/g

/** An answer is kept without personal facts; this is for the one in which an authority repeats them all the same. */
export const masked = (answer: string | null): string | null =>
  answer?.replace(mailAddress, '…@…').replace(longNumber, (number) => `…${number.slice(-4)}`) ?? null
