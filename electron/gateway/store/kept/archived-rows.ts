import type { KeptAttempt } from '../../../../shared/domain/attempt.ts'
import type { KeptEvent } from '../port/records.ts'
import { type EventRow, eventOf, keptAttemptOf } from './history-rows.ts'
import type { EventLine } from './line.ts'

/** An archived event as a row of the live table would have it. */
export const eventRowOf = ({ seq, version, by, event: { type, at, ...facts } }: EventLine) => ({
  seq,
  version,
  at,
  type,
  by,
  facts: JSON.stringify(facts),
})

export const keptEventOf = (line: EventLine) => eventOf(eventRowOf(line))

/** @param lines of one record, as the journal has them: in the order of the claims */
function attemptsIn(lines: readonly EventLine[]): readonly KeptAttempt[] {
  const outcomes = new Map(lines.flatMap(({ outcome }) => (outcome ? [[outcome.attempt_id, outcome]] : [])))
  const none = { at: null, kind: null, reason: null, http_status: null, correlation_id: null, answer: null }
  return lines.flatMap(({ attempt }) =>
    attempt ? [keptAttemptOf({ ...attempt, ...(outcomes.get(attempt.id) ?? none) })] : [],
  )
}

/** What a till sent; null where the lines do not have it. */
export const bodyIn = (lines: readonly EventLine[], revision: number): Uint8Array | null =>
  inOwnMemory(lines.find((line) => line.revision === revision)?.body)

/** A document that was sent; null where the lines do not have it. */
export const documentIn = (lines: readonly EventLine[], sha256: string): Uint8Array | null =>
  inOwnMemory(lines.find(({ attempt }) => attempt?.sha256 === sha256)?.attempt?.document)

/** @param live what the database still has */
export const withArchivedEvents = (lines: readonly EventLine[], live: readonly KeptEvent[]): readonly KeptEvent[] => [
  ...before(live, lines).map(keptEventOf),
  ...live,
]

/** The same as rows. */
export const withArchivedRows = (lines: readonly EventLine[], live: readonly EventRow[]): readonly EventRow[] => [
  ...before(live, lines).map(eventRowOf),
  ...live,
]

/** Of a record that was archived whole its last event is in the database too, and what came later is nowhere else. */
function before(live: readonly { readonly version: number }[], lines: readonly EventLine[]): readonly EventLine[] {
  const first = live[0]?.version ?? 1
  return lines.filter(({ version }) => version < first)
}

/** @param live what the database still has */
export function withArchivedAttempts(
  lines: readonly EventLine[],
  live: readonly KeptAttempt[],
): readonly KeptAttempt[] {
  const known = new Set(live.map(({ id }) => id))
  return [...attemptsIn(lines).filter(({ id }) => !known.has(id)), ...live]
}

/** What goes to another thread takes along all that lies in the same memory. */
const inOwnMemory = (bytes: Uint8Array | null | undefined): Uint8Array | null => (bytes ? Uint8Array.from(bytes) : null)
