import type { ReadEngine } from '../store/log/read-log.ts'
import { errorCodeOf } from '../store/refusal.ts'
import {
  type Dialect,
  type Engine,
  type JournalStep,
  makeAppend,
  raw,
  type SqlResult,
  type Statement,
  sql,
  type WriteWork,
} from '../store/sql.ts'
import { type Query, runStatement } from './query.ts'
import type { Transaction, Writer } from './writer.ts'

const dialect: Dialect = {
  elementsOf: (elements) => sql`jsonb_array_elements(CAST(${JSON.stringify(elements)} AS jsonb)) AS each (value)`,
  textsOf: (texts) => sql`jsonb_array_elements_text(CAST(${JSON.stringify(texts)} AS jsonb)) AS each (value)`,
  by: () => sql``,
  listsLater: false,
  thenJoin: sql`JOIN`,
  // The trigram index finds the pattern.
  contains: (text, term) => sql`${raw(text)} LIKE ${`%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
  packed: (plain) => ({ plain, kept: plain }),
  anyText: (text) => Buffer.from(text),
}

export const createPostgresReader = (read: Query): ReadEngine => ({
  dialect,
  isDamage: (cause) => /^XX00[12]/.test(errorCodeOf(cause)),
  // The server packs large values by itself.
  unpacked: (kept) => kept,
  read: <Row extends object>(statement: Statement) => runStatement<Row>(read, statement),
})

/** @param damaged called if the row of a record was changed */
export function createPostgresEngine(read: Query, writer: Writer, damaged: (record: number) => void): Engine {
  const transact: Engine['transact'] = (change, generation) =>
    writer.write((transaction) => {
      const { isTrusted, historyGap } = transaction.ledger
      const told = { isTrusted: () => isTrusted, historyGap: () => historyGap, damaged }
      return run(transaction, change({ dialect, ...told }))
    }, generation)
  return { ...createPostgresReader(read), transact, append: makeAppend(transact) }
}

async function run<Result>(transaction: Transaction, work: WriteWork<Result>): Promise<Result> {
  let next = work.next()
  while (!next.done) next = work.next(await answered(transaction, next.value))
  return next.value
}

async function answered(transaction: Transaction, step: Statement | JournalStep): Promise<SqlResult> {
  const { ask, ledger } = transaction
  if ('text' in step) {
    const rows = await runStatement(ask, step)
    return { rows, count: rows.count }
  }
  await ledger.append(step.entry)
  return { rows: [], count: 1 }
}
