import type { Database } from 'better-sqlite3'
import type { CommitGroup, GroupCommit, RunInTransaction } from '../group-commit.ts'
import { buildChainedInsert, emptyLogEnd, type LogEnd, selectLogEnd } from '../log/chain.ts'
import type { ReadEngine } from '../log/read-log.ts'
import { isDamage } from '../refusal.ts'
import { pack, packUnlessBody, unpack } from '../rows/compression.ts'
import type { LogEntry } from '../rows/event-row.ts'
import {
  type Cell,
  type Dialect,
  type Engine,
  makeAppend,
  memoizeUpTo,
  raw,
  type SqlResult,
  type Statement,
  sql,
  type Transaction,
} from '../sql.ts'

const dialect: Dialect = {
  elementsOf: (elements) => sql`json_each(${JSON.stringify(elements)})`,
  textsOf: (texts) => sql`json_each(${JSON.stringify(texts)})`,
  by: (index) => raw(`INDEXED BY ${index}`),
  listsLater: true,
  thenJoin: sql`CROSS JOIN`,
  contains: (text, term) => sql`instr(${raw(text)}, ${term}) > 0`,
  packed: pack,
  anyText: (text) => text,
}

const touched = (count: number): SqlResult => ({ rows: [], count })

const mostPrepared = 500
/** If more writes come together, bodies are not packed, because tills would wait. */
const mostPacked = 4

/**
 * A plus before a value hides it from the planner. Without it SQLite plans a join again for each new value, which takes
 * ten times as long as reading a record.
 */
const withoutPlanningAgain = (text: string) => text.replaceAll('?', '+?')

function prepareAsk(database: Database): (asked: Statement) => SqlResult {
  const prepare = memoizeUpTo(mostPrepared, (text) => database.prepare<Cell[], object>(withoutPlanningAgain(text)))
  return ({ text, values }) => {
    const statement = prepare(text)
    if (!statement.reader) return touched(statement.run(...values).changes)
    const rows = statement.all(...values)
    return { rows, count: rows.length }
  }
}

export function prepareRunInTransaction(
  database: Database,
  told: Pick<Transaction, 'isTrusted' | 'historyGap' | 'damaged'>,
): RunInTransaction {
  const ask = prepareAsk(database)
  const transaction = { dialect, ...told }
  const inRush = { ...transaction, dialect: { ...dialect, packed: packUnlessBody } }
  const readLogEnd = () => (ask(selectLogEnd).rows as readonly LogEnd[])[0] ?? emptyLogEnd
  // If a change fails, the whole group is undone, and what it knew is dropped with it.
  const log = (entry: LogEntry, group: CommitGroup): SqlResult => {
    const { end, insert } = buildChainedInsert(group.logEnd ?? readLogEnd(), entry)
    group.logEnd = end
    return ask(insert)
  }
  return (change, group = { size: 1, logEnd: null }) => {
    const work = change(group.size > mostPacked ? inRush : transaction)
    let next = work.next()
    while (!next.done) {
      const step = next.value
      next = work.next('text' in step ? ask(step) : log(step.entry, group))
    }
    return next.value
  }
}

export interface SqliteConnections {
  /** The only connection that sees uncommitted rows. */
  readonly writer: Database
  readonly reader: Database
}

export function sqliteReader(database: Database): ReadEngine {
  const ask = prepareAsk(database)
  return {
    dialect,
    isDamage,
    unpacked: (kept) => unpack(kept)?.plain ?? null,
    read: async <Row extends object>(statement: Statement) => ask(statement).rows as readonly Row[],
  }
}

export const createSqliteEngine = (
  { reader }: Pick<SqliteConnections, 'reader'>,
  { transact }: GroupCommit,
): Engine => ({
  ...sqliteReader(reader),
  transact,
  append: makeAppend(transact),
})
