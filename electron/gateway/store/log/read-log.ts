import type { JournalHead, LogLine } from '../port/journal.ts'
import type { Packed } from '../rows/compression.ts'
import {
  type AnswerCell,
  attemptColumns,
  type Extras,
  type LogEntry,
  type LoggedAttempt,
  type LoggedOutcome,
  outcomeColumns,
  parseExtras,
} from '../rows/event-row.ts'
import { type Engine, firstRow, raw, readCount, sql } from '../sql.ts'
import { type ChainedEvent, chainEvent, emptyLogEnd, type LineHead, type LogEnd, selectLogEnd } from './chain.ts'

export type ReadEngine = Omit<Engine, 'append' | 'transact'>

export interface KeptLine extends LogEnd {
  readonly record: number | null
  readonly hasBody: boolean
  /** The stored body is not what the till sent. */
  readonly isBodyDamaged: boolean
  /** Null if one of its rows is missing or unreadable. */
  readonly entry: LogEntry | null
}

export const rechainLine = (
  { seq, entry }: Pick<KeptLine, 'seq' | 'entry'>,
  previous: Uint8Array,
): ChainedEvent | null => entry && chainEvent({ seq: seq - 1, chain: previous }, entry)

interface Row extends Omit<LogEntry, 'record' | 'body' | 'attempt' | 'outcome'>, LogEnd {
  readonly record_seq: number | null
  readonly body: Uint8Array | null
}

export async function readLinesAfter(
  reader: ReadEngine,
  after: number,
  { upTo = Number.MAX_SAFE_INTEGER, limit }: { readonly upTo?: number; readonly limit: number },
): Promise<readonly KeptLine[]> {
  const rows = await reader.read<Row>(
    sql`SELECT seq, record_seq, version, at, type, by, facts, revision, body, beside, chain FROM event
        WHERE seq > ${after} AND seq <= ${upTo} ORDER BY seq LIMIT ${limit}`,
  )
  const besides = rows.map(({ beside }) => parseExtras(beside))
  const attempts = await attemptsOf(reader, besides)
  const outcomes = await outcomesOf(reader, besides)
  return rows.map(({ record_seq: record, body, ...row }, at): KeptLine => {
    const beside = besides[at]
    const plain = body && packedOf(reader, body)
    const attempt = beside?.attempt === undefined ? null : attempts.get(beside.attempt)
    const outcome = beside?.outcome === undefined ? null : outcomes.get(beside.outcome)
    const isBodyDamaged = body !== null && plain === null
    const isWhole = beside && !isBodyDamaged && attempt !== undefined && outcome !== undefined
    return {
      seq: row.seq,
      chain: row.chain,
      record,
      hasBody: body !== null,
      isBodyDamaged,
      entry: isWhole ? { ...row, record, body: plain, attempt, outcome } : null,
    }
  })
}

function packedOf({ unpacked }: ReadEngine, kept: Uint8Array): Packed | null {
  const plain = unpacked(kept)
  return plain && { plain, kept }
}

async function attemptsOf(reader: ReadEngine, besides: readonly (Extras | null)[]) {
  const ids = besides.flatMap((beside) => beside?.attempt ?? [])
  if (ids.length === 0) return new Map<string, LoggedAttempt>()
  const { read, dialect } = reader
  const rows = await read<Omit<LoggedAttempt, 'document'> & { readonly document: Uint8Array }>(
    sql`SELECT ${raw(attemptColumns)}, payload.body AS document
        FROM attempt JOIN payload ON payload.sha256 = attempt.sha256
        WHERE id IN (SELECT value FROM ${dialect.textsOf(ids)})`,
  )
  return new Map(
    rows.flatMap((row) => {
      const document = packedOf(reader, row.document)
      return document ? [[row.id, { ...row, document }] as const] : []
    }),
  )
}

async function outcomesOf({ read, dialect }: ReadEngine, besides: readonly (Extras | null)[]) {
  const ids = besides.flatMap((beside) => beside?.outcome ?? [])
  if (ids.length === 0) return new Map<string, LoggedOutcome>()
  const rows = await read<Omit<LoggedOutcome, 'answer'> & { readonly answer: AnswerCell }>(
    sql`SELECT ${raw(outcomeColumns)} FROM attempt_outcome
        WHERE attempt_id IN (SELECT value FROM ${dialect.textsOf(ids)})`,
  )
  return new Map(rows.map((row) => [row.attemptId, { ...row, answer: row.answer?.toString() ?? null }]))
}

/** @returns the beginning if there is no event */
export const readLogEnd = async ({ read }: Pick<ReadEngine, 'read'>): Promise<LogEnd> =>
  (await firstRow(read<LogEnd>(selectLogEnd))) ?? emptyLogEnd

/** @returns undefined if there is no such event */
export async function readChainAt({ read }: Pick<ReadEngine, 'read'>, seq: number): Promise<Uint8Array | undefined> {
  if (seq === 0) return emptyLogEnd.chain
  return (await firstRow(read<Pick<LogEnd, 'chain'>>(sql`SELECT chain FROM event WHERE seq = ${seq}`)))?.chain
}

export async function hasHead(reader: Pick<ReadEngine, 'read'>, { line, chain }: Pick<JournalHead, 'line' | 'chain'>) {
  const kept = await readChainAt(reader, line)
  return kept !== undefined && hexOf(kept) === chain
}

export const isSameHash = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one !== undefined && other !== undefined && Buffer.compare(one, other) === 0

export const countReceivedAfter = (engine: Engine, at: number): Promise<number> =>
  readCount(
    engine,
    sql`SELECT count(*) AS count FROM event WHERE type = 'received'
        AND seq > coalesce((SELECT seq FROM event WHERE at <= ${at} ORDER BY seq DESC LIMIT 1), 0)`,
  )

/** The first and the last event of that time. */
export async function readLogSpan({ read }: Pick<ReadEngine, 'read'>, from: number, to: number) {
  const [bounds] = await read<{ readonly first: number | null; readonly last: number | null }>(
    sql`SELECT min(seq) AS first, max(seq) AS last FROM event WHERE at >= ${from} AND at < ${to}`,
  )
  if (!bounds || bounds.first === null || bounds.last === null) return null
  const before = (await readChainAt({ read }, bounds.first - 1)) ?? emptyLogEnd.chain
  return { first: bounds.first, last: bounds.last, before: hexOf(before) }
}

export const hexOf = (chain: Uint8Array): string => Buffer.from(chain).toString('hex')

/** The lines exactly as they were hashed. */
export async function readLogLines(reader: ReadEngine, after: number, last: number): Promise<readonly LogLine[]> {
  let previous = (await readChainAt(reader, after)) ?? emptyLogEnd.chain
  return (await readLinesAfter(reader, after, { upTo: last, limit: last - after })).map((kept) => {
    const line = rechainLine(kept, previous)
    previous = kept.chain
    return { line: kept.seq, chain: hexOf(kept.chain), ...(line && toldOf(line)) }
  })
}

function toldOf({ head, rest }: ChainedEvent): Pick<LogLine, 'head' | 'body' | 'document'> {
  const plain = Buffer.from(rest?.plain ?? [])
  const { body: bodyBytes } = JSON.parse(head) as Pick<LineHead, 'body'>
  return {
    head,
    ...(bodyBytes > 0 && { body: plain.toString('utf8', 0, bodyBytes) }),
    ...(plain.length > bodyBytes && { document: plain.toString('utf8', bodyBytes) }),
  }
}
