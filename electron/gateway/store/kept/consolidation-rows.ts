import type { Stored, Update } from '../port/records.ts'

/** What the index `record_waiting` has. */
export const waits = "consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued'"

export const updateOf = (was: Stored, event: Update['event']): Update => ({ kind: 'update', was, event, by: null })
