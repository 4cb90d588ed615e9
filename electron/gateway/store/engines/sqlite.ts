import type { Database } from 'better-sqlite3'
import type { GroupCommit, Within } from '../group-commit.ts'
import type { JournalLines } from '../journal/journal-lines.ts'
import { packed, unpacked } from '../kept/packed.ts'
import { isDamage } from '../recovery/damage.ts'
import {
  type Acted,
  type Answer,
  appending,
  type Cell,
  type Dialect,
  type Engine,
  type Logged,
  raw,
  rememberLast,
  type Statement,
  sql,
  type Transaction,
} from '../sql.ts'
import { companyIdWithin } from '../tables/companies.ts'

const dialect: Dialect = {
  elementsOf: (json) => sql`json_each(${json})`,
  textsOf: (json) => sql`json_each(${json})`,
  by: (index) => raw(`INDEXED BY ${index}`),
  thenJoin: sql`CROSS JOIN`,
  // A comparison of rows uses no more than the first column of an index whose second is the row's number.
  beyond(name, direction, { at, seq }) {
    const [column, is] = [raw(name), raw(direction)]
    return sql`${column} ${is}= ${at} AND (${column} ${is} ${at} OR seq ${is} ${seq})`
  },
  contains: (text, term) => sql`instr(${raw(text)}, ${term}) > 0`,
  packed,
  anyText: (text) => text,
}

type Ask = (asked: Statement) => Answer

const touched = (count: number): Answer => ({ rows: [], count })

const mostPrepared = 500

function prepareAsk(database: Database): Ask {
  const prepare = rememberLast(mostPrepared, (text) => database.prepare<Cell[], object>(text))
  return ({ text, values }) => {
    const statement = prepare(text)
    if (!statement.reader) return touched(statement.run(...values).changes)
    const rows = statement.all(...values)
    return { rows, count: rows.length }
  }
}

/** What is written together with its line of the log. */
function prepareLog(database: Database, lines: Pick<JournalLines, 'act' | 'event'>) {
  const insertAct = database.prepare('INSERT INTO act (at, by, type, facts) VALUES (?, ?, ?, ?)')
  const insertEvent = database.prepare(
    'INSERT INTO event (record_seq, version, at, type, by, facts, revision, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  return {
    act({ act, subject }: Acted): Answer {
      const { at, by, type } = act
      const facts = JSON.stringify(act.facts)
      const { lastInsertRowid } = insertAct.run(at, by, type, facts)
      const seq = Number(lastInsertRowid)
      lines.act({ seq, at, by, type, facts, subject: subject ? JSON.stringify(subject) : null })
      return touched(1)
    },
    event({ event }: Logged): Answer {
      const { record_seq, version, at, type, by, facts, revision, body } = event
      const cells = [record_seq, version, at, type, by, facts, revision, body && body.kept]
      lines.event({ seq: Number(insertEvent.run(...cells).lastInsertRowid), ...event })
      return touched(1)
    },
  }
}

export function prepareWithin(
  database: Database,
  lines: Pick<JournalLines, 'act' | 'event'>,
  told: Pick<Transaction, 'isTrusted' | 'historyGap' | 'damaged'>,
): Within {
  const ask = prepareAsk(database)
  const log = prepareLog(database, lines)
  const transaction = { dialect, companyId: companyIdWithin, ...told }
  const answer = (asked: Statement | Acted | Logged): Answer => {
    if ('text' in asked) return ask(asked)
    return 'act' in asked ? log.act(asked) : log.event(asked)
  }
  return (change) => {
    const work = change(transaction)
    let next = work.next()
    while (!next.done) next = work.next(answer(next.value))
    return next.value
  }
}

export interface Connections {
  /** It alone sees what is not committed yet. */
  readonly writer: Database
  readonly reader: Database
}

export function sqliteEngine({ reader }: Pick<Connections, 'reader'>, { transact }: GroupCommit): Engine {
  const ask = prepareAsk(reader)
  const read = async <Row extends object>(statement: Statement) => ask(statement).rows as readonly Row[]
  const plainOf: Engine['unpacked'] = (kept) => unpacked(kept)?.plain ?? null
  return { dialect, isDamage, unpacked: plainOf, read, transact, append: appending(transact) }
}
