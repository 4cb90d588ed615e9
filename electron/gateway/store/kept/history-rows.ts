import type { Attempt, AttemptOutcome, KeptAttempt } from '../../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { Outcome } from '../../../../shared/domain/outcome.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import type { AttemptCells } from '../log/entry.ts'
import type { KeptEvent } from '../port/records.ts'
import type { Packed } from './packed.ts'

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
    // Events that somebody changed may say what the domain refuses, or nothing at all.
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
