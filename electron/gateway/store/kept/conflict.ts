import type { RecordEvent } from '../../../../shared/domain/event.ts'
import type { WriteConflict } from '../port/records.ts'

/** Thrown to undo the writes of one change; never leaves the writer of records. */
export class Conflict extends Error {
  readonly why: WriteConflict

  constructor(why: WriteConflict) {
    super(why)
    this.why = why
  }
}

/** After these the authority is asked something that changes what it has. */
export const goesOut: readonly RecordEvent['type'][] = ['claimed', 'cancel_asked']
