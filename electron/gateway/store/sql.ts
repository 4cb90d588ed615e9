import type { HistoryGap } from '../../../shared/domain/decide-submission.ts'
import type { Act } from './port/port.ts'
import type { WriteConflict, WriteResult } from './port/records.ts'
import type { Packed, PackedKind } from './rows/compression.ts'
import { extrasText, type LogEntry } from './rows/event-row.ts'

export type Cell = string | number | null | Uint8Array

/** SQL for both engines, with `?` for each value. */
export interface Statement {
  readonly text: string
  readonly values: readonly Cell[]
}

/** The last text of each place in the source, and the statements inside of it: usually the next are the same. */
const texts = new WeakMap<TemplateStringsArray, { readonly inner: readonly string[]; readonly text: string }>()

/**
 * Values become parameters, and nested statements are inserted. The text is made once for each place in the source.
 * PostgreSQL cannot guess the type of a value that is only compared with NULL: write a CAST around it.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly (Cell | Statement)[]): Statement {
  const inner = values.map((value) => (isStatement(value) ? value.text : '?'))
  const cells = values.some(isStatement)
    ? values.flatMap((value) => (isStatement(value) ? value.values : [value]))
    : values
  const last = texts.get(parts)
  const isSame = last?.inner.every((text, at) => text === inner[at])
  const text = last && isSame ? last.text : parts.map((part, at) => part + (inner[at] ?? '')).join('')
  if (!isSame) texts.set(parts, { inner, text })
  return { text, values: cells as readonly Cell[] }
}

/** A cache with a limit: people combine filters in many ways. */
export function memoizeUpTo<Made>(most: number, make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>()
  return (text) => {
    const known = made.get(text)
    if (known !== undefined) return known
    if (made.size === most) made.clear()
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}

/** Only for text of the source code, never for a value. */
export const raw = (text: string): Statement => ({ text, values: [] })

export const joinStatements = (all: readonly Statement[], between: string): Statement => ({
  text: all.map(({ text }) => text).join(between),
  values: all.flatMap(({ values }) => values),
})

const isStatement = (value: Cell | Statement): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value

/** The conflict if it does not touch exactly one row. */
interface OneRowStatement<Conflict extends string> {
  readonly statement: Statement
  readonly conflict: Conflict
}

/** Logged behind its rows: the engine adds the number and the chain. */
export interface JournalStep {
  readonly entry: LogEntry
}

/** @param subject what the act changed, as far as the log proves it */
export function actStep({ at, by, type, facts }: Act, subject?: object): JournalStep {
  const nothing = { record: null, version: null, revision: null, body: null, attempt: null, outcome: null }
  return { entry: { at, by, type, facts: JSON.stringify(facts), beside: extrasText({ subject }), ...nothing } }
}

export type WriteStep<Conflict extends string> = Statement | OneRowStatement<Conflict> | JournalStep

export const oneRow = <Conflict extends string>(
  statement: Statement,
  conflict: Conflict,
): OneRowStatement<Conflict> => ({ statement, conflict })

export interface SqlResult {
  readonly rows: readonly object[]
  readonly count: number
}

/** A change that reads on the way: each `yield` gives an answer. It runs again if its group failed. */
export type WriteWork<Result> = Generator<Statement | JournalStep, Result, SqlResult>

export function* rowsOf<Row extends object>(statement: Statement): WriteWork<readonly Row[]> {
  return (yield statement).rows as readonly Row[]
}

export function* hasRows(statement: Statement): WriteWork<boolean> {
  return (yield statement).count > 0
}

export interface Transaction {
  readonly dialect: Dialect
  readonly isTrusted: () => boolean
  /** Null for nothing. */
  readonly historyGap: () => HistoryGap | null
  /** The row of a record was changed. */
  readonly damaged: (seq: number) => void
}

export interface DataReader {
  /** Sees only what is committed. */
  readonly read: <Row extends object>(statement: Statement) => Promise<readonly Row[]>
}

export interface DataWriter {
  /**
   * All or nothing, durable once it resolves.
   * @param generation the sender's; nothing is written if another process sends now
   * @throws WriteConflictError if that undid writes · what the work throws
   */
  readonly transact: <Result>(
    work: (transaction: Transaction) => WriteWork<Result>,
    generation?: number,
  ) => Promise<Result>
  /**
   * All steps or none, durable if it resolves with null.
   * @returns the conflict of the first step with a wrong number of rows; null if there was none
   */
  readonly append: <Conflict extends string = never>(change: readonly WriteStep<Conflict>[]) => Promise<Conflict | null>
}

export const makeAppend =
  (transact: DataWriter['transact']): DataWriter['append'] =>
  async <Conflict extends string>(change: readonly WriteStep<Conflict>[]) => {
    try {
      return await transact(() => runSteps(change))
    } catch (cause) {
      if (cause instanceof WriteConflictError) return cause.conflict as Conflict
      throw cause
    }
  }

/** @throws WriteConflictError if earlier steps must be undone */
export function* runSteps<Conflict extends string>(change: readonly WriteStep<Conflict>[]): WriteWork<Conflict | null> {
  for (const [at, step] of change.entries()) {
    const isChecked = 'conflict' in step
    const { count } = yield isChecked ? step.statement : step
    if (!isChecked || count === 1) continue
    // Nothing to undo, so the rest of the group is not affected.
    if (at === 0 && count === 0) return step.conflict
    throw new WriteConflictError(step.conflict)
  }
  return null
}

/** The differences between the engines. */
export interface Dialect {
  /** A row `value` for each element; its fields are read with `value ->> 'name'`. */
  readonly elementsOf: (elements: readonly object[]) => Statement
  /** A row `value` for each text, or number as a text. */
  readonly textsOf: (texts: readonly (string | number)[]) => Statement
  /** The index to read a table by, if the planner may not choose. */
  readonly by: (index: string) => Statement
  /** Whether a new record enters the list indexes only when it is claimed. */
  readonly listsLater: boolean
  /** The planner must read the left side first. */
  readonly thenJoin: Statement
  readonly contains: (text: string, term: string) => Statement
  readonly packed: (plain: Uint8Array, as: PackedKind) => Packed
  /** A text that may hold any character. */
  readonly anyText: (text: string) => Cell
}

export interface Engine extends DataReader, DataWriter {
  readonly dialect: Dialect
  /** Other pages can still be read. */
  readonly isDamage: (cause: unknown) => boolean
  /** @returns null if the bytes were changed */
  readonly unpacked: (kept: Uint8Array) => Uint8Array | null
}

/** For `IN`. */
export const numbersIn = ({ textsOf }: Dialect, numbers: readonly number[]): Statement =>
  sql`(SELECT CAST(value AS bigint) FROM ${textsOf(numbers)})`

/**
 * The rows after or before a place, in the order of a column and then of `seq`. The first condition finds the place in
 * an index whose second column is not `seq`, in which SQLite would not find a pair.
 */
export function beyond(column: string, is: '>' | '<', { at, seq }: { readonly at: Cell; readonly seq: number }) {
  const [name, after] = [raw(column), raw(is)]
  return sql`${name} ${after}= ${at} AND (${name} ${after} ${at} OR seq ${after} ${seq})`
}

/** @returns undefined if there is none */
export const firstRow = async <Row>(rows: Promise<readonly Row[]>): Promise<Row | undefined> => (await rows)[0]

/** @param statement selects one `value` @returns null if there is none */
export const readValue = async <Value extends Cell>(
  { read }: DataReader,
  statement: Statement,
): Promise<Value | null> => (await firstRow(read<{ readonly value: Value | null }>(statement)))?.value ?? null

/** @param statement selects `count` */
export const readCount = async ({ read }: DataReader, statement: Statement): Promise<number> =>
  (await firstRow(read<{ readonly count: number }>(statement)))?.count ?? 0

/** A driver throws it, so that earlier steps are undone. */
export class WriteConflictError extends Error {
  override readonly name = 'WriteConflictError'
  readonly conflict: string

  constructor(conflict: string) {
    super(`a change met a conflict: ${conflict}`)
    this.conflict = conflict
  }
}

export async function catchWriteConflict(writing: Promise<WriteResult>): Promise<WriteResult> {
  try {
    return await writing
  } catch (cause) {
    if (cause instanceof WriteConflictError) return { ok: false, why: cause.conflict as WriteConflict }
    throw cause
  }
}
