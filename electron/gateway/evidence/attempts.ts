import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import { masked } from '../operator/records-attempt.ts'
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

/** Gathers the attempts of a period from its lines, given in order. */
export class Attempts {
  readonly #shown = new Map<string, AttemptShown>()

  /** @param numberOf the document number of a record, as far as it is known by then */
  add({ line, record = 0, attempt, outcome }: Head, numberOf: (record: number) => string | null): void {
    const document_number = numberOf(record)
    if (attempt) {
      const { id, revision, sha256, document_time, claimed_at, send_deadline } = attempt
      this.#shown.set(id, {
        ...unknown,
        attempt_id: id,
        claim_line: line,
        record,
        document_number,
        revision,
        document_sha256: sha256,
        document_time: toWire(document_time),
        claimed_at: toWire(claimed_at),
        send_deadline: toWire(send_deadline),
      })
    }
    if (outcome) {
      const { attempt_id, at, kind, reason, http_status, correlation_id, answer } = outcome
      const before = this.#shown.get(attempt_id) ?? { ...unknown, attempt_id, record, document_number }
      const ended = { outcome_line: line, ended_at: toWire(at), outcome: kind, reason, http_status, correlation_id }
      this.#shown.set(attempt_id, { ...before, ...ended, answer: masked(answer) })
    }
  }

  get all(): readonly AttemptShown[] {
    return [...this.#shown.values()]
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
