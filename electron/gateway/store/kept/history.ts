import type { Attempt, AttemptOutcome, KeptAttempt, Outcome } from '../../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { Instant, RecordState } from '../../../../shared/domain/record.ts'
import type { Act } from '../port/port.ts'
import type { KeptEvent } from '../port/records.ts'
import type { Packed } from './packed.ts'

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

export interface EventRow {
  readonly seq: number
  readonly version: number
  readonly at: number
  readonly type: string
  readonly by: string | null
  readonly facts: string
}

export const eventOf = ({ seq, version, at, type, by, facts }: EventRow): KeptEvent => ({
  seq,
  version,
  by,
  event: { ...(JSON.parse(facts) as object), type, at } as RecordEvent,
})

/** @returns what its events, in their order, make of a record; null where they make none */
export function stateAfter(rows: readonly EventRow[]): RecordState | null {
  try {
    return madeOf(rows.map(eventOf))
  } catch {
    // Events that were changed in the database may say what the domain refuses, or nothing at all.
    return null
  }
}

function madeOf(history: readonly KeptEvent[]): RecordState | null {
  let state: RecordState | null = null
  for (const { event, version } of history) {
    if (event.type === 'received') state = receive(event)
    else if (state) state = evolve(state, event)
    if (state?.version !== version) return null
  }
  return state
}

export interface AttemptRow {
  readonly id: string
  readonly batch_id: string
  readonly revision: number
  readonly sha256: string
  readonly document_time: number
  readonly claimed_at: number
  readonly send_deadline: number
  readonly at: number | null
  readonly kind: Outcome['kind'] | null
  readonly reason: string | null
  readonly http_status: number | null
  readonly correlation_id: string | null
  /** Of PostgreSQL its bytes: an answer may hold a character that text cannot. */
  readonly answer: string | Uint8Array | null
}

export const keptAttemptOf = (row: AttemptRow): KeptAttempt => ({
  id: row.id,
  batchId: row.batch_id,
  revision: row.revision,
  sha256: row.sha256,
  documentTime: row.document_time,
  claimedAt: row.claimed_at,
  sendDeadline: row.send_deadline,
  outcome:
    row.at === null || row.kind === null
      ? null
      : {
          at: row.at,
          kind: row.kind,
          reason: row.reason,
          httpStatus: row.http_status,
          correlationId: row.correlation_id,
          answer: row.answer instanceof Uint8Array ? Buffer.from(row.answer).toString() : row.answer,
        },
})

/** An attempt as its row, and the document it sends. */
export const attemptCells = (attempt: Attempt, document: Packed): AttemptCells => ({
  id: attempt.id,
  batch_id: attempt.batchId,
  revision: attempt.revision,
  sha256: attempt.sha256,
  document_time: attempt.documentTime,
  claimed_at: attempt.claimedAt,
  send_deadline: attempt.sendDeadline,
  document,
})

/** What became of an attempt as its row; text as the database will give it back. */
export const outcomeCells = ({ attemptId, at, outcome, httpStatus, correlationId, answer }: AttemptOutcome) => ({
  attempt_id: attemptId,
  at,
  kind: outcome.kind,
  reason: 'reason' in outcome ? outcome.reason : null,
  http_status: httpStatus,
  correlation_id: correlationId?.toWellFormed() ?? null,
  answer: answer?.toWellFormed() ?? null,
})
