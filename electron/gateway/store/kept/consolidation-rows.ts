import { evolve } from '../../../../shared/domain/evolve.ts'
import type { Stored, Update } from '../port/records.ts'

/** What the index `record_waiting` has. */
export const waits = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"

/** What an event makes of a record, to be written. */
export const updateOf = (was: Stored, event: Parameters<typeof evolve>[1]): Update => ({
  kind: 'update',
  was,
  event,
  record: evolve(was.record, event),
  by: null,
  dueAt: null,
})
