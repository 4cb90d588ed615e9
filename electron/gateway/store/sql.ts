import type { HistoryGap } from '../../../shared/domain/decide-submission.ts'
import type { LogEntry } from './kept/history.ts'
import type { Packed, Packing } from './kept/packed.ts'
import type { Act } from './port/port.ts'
import type { WriteConflict, Written } from './port/records.ts'

/** What may stand for a place holder. */
export type Cell = string | number | null | Uint8Array

/** SQL that both engines understand, with `?` for each of its values. */
export interface Statement {
  readonly text: string
  readonly values: readonly Cell[]
}

const texts = new WeakMap<TemplateStringsArray, string>()

/**
 * Values become parameters, never text; a statement within a statement becomes a part of it. The text is made once per
 * place in the source if only values differ. PostgreSQL cannot guess the type of a value that is only compared with
 * NULL: write a CAST around it.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly (Cell | Statement)[]): Statement {
  if (values.some(isStatement)) return nested(parts, values)
  const known = texts.get(parts)
  const text = known ?? parts.join('?')
  if (known === undefined) texts.set(parts, text)
  return { text, values: values as readonly Cell[] }
}

/** Remembers what was made for so many texts. People filter in a dozen ways; all there are would fill the memory. */
export function rememberSome<Made>(most: number, make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>()
  return (text) => {
    const known = made.get(text) ?? make(text)
    if (made.size === most && !made.has(text)) made.clear()
    made.set(text, known)
    return known
  }
}

/** Text of the source that is put together elsewhere; never of a value. */
export const raw = (text: string): Statement => ({ text, values: [] })

/** One after another, with a text between two of them. */
export const joined = (all: readonly Statement[], between: string): Statement => ({
  text: all.map(({ text }) => text).join(between),
  values: all.flatMap(({ values }) => values),
})

const isStatement = (value: Cell | Statement): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value

function nested(parts: readonly string[], values: readonly (Cell | Statement)[]): Statement {
  const inner = values.map((value) => (isStatement(value) ? value : { text: '?', values: [value] }))
  return {
    text: parts.map((part, at) => part + (inner[at]?.text ?? '')).join(''),
    values: inner.flatMap((each) => each.values),
  }
}

/** A statement that must touch so many rows, and the name of the conflict if it does not. */
export interface Checked<Conflict extends string> {
  readonly statement: Statement
  readonly rows: number
  readonly conflict: Conflict
}

/** Goes into the log with the change. `subject` is what the act brought about, as far as the log proves that. */
export interface Acted {
  readonly act: Act
  readonly subject?: object | undefined
}

/** For the log, behind the rows that it tells of: the engine gives it its number and its place in the chain. */
export interface Logged {
  readonly entry: LogEntry
}

/** One step of a change. */
export type Step<Conflict extends string> = Statement | Checked<Conflict> | Acted

/** The statement must touch one row. */
export const one = <Conflict extends string>(statement: Statement, conflict: Conflict): Checked<Conflict> => ({
  statement,
  rows: 1,
  conflict,
})

/** Rows that a statement read, and how many it read or touched. */
export interface Answer {
  readonly rows: readonly object[]
  readonly count: number
}

/**
 * A change that depends on what it finds: it asks, and goes on with the answer. SQLite answers at once, PostgreSQL as soon
 * as its server does. If its group failed, it is begun again.
 */
export type Work<Result> = Generator<Statement | Acted | Logged, Result, Answer>

export function* rowsOf<Row extends object>(statement: Statement): Work<readonly Row[]> {
  return (yield statement).rows as readonly Row[]
}

/** Whether the statement finds a row, or touches one. */
export function* has(statement: Statement): Work<boolean> {
  return (yield statement).count > 0
}

/** What a running transaction tells beside its rows. */
export interface Transaction {
  readonly dialect: Dialect
  /** Whether anything may go out to the authority. */
  readonly isTrusted: () => boolean
  /** What must be looked up before it is sent again; null for nothing. */
  readonly historyGap: () => HistoryGap | null
  /** The row of a record is not what was written. */
  readonly damaged: (seq: number) => void
}

export interface DataReader {
  /** Sees only what is committed. */
  readonly read: <Row extends object>(statement: Statement) => Promise<readonly Row[]>
}

export interface DataWriter {
  /**
   * All of a change, or nothing of it. Durable if it resolves.
   * @param generation of the sender that writes it; nothing is written once another process sends
   * @throws ConflictFound if that undid what the work had written · what the work throws
   */
  readonly transact: <Result>(work: (transaction: Transaction) => Work<Result>, generation?: number) => Promise<Result>
  /**
   * All steps of a change in their order, or none of them. Durable if it resolves with null.
   * @returns the conflict of the first step that touched another number of rows than it must; null if there was none
   */
  readonly append: <Conflict extends string = never>(change: readonly Step<Conflict>[]) => Promise<Conflict | null>
}

export const appending =
  (transact: DataWriter['transact']): DataWriter['append'] =>
  async <Conflict extends string>(change: readonly Step<Conflict>[]) => {
    try {
      return await transact(() => inOrder(change))
    } catch (cause) {
      if (cause instanceof ConflictFound) return cause.conflict as Conflict
      throw cause
    }
  }

/** @throws ConflictFound if what the steps before have written must be undone */
export function* inOrder<Conflict extends string>(change: readonly Step<Conflict>[]): Work<Conflict | null> {
  for (const [at, step] of change.entries()) {
    const isChecked = 'rows' in step
    const { count } = yield isChecked ? step.statement : step
    if (!isChecked || count === step.rows) continue
    // If nothing has to be undone, the group stays whole.
    if (at === 0 && count === 0) return step.conflict
    throw new ConflictFound(step.conflict)
  }
  return null
}

/** Where an engine needs words of its own. */
export interface Dialect {
  /** A row for each element of a JSON array, as `value`; its fields are read with `value ->> 'name'`. */
  readonly elementsOf: (json: string) => Statement
  /** A row for each text of a JSON array, as `value`. */
  readonly textsOf: (json: string) => Statement
  /** Which index a table is read by, if the planner may not choose. */
  readonly by: (index: string) => Statement
  /** Whether the indexes of lists have a new record only once it is claimed. */
  readonly listsLater: boolean
  /** A join whose left side is read first: the planner may not turn it around. */
  readonly thenJoin: Statement
  /** What stands behind a place, or before it, in the order of a column and then of `seq`; an index begins there. */
  readonly beyond: (
    column: string,
    direction: '>' | '<',
    place: { readonly at: Cell; readonly seq: number },
  ) => Statement
  /** Whether a text has a term in it. */
  readonly contains: (text: string, term: string) => Statement
  /** Bytes that may be long, as they are kept. */
  readonly packed: (plain: Uint8Array, as: Packing) => Packed
  /** Text of others, in which any character may stand. */
  readonly anyText: (text: string) => Cell
}

/** What a table needs of the database behind it. */
export interface Engine extends DataReader, DataWriter {
  readonly dialect: Dialect
  /** Whether a read failed because a page does not hold what belongs there; others can still be read. */
  readonly isDamage: (cause: unknown) => boolean
  /** A body or a document as it was given, of the bytes that are kept. @returns null if those were changed since */
  readonly unpacked: (kept: Uint8Array) => Uint8Array | null
}

/** @returns undefined if there is none */
export const first = async <Row>(rows: Promise<readonly Row[]>): Promise<Row | undefined> => (await rows)[0]

/** A driver throws it, so that what the steps before have written is undone. */
export class ConflictFound extends Error {
  override readonly name = 'ConflictFound'
  readonly conflict: string

  constructor(conflict: string) {
    super(`a change met a conflict: ${conflict}`)
    this.conflict = conflict
  }
}

/** What was written before the conflict is undone. */
export async function unlessConflict(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing
  } catch (cause) {
    if (cause instanceof ConflictFound) return { ok: false, why: cause.conflict as WriteConflict }
    throw cause
  }
}
