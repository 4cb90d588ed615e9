import type { Attempt, AttemptOutcome, KeptAttempt, Outcome } from '../../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { Instant, RecordState } from '../../../../shared/domain/record.ts'
import type { Act } from '../port/port.ts'
import type { KeptEvent } from '../port/records.ts'
import type { Packed } from './compression.ts'

/** An event of a record with everything written with it; or an act of a person. */
export interface LogEntry {
  /** Null for an act. */
  readonly record: number | null
  readonly version: number | null
  readonly at: Instant
  readonly type: string
  readonly by: string | null
  /** JSON, exactly as in the row. */
  readonly facts: string
  readonly revision: number | null
  readonly body: Packed | null
  /** A `Beside` as JSON, exactly as in the row; null if it is empty. */
  readonly beside: string | null
  readonly attempt: AttemptCells | null
  readonly outcome: OutcomeCells | null
}

/** Parts of an event without a column: rows of other tables, hashed with it. */
export interface Extras {
  readonly day?: string | undefined
  readonly originals?: readonly number[] | undefined
  readonly attempt?: string | undefined
  readonly outcome?: string | undefined
  /** What a restored database needs to know of an act. */
  readonly subject?: object | undefined
}

/** @returns null if it is empty */
export function extrasText(beside: Extras): string | null {
  const text = JSON.stringify(beside)
  return text === '{}' ? null : text
}

/** @returns null if the text was changed */
export function parseExtras(text: string | null): Extras | null {
  try {
    return text === null ? {} : (JSON.parse(text) as Extras)
  } catch {
    return null
  }
}

export interface AttemptCells extends Pick<Attempt, 'id' | 'sha256'> {
  readonly batch_id: string
  readonly revision: number
  readonly document_time: Instant
  readonly claimed_at: Instant
  readonly send_deadline: Instant
  readonly document: Packed
}

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
  return { at, by, type, facts: JSON.stringify(facts), beside: extrasText({ subject }), ...nothing }
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

/** @returns null if the events do not make a valid record */
export function stateAfter(rows: readonly EventRow[]): RecordState | null {
  try {
    return madeOf(rows.map(eventOf))
  } catch {
    // Changed events may be refused by the domain.
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
  /** Bytes in PostgreSQL: an answer may hold a character that its text cannot. */
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

/** With text as the database returns it. */
export const outcomeCells = ({ attemptId, at, outcome, httpStatus, correlationId, answer }: AttemptOutcome) => ({
  attempt_id: attemptId,
  at,
  kind: outcome.kind,
  reason: 'reason' in outcome ? outcome.reason : null,
  http_status: httpStatus,
  correlation_id: correlationId?.toWellFormed() ?? null,
  answer: answer?.toWellFormed() ?? null,
})
