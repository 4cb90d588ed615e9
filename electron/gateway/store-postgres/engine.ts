import { finding } from '../../../shared/domain/journal-finding.ts'
import {
  type Acted,
  type Answer,
  appending,
  type Dialect,
  type Engine,
  type Logged,
  raw,
  rememberLast,
  type Transaction as Shared,
  type Statement,
  sql,
  type Work,
} from '../store/sql.ts'
import { companyIdWithin } from '../store/tables/companies.ts'
import type { Ask, Rows } from './ask.ts'
import { codeOf } from './connect.ts'
import type { Findings } from './journal/findings.ts'
import { houseChain } from './ledger.ts'
import type { Transaction, Writer } from './writer.ts'

const dialect: Dialect = {
  elementsOf: (json) => sql`jsonb_array_elements(CAST(${json} AS jsonb)) AS each (value)`,
  textsOf: (json) => sql`jsonb_array_elements_text(CAST(${json} AS jsonb)) AS each (value)`,
  by: () => sql``,
  thenJoin: sql`JOIN`,
  beyond: (column, direction, { at, seq }) => sql`(${raw(column)}, seq) ${raw(direction)} (${at}, ${seq})`,
  // The index of three letters in a row knows where a pattern may stand.
  contains: (text, term) => sql`${raw(text)} LIKE ${`%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
  // PostgreSQL packs what is long by itself.
  packed: (plain) => ({ plain, kept: plain }),
  anyText: (text) => Buffer.from(text),
}

/** As PostgreSQL numbers its place holders. */
const numberedOf = rememberLast(1_000, (text) => {
  let count = 0
  return text.replaceAll('?', () => {
    count += 1
    return `$${count}`
  })
})

const asked = <Row extends object>(ask: Ask, { text, values }: Statement): Promise<Rows<Row>> =>
  ask<Row>(numberedOf(text), ...values)

/** Makes a change within a transaction that is open. */
export type Within = <Result>(
  transaction: Transaction,
  change: (transaction: Shared) => Work<Result>,
) => Promise<Result>

export function postgresEngine(read: Ask, writer: Writer, findings: Findings): Engine & { readonly within: Within } {
  const readRows = <Row extends object>(statement: Statement) => asked<Row>(read, statement)
  // The number of a company never changes. Only one that is committed is remembered: a transaction may be undone.
  const companies = new Map<string, number>()
  const within = async <Result>(
    transaction: Transaction,
    change: (transaction: Shared) => Work<Result>,
    found = new Map<string, number>(),
  ): Promise<Result> => {
    function* companyId(guid: string): Work<number> {
      const id = companies.get(guid) ?? found.get(guid) ?? (yield* companyIdWithin(guid))
      found.set(guid, id)
      return id
    }
    const { isTrusted, historyGap } = transaction.ledger
    const damaged = (record: number) => findings.note([finding('row_damaged', { record })])
    const told = { isTrusted: () => isTrusted, historyGap: () => historyGap, damaged }
    return run(transaction, change({ dialect, companyId, ...told }))
  }
  const transact: Engine['transact'] = async (change, generation) => {
    const found = new Map<string, number>()
    const result = await writer.write((transaction) => within(transaction, change, found), generation)
    for (const [guid, id] of found) companies.set(guid, id)
    return result
  }
  return {
    dialect,
    isDamage: (cause) => /^XX00[12]/.test(codeOf(cause)),
    // The server packs large values by itself.
    unpacked: (kept) => kept,
    read: readRows,
    transact,
    append: appending(transact),
    within,
  }
}

async function run<Result>(transaction: Transaction, work: Work<Result>): Promise<Result> {
  let next = work.next()
  while (!next.done) next = work.next(await answered(transaction, next.value))
  return next.value
}

async function answered(transaction: Transaction, step: Statement | Acted | Logged): Promise<Answer> {
  const { ask, ledger } = transaction
  if ('text' in step) {
    const rows = await asked(ask, step)
    return { rows, count: rows.count }
  }
  if ('act' in step) {
    const { at, by, type, facts } = step.act
    const subject = step.subject ? JSON.stringify(step.subject) : null
    const chain = await chainOf(step, transaction)
    await Promise.all(ledger.act(chain, { at, by, type, facts: JSON.stringify(facts), subject }))
  } else await Promise.all(ledger.event(step.companyId, step.event))
  return { rows: [], count: 1 }
}

/** An act stands in the chain of the company that its facts name, or else in that of the house. */
function chainOf({ act }: Acted, transaction: Transaction): number | Promise<number> {
  const guid = act.facts['companyGuid']
  return typeof guid === 'string' ? run(transaction, companyIdWithin(guid)) : houseChain
}
