import type { KeptAttempt } from '../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../shared/domain/event.ts'
import type { Outcome } from '../../../shared/domain/outcome.ts'
import type { KeptEvent } from './port.ts'

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
  readonly answer: string | null
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
          answer: row.answer,
        },
})
