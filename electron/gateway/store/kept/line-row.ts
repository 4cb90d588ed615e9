import type { Instant } from '../../../../shared/domain/record.ts'
import type { Frame } from './frame.ts'
import { type AttemptCells, actFrame, type EventCells, eventFrame, type OutcomeCells } from './line.ts'
import type { Packed } from './packed.ts'

/** A row of `journal_line` with the one row it tells of; the other's columns are all null. */
export interface LineRow {
  readonly line: number
  readonly event_seq: number | null
  readonly act_seq: number | null
  readonly beside: string | null
  readonly record_seq: number
  readonly version: number
  readonly event_at: Instant | null
  readonly event_type: string
  readonly event_by: string | null
  readonly event_facts: string
  readonly revision: number | null
  readonly body: Uint8Array | null
  readonly act_at: Instant | null
  readonly act_type: string
  readonly act_by: string
  readonly act_facts: string
}

export const lineRows = `SELECT journal_line.line, event_seq, act_seq, beside, chain, event.record_seq, event.version,
    event.at AS event_at, event.type AS event_type, event.by AS event_by, event.facts AS event_facts, event.revision,
    event.body, act.at AS act_at, act.type AS act_type, act.by AS act_by, act.facts AS act_facts
  FROM journal_line LEFT JOIN event ON event.seq = event_seq LEFT JOIN act ON act.seq = act_seq`

/** What an event's line tells of that has no column in the event's row. */
export interface Beside {
  readonly day?: string
  readonly originals?: readonly number[]
  readonly attempt?: string
  readonly outcome?: string
}

type BesideCells = Pick<EventCells, 'day' | 'originals' | 'attempt' | 'outcome'>

/** @returns JSON for the row of an event's line; null where there is nothing to tell */
export function besideText({ day, originals, attempt, outcome }: BesideCells): string | null {
  const beside: Beside = {
    ...(day !== null && { day }),
    ...(originals !== null && { originals }),
    ...(attempt !== null && { attempt: attempt.id }),
    ...(outcome !== null && { outcome: outcome.attempt_id }),
  }
  const text = JSON.stringify(beside)
  return text === '{}' ? null : text
}

/** An act's line has its subject there instead. */
export const besideIn = ({ act_seq, beside }: LineRow): Beside =>
  act_seq === null ? (JSON.parse(beside ?? '{}') as Beside) : {}

/** What else a line tells of; undefined where that is gone or cannot be read. */
export interface Told {
  readonly body: Packed | null | undefined
  readonly attempt: AttemptCells | null | undefined
  readonly outcome: OutcomeCells | null | undefined
}

/** @returns the line made anew from the rows it tells of; null where one is gone or cannot be read */
export function frameOfRow(previous: Uint8Array, row: LineRow, { body, attempt, outcome }: Told): Frame | null {
  const { line, event_seq, act_seq } = row
  if (act_seq !== null) {
    if (row.act_at === null) return null
    const { act_at: at, act_type: type, act_by: by, act_facts: facts, beside: subject } = row
    return actFrame(previous, { line, seq: act_seq, at, type, by, facts, subject })
  }
  if (event_seq === null || row.event_at === null) return null
  if (body === undefined || attempt === undefined || outcome === undefined) return null
  const { record_seq, version, event_at: at, event_type: type, event_by: by, event_facts: facts, revision } = row
  const { day = null, originals = null } = besideIn(row)
  const cells = { line, seq: event_seq, record_seq, version, at, type, by, facts, revision, body, day, originals }
  return eventFrame(previous, { ...cells, attempt, outcome })
}
