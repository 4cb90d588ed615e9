import type { Concern } from '../../../../shared/domain/concern.ts'
import { inactivePhases, type Status } from '../../../../shared/domain/status.ts'

// How a record stands, in SQL that both engines speak: flags are 0 and 1 in either.

/** A total has two places always. Without its point it is a whole number, so comparisons and sums are exact. */
export const payableHundredths = "CAST(replace(total_payable, '.', '') AS bigint)"

/** A record that counts. */
export const isActive = `phase NOT IN (${inactivePhases.map((phase) => `'${phase}'`).join(', ')})`

/** Whether a note that counts refers to a record; the one rule for showing that and for refusing a cancellation. */
export const referredTo = (seq: string): string =>
  `EXISTS (SELECT 1 FROM reference JOIN record note ON note.seq = note_seq
   WHERE original_seq = ${seq} AND note.${isActive})`

/** What is not over: the index `record_living` has that, and what is due. */
export const isLiving = "phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted')"

/** What the index `record_ended` has: what ended otherwise than most. */
export const isEnded = "phase IN ('invalid', 'voided', 'cancelled', 'conflict')"

const wasOut = '(ever_sent = 1 OR vouched = 1)'

/** `statusOf` in SQL. */
export const statusSql: Readonly<Record<Status, string>> = {
  Pending: `(phase IN ('queued', 'held') AND NOT ${wasOut})`,
  InProgress: `(phase IN ('sending', 'unknown', 'conflict', 'submitted') OR (phase IN ('queued', 'held') AND ${wasOut}))`,
  Valid: `phase = 'valid'`,
  Invalid: `phase = 'invalid'`,
  Cancelled: `phase = 'cancelled'`,
  Voided: `phase = 'voided'`,
}

/** `isInDoubt` in SQL. */
const inDoubtSql =
  "(phase IN ('unknown', 'conflict') OR (phase IN ('queued', 'held') AND ever_sent = 1) " +
  "OR (phase = 'sending' AND sent_before = 1))"

/** `travelsInAnother` in SQL. */
const travelsSql = '(members = 0 AND (consolidated = 1 OR consolidated_into IS NOT NULL))'

/** Decided by the phase, which the narrow index of lists has. */
export const byPhase: Readonly<Partial<Record<Concern, string>>> = {
  unsent: `(${statusSql.Pending} AND NOT ${travelsSql})`,
  unconsolidated: `(${statusSql.Pending} AND ${travelsSql})`,
  unanswered: `(${statusSql.InProgress} AND NOT ${inDoubtSql})`,
  in_doubt: inDoubtSql,
}

/** What was refused and nobody has corrected or closed. */
export const refusedSql = "(phase = 'invalid' AND closed = 0)"

/** A person must know or act, or correct what was refused. */
export const needsPersonSql = `(attention IS NOT NULL OR ${refusedSql})`

/** Goes on by itself; not a receipt that just waits to be consolidated. */
export const underWaySql = `((${[byPhase.unsent, byPhase.unanswered, byPhase.in_doubt].join(' OR ')}) AND NOT ${needsPersonSql})`
