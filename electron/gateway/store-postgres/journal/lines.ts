import type { Frame } from '../../store/kept/frame.ts'
import type { AttemptCells, OutcomeCells } from '../../store/kept/line.ts'
import { besideIn, frameOfRow, type LineRow, lineRows } from '../../store/kept/line-row.ts'
import type { Ask } from '../ask.ts'

/** A line as the database has it. */
export interface KeptLine {
  readonly line: number
  readonly chain: Uint8Array
  readonly record: number | null
  readonly hasBody: boolean
  readonly day: string | null
  readonly originals: readonly number[] | null
  /** The line built again from the rows that it tells of; null if a row is gone. */
  frame(previous: Uint8Array): Frame | null
}

interface Row extends LineRow {
  readonly chain: Uint8Array
}

const page = `${lineRows} WHERE chain_id = $1 AND line > $2 ORDER BY line LIMIT $3`

const attempts = `SELECT id, batch_id, revision, attempt.sha256, document_time, claimed_at, send_deadline,
    payload.body AS document
  FROM attempt JOIN payload ON payload.sha256 = attempt.sha256
  WHERE id IN (SELECT jsonb_array_elements_text($1::jsonb))`

const outcomes = `SELECT attempt_id, at, kind, reason, http_status, correlation_id, answer FROM attempt_outcome
  WHERE attempt_id IN (SELECT jsonb_array_elements_text($1::jsonb))`

type AttemptRow = Omit<AttemptCells, 'document'> & { readonly document: Uint8Array }
type OutcomeRow = Omit<OutcomeCells, 'answer'> & { readonly answer: Buffer | null }

/** The lines of a chain after one of them, a page at a time. */
export async function linesAfter(
  ask: Ask,
  { chainId, line }: { readonly chainId: number; readonly line: number },
  limit: number,
): Promise<readonly KeptLine[]> {
  const rows = await ask<Row>(page, chainId, line, limit)
  const besides = rows.map(besideIn)
  const idsOf = (name: 'attempt' | 'outcome') => JSON.stringify(besides.flatMap((beside) => beside[name] ?? []))
  const tried = await ask<AttemptRow>(attempts, idsOf('attempt'))
  const ended = await ask<OutcomeRow>(outcomes, idsOf('outcome'))
  const attemptById = new Map(tried.map((attempt) => [attempt.id, { ...attempt, document: whole(attempt.document) }]))
  const outcomeById = new Map(
    ended.map((outcome) => [outcome.attempt_id, { ...outcome, answer: outcome.answer?.toString() ?? null }]),
  )
  return rows.map((row, at): KeptLine => {
    const beside = besides[at] ?? {}
    return {
      line: row.line,
      chain: row.chain,
      record: row.event_seq === null ? null : row.record_seq,
      hasBody: row.body !== null,
      day: beside.day ?? null,
      originals: beside.originals ?? null,
      frame: (previous) =>
        frameOfRow(previous, row, {
          body: row.body && whole(row.body),
          attempt: beside.attempt === undefined ? null : attemptById.get(beside.attempt),
          outcome: beside.outcome === undefined ? null : outcomeById.get(beside.outcome),
        }),
    }
  })
}

/** PostgreSQL packs what is long by itself: what is kept is what was given. */
const whole = (given: Uint8Array) => ({ plain: given, kept: given })
