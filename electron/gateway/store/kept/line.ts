import type { Attempt } from '../../../../shared/domain/attempt.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import type { Outcome } from '../../../../shared/domain/outcome.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type Frame, frameOf, type LineRead } from './frame.ts'
import { type Packed, packed } from './packed.ts'

/** A row of `event` with all that was written together with it, as the journal keeps it. */
export interface EventCells {
  readonly line: number
  readonly seq: number
  readonly record_seq: number
  readonly version: number
  readonly at: Instant
  readonly type: string
  readonly by: string | null
  /** JSON, exactly as it stands in the row. */
  readonly facts: string
  readonly revision: number | null
  readonly body: Packed | null
  /** The day the record was submitted on, where the event brings it. */
  readonly day: string | null
  /** The records a note refers to, where the event brings them. */
  readonly originals: readonly number[] | null
  readonly attempt: AttemptCells | null
  readonly outcome: OutcomeCells | null
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

/** A row of `act`, and what it brought about if a database that is restored from the copy needs that. */
export interface ActCells {
  readonly line: number
  readonly seq: number
  readonly at: Instant
  readonly by: string
  readonly type: string
  readonly facts: string
  /** JSON. */
  readonly subject: string | null
}

/** Pieced together rather than stringified: facts stand in it as they stand in the row, byte for byte. */
export function eventFrame(previous: Uint8Array, cells: EventCells): Frame {
  const { line, seq, record_seq, version, at, type, by, facts, revision, day, originals, attempt, outcome } = cells
  const { body } = cells
  const head =
    `{"line":${line},"event":${seq},"record":${record_seq},"version":${version},"at":${at},"type":"${type}"` +
    `,"by":${JSON.stringify(by)},"facts":${facts},"revision":${revision},"body":${body?.plain.length ?? 0}` +
    `${day === null ? '' : `,"day":"${day}"`}${originals === null ? '' : `,"originals":[${originals.join()}]`}` +
    (attempt === null ? '' : `,"attempt":${attemptText(attempt)}`) +
    `${outcome === null ? '' : `,"outcome":${outcomeText(outcome)}`}}`
  return frameOf(previous, head, restOf(body, attempt?.document ?? null))
}

/** No event brings both; if one did, they would be packed together. */
const restOf = (body: Packed | null, document: Packed | null): Packed | null =>
  body && document ? packed(Buffer.concat([body.plain, document.plain]), 'document') : (body ?? document)

export function actFrame(previous: Uint8Array, { line, seq, at, by, type, facts, subject }: ActCells): Frame {
  const named = `"type":${JSON.stringify(type)},"by":${JSON.stringify(by)}`
  const head = `{"line":${line},"act":${seq},"at":${at},${named},"facts":${facts}${subject === null ? '' : `,"subject":${subject}`}}`
  return frameOf(previous, head, null)
}

/** Names in a fixed order: the same row always gives the same line. */
const attemptText = ({ id, batch_id, revision, sha256, document_time, claimed_at, send_deadline }: AttemptCells) =>
  JSON.stringify({ id, batch_id, revision, sha256, document_time, claimed_at, send_deadline })
const outcomeText = ({ attempt_id, at, kind, reason, http_status, correlation_id, answer }: OutcomeCells) =>
  JSON.stringify({ attempt_id, at, kind, reason, http_status, correlation_id, answer })

/** What a line of the journal says. */
export type Line = EventLine | ActLine

export interface EventLine extends Omit<EventCells, 'facts' | 'record_seq' | 'type' | 'body' | 'attempt'> {
  readonly kind: 'event'
  readonly record: number
  readonly event: RecordEvent
  readonly body: Uint8Array | null
  readonly attempt: AttemptLine | null
}

export interface AttemptLine extends Omit<AttemptCells, 'document'> {
  readonly document: Uint8Array
}

export interface ActLine extends Omit<ActCells, 'facts' | 'subject'> {
  readonly kind: 'act'
  readonly facts: Readonly<Record<string, unknown>>
  readonly subject: unknown
}

interface Head {
  readonly line: number
  readonly event?: number
  readonly act?: number
  readonly record: number
  readonly version: number
  readonly at: Instant
  readonly type: string
  readonly by: string | null
  readonly facts: Readonly<Record<string, unknown>>
  readonly revision: number | null
  readonly body: number
  readonly day?: string
  readonly originals?: readonly number[]
  readonly attempt?: Omit<AttemptCells, 'document'>
  readonly outcome?: OutcomeCells
  readonly subject?: unknown
}

/** @throws SyntaxError where the head is no JSON: its chain is not ours then either */
export function lineOf({ head: text, rest }: LineRead): Line {
  const head = JSON.parse(text) as Head
  const { line, at, type, by, facts } = head
  if (head.act !== undefined)
    return { kind: 'act', line, seq: head.act, at, by: by ?? '', type, facts, subject: head.subject ?? null }
  const { record, version, revision, day = null, originals = null, attempt, outcome = null } = head
  return {
    kind: 'event',
    line,
    seq: head.event ?? 0,
    record,
    version,
    at,
    by,
    event: { ...facts, type, at } as RecordEvent,
    revision,
    body: revision === null ? null : rest.subarray(0, head.body),
    day,
    originals,
    attempt: attempt ? { ...attempt, document: rest.subarray(head.body) } : null,
    outcome,
  }
}
