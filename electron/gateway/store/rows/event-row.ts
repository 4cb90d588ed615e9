import type { Attempt, AttemptOutcome, AttemptWithOutcome } from '../../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { EpochMs, RecordState } from '../../../../shared/domain/record.ts'
import type { KeptEvent } from '../port/records.ts'
import type { Packed } from './compression.ts'

/** An event of a record with everything written with it; or an act of a person. */
export interface LogEntry {
  /** Null for an act. */
  readonly record: number | null
  readonly version: number | null
  readonly at: EpochMs
  readonly type: string
  readonly by: string | null
  /** JSON, exactly as in the row. */
  readonly facts: string
  readonly revision: number | null
  readonly body: Packed | null
  /** A `Beside` as JSON, exactly as in the row; null if it is empty. */
  readonly beside: string | null
  readonly attempt: LoggedAttempt | null
  readonly outcome: LoggedOutcome | null
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

/** Columns of an attempt and of its outcome, under the names of the domain. */
export const attemptColumns = `id, batch_id AS "batchId", revision, attempt.sha256, document_time AS "documentTime",
  claimed_at AS "claimedAt", send_deadline AS "sendDeadline"`
export const outcomeColumns = `attempt_id AS "attemptId", at, kind, reason, http_status AS "httpStatus",
  correlation_id AS "correlationId", answer`

export interface LoggedAttempt extends Omit<Attempt, 'payload'> {
  readonly document: Packed
}

type KeptOutcome = NonNullable<AttemptWithOutcome['outcome']>

export interface LoggedOutcome extends KeptOutcome, Pick<AttemptOutcome, 'attemptId'> {}

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
export function replayEventRows(rows: readonly EventRow[]): RecordState | null {
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

/** Bytes in PostgreSQL: an answer may hold a character that its text cannot. */
export type AnswerCell = string | Buffer | null

type AttemptRow = Omit<Attempt, 'payload'> & {
  readonly [Name in keyof LoggedOutcome]: Name extends 'answer' ? AnswerCell : LoggedOutcome[Name] | null
}

export function keptAttemptOf({
  attemptId: _attempt,
  at,
  kind,
  reason,
  httpStatus,
  correlationId,
  ...row
}: AttemptRow) {
  const { answer, ...attempt } = row
  const rest = { reason, httpStatus, correlationId, answer: answer?.toString() ?? null }
  return {
    ...attempt,
    outcome: at === null || kind === null ? null : { at, kind, ...rest },
  } satisfies AttemptWithOutcome
}

/** With text as the database returns it. */
export const loggedOutcome = (told: AttemptOutcome): LoggedOutcome => ({
  attemptId: told.attemptId,
  at: told.at,
  kind: told.outcome.kind,
  reason: 'reason' in told.outcome ? told.outcome.reason : null,
  httpStatus: told.httpStatus,
  correlationId: told.correlationId?.toWellFormed() ?? null,
  answer: told.answer?.toWellFormed() ?? null,
})
