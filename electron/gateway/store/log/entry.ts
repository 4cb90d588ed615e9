import type { Attempt } from '../../../../shared/domain/attempt.ts'
import type { Outcome } from '../../../../shared/domain/outcome.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { Packed } from '../kept/packed.ts'
import type { Act } from '../port/port.ts'

/** What happened to a record, with all that is written together with it; or an act of a person, which concerns none. */
export interface LogEntry {
  /** The row of the record; null for an act. */
  readonly record: number | null
  readonly version: number | null
  readonly at: Instant
  readonly type: string
  readonly by: string | null
  /** JSON, exactly as it stands in the row. */
  readonly facts: string
  readonly revision: number | null
  readonly body: Packed | null
  /** A `Beside` as JSON, exactly as it stands in the row; null if there is nothing to tell. */
  readonly beside: string | null
  readonly attempt: AttemptCells | null
  readonly outcome: OutcomeCells | null
}

/** What an event tells that has no column of its own: rows of other tables are named here, and hashed with the event. */
export interface Beside {
  /** The day the record was submitted on. */
  readonly day?: string | undefined
  /** The records that a note refers to. */
  readonly originals?: readonly number[] | undefined
  /** Of a row of `attempt`. */
  readonly attempt?: string | undefined
  /** Of a row of `attempt_outcome`. */
  readonly outcome?: string | undefined
  /** What an act brought about, as far as a database that is restored from the copy needs that. */
  readonly subject?: object | undefined
}

/** @returns null if there is nothing to tell */
export function besideText(beside: Beside): string | null {
  const text = JSON.stringify(beside)
  return text === '{}' ? null : text
}

/** @param text as it stands in the row @returns null if that is not what was written there */
export function besideIn(text: string | null): Beside | null {
  try {
    return text === null ? {} : (JSON.parse(text) as Beside)
  } catch {
    return null
  }
}

/** A row of `attempt`, and the document it sends. */
export interface AttemptCells extends Pick<Attempt, 'id' | 'sha256'> {
  readonly batch_id: string
  readonly revision: number
  readonly document_time: Instant
  readonly claimed_at: Instant
  readonly send_deadline: Instant
  readonly document: Packed
}

/** A row of `attempt_outcome`. */
export interface OutcomeCells {
  readonly attempt_id: string
  readonly at: Instant
  readonly kind: Outcome['kind']
  readonly reason: string | null
  readonly http_status: number | null
  readonly correlation_id: string | null
  readonly answer: string | null
}

export function actEntry({ at, by, type, facts }: Act, subject?: object): LogEntry {
  const nothing = { record: null, version: null, revision: null, body: null, attempt: null, outcome: null }
  return { at, by, type, facts: JSON.stringify(facts), beside: besideText({ subject }), ...nothing }
}
