import { hash } from 'node:crypto'
import type { Packed } from '../rows/compression.ts'
import type { Extras, LogEntry, LoggedAttempt, LoggedOutcome } from '../rows/event-row.ts'
import { type Statement, sql } from '../sql.ts'

/** The last event, and the chain that covers all events up to it. */
export interface LogEnd {
  readonly seq: number
  readonly chain: Uint8Array
}

const chainBytes = 32
/** The end of an empty log. */
export const emptyLogEnd: LogEnd = { seq: 0, chain: Buffer.alloc(chainBytes) }

export const selectLogEnd = sql`SELECT seq, chain FROM event WHERE seq = (SELECT max(seq) FROM event)`

export interface ChainedEvent {
  readonly head: string
  /** The till's body or the sent document; null for neither. */
  readonly rest: Packed | null
  /** SHA-256 of the chain before and of this line. */
  readonly chain: Buffer
}

/**
 * Hashes `chain before | length of the head u32 | head | rest`. The rest is hashed unpacked: the packing may change.
 */
export function chainEvent({ seq: before, chain }: LogEnd, entry: LogEntry): ChainedEvent {
  const head = formatLineHead(before + 1, entry, entry.body?.plain.length ?? 0)
  const rest = bodyOrSentDocument(entry)
  const headBytes = Buffer.byteLength(head)
  const restAt = chainBytes + 4 + headBytes
  const said = Buffer.allocUnsafe(restAt + (rest?.plain.length ?? 0))
  said.set(chain)
  said.writeUInt32BE(headBytes, chainBytes)
  said.write(head, chainBytes + 4)
  if (rest) said.set(rest.plain, restAt)
  return { head, rest, chain: hash('sha256', said, 'buffer') }
}

export const bodyOrSentDocument = ({ body, attempt }: LogEntry): Packed | null => body ?? attempt?.document ?? null

/**
 * The facts are in it byte for byte as in the row.
 * @param body its length in bytes; absent in the copy, which does not unpack it
 */
export function formatLineHead(seq: number, entry: LogEntry, body?: number): string {
  const { record, version, at, type, by, facts, revision, beside, attempt, outcome } = entry
  return (
    `${JSON.stringify({ seq, record, version, at, type, by, revision, body }).slice(0, -1)},"facts":${facts}` +
    (beside === null ? '' : `,"beside":${beside}`) +
    (attempt === null ? '' : `,"attempt":${attemptText(attempt)}`) +
    `${outcome === null ? '' : `,"outcome":${outcomeText(outcome)}`}}`
  )
}

/** In a fixed order, so that the same row always gives the same line. */
const attemptText = ({ id, batchId, revision, sha256, documentTime, claimedAt, sendDeadline }: LoggedAttempt) =>
  JSON.stringify({ id, batchId, revision, sha256, documentTime, claimedAt, sendDeadline })
const outcomeText = ({ attemptId, at, kind, reason, httpStatus, correlationId, answer }: LoggedOutcome) =>
  JSON.stringify({ attemptId, at, kind, reason, httpStatus, correlationId, answer })

export interface LineHead extends Omit<LogEntry, 'facts' | 'body' | 'beside' | 'attempt' | 'outcome'> {
  readonly seq: number
  readonly facts: Readonly<Record<string, unknown>>
  readonly body: number
  readonly beside?: Extras
  readonly attempt?: Omit<LoggedAttempt, 'document'>
  readonly outcome?: LoggedOutcome
}

/** Runs inside the transaction that writes the entry's rows. @returns the statement, and the new end of the log */
export function buildChainedInsert(
  before: LogEnd,
  entry: LogEntry,
): { readonly end: LogEnd; readonly insert: Statement } {
  const { record, version, at, type, by, facts, revision, body, beside } = entry
  const end = { seq: before.seq + 1, chain: chainEvent(before, entry).chain }
  return {
    end,
    insert: sql`INSERT INTO event (seq, record_seq, version, at, type, by, facts, revision, body, beside, chain)
      VALUES (${end.seq}, ${record}, ${version}, ${at}, ${type}, ${by}, ${facts}, ${revision}, ${body?.kept ?? null},
              ${beside}, ${end.chain})`,
  }
}
