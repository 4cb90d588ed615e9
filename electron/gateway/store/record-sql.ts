import { inactivePhases, type Status } from '../../../shared/domain/status.ts'

/** The business key of a kind in a family, its values in the order of `keyCells` (contract 5). */
export const keyed = `company_id = ? AND sale_code = ? AND shift_code = ? AND terminal_name = ? AND outlet_name = ?
  AND family = ? AND kind = ?`

/** A record that counts. */
export const isActive = `phase NOT IN (${inactivePhases.map((phase) => `'${phase}'`).join(', ')})`

/** Whether a note that counts refers to a record; the one rule for showing that and for refusing a cancellation. */
export const referredTo = (seq: string): string =>
  `EXISTS (SELECT 1 FROM reference JOIN record note ON note.seq = note_seq
   WHERE original_seq = ${seq} AND note.${isActive})`

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
