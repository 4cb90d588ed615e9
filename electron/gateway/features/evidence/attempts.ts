import { toWire } from '../../../../shared/api/record-to-wire.ts'
import { masked } from '../records/attempt.ts'
import type { Head } from './head.ts'

/** One send as the pack shows it; times in UTC. */
export interface AttemptShown {
  readonly attempt_id: string
  /** Journal lines that tell of its beginning and its end; null where that is outside of the period. */
  readonly claim_line: number | null
  readonly outcome_line: number | null
  /** The record's number in the journal. */
  readonly record: number
  readonly document_number: string | null
  readonly revision: number | null
  readonly document_sha256: string | null
  readonly document_time: string | null
  readonly claimed_at: string | null
  readonly send_deadline: string | null
  readonly ended_at: string | null
  readonly outcome: string | null
  readonly reason: string | null
  readonly http_status: number | null
  readonly correlation_id: string | null
  /** Personal data masked. */
  readonly answer: string | null
}

export const attemptColumns = [
  'attempt_id',
  'claim_line',
  'outcome_line',
  'record',
  'document_number',
  'revision',
  'document_sha256',
  'document_time',
  'claimed_at',
  'send_deadline',
  'ended_at',
  'outcome',
  'reason',
  'http_status',
  'correlation_id',
  'answer',
] as const satisfies readonly (keyof AttemptShown)[]

/** Tells the attempts of a period from its lines, given in order: each as soon as it ends, and at last those that did not. */
export class Attempts {
  readonly #open = new Map<string, AttemptShown>()
  readonly #tell: (attempt: AttemptShown) => void

  constructor(tell: (attempt: AttemptShown) => void) {
    this.#tell = tell
  }

  /** @param numberOf the document number of a record, as far as it is known by then */
  add({ line, record = 0, attempt, outcome }: Head, numberOf: (record: number) => string | null): void {
    if (attempt) {
      const { id, revision, sha256, document_time, claimed_at, send_deadline } = attempt
      this.#open.set(id, {
        ...unknown,
        attempt_id: id,
        claim_line: line,
        record,
        document_number: numberOf(record),
        revision,
        document_sha256: sha256,
        document_time: toWire(document_time),
        claimed_at: toWire(claimed_at),
        send_deadline: toWire(send_deadline),
      })
    }
    if (outcome) {
      const { attempt_id, at, kind, reason, http_status, correlation_id, answer } = outcome
      const claimed = this.#open.get(attempt_id) ?? {
        ...unknown,
        attempt_id,
        record,
        document_number: numberOf(record),
      }
      const ended = { outcome_line: line, ended_at: toWire(at), outcome: kind, reason, http_status, correlation_id }
      this.#tell({ ...claimed, ...ended, answer: masked(answer) })
      this.#open.delete(attempt_id)
    }
  }

  end(): void {
    for (const attempt of this.#open.values()) this.#tell(attempt)
  }
}

const unknown = {
  claim_line: null,
  outcome_line: null,
  revision: null,
  document_sha256: null,
  document_time: null,
  claimed_at: null,
  send_deadline: null,
  ended_at: null,
  outcome: null,
  reason: null,
  http_status: null,
  correlation_id: null,
  answer: null,
} as const
