import {
  ConflictFound,
  type Dialect,
  type Engine,
  raw,
  rememberLast,
  type Statement,
  type Step,
  sql,
} from '../store/sql.ts'
import type { ActWriter } from './areas/acts.ts'
import type { Ask } from './ask.ts'
import { codeOf } from './connect.ts'
import type { Transaction, Writer } from './writer.ts'

const dialect: Dialect = {
  elementsOf: (json) => sql`jsonb_array_elements(CAST(${json} AS jsonb)) AS each (value)`,
  textsOf: (json) => sql`jsonb_array_elements_text(CAST(${json} AS jsonb)) AS each (value)`,
  by: () => sql``,
  thenJoin: sql`JOIN`,
  beyond: (column, direction, { at, seq }) => sql`(${raw(column)}, seq) ${raw(direction)} (${at}, ${seq})`,
  // The index of three letters in a row knows where a pattern may stand.
  contains: (text, term) => sql`${raw(text)} LIKE ${`%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
}

/** As PostgreSQL numbers its place holders. */
const numberedOf = rememberLast(1_000, (text) => {
  let count = 0
  return text.replaceAll('?', () => {
    count += 1
    return `$${count}`
  })
})

const asked = <Row extends object>(ask: Ask, { text, values }: Statement) => ask<Row>(numberedOf(text), ...values)

export function postgresEngine(read: Ask, writer: Writer, addAct: ActWriter): Engine {
  return {
    dialect,
    isDamage: (cause) => /^XX00[12]/.test(codeOf(cause)),
    // The server packs large values by itself.
    unpacked: (kept) => kept,
    read: <Row extends object>(statement: Statement) => asked<Row>(read, statement),
    append: async <Conflict extends string>(change: readonly Step<Conflict>[]) => {
      try {
        return await writer.write((transaction) => run(transaction, change, addAct))
      } catch (cause) {
        if (cause instanceof ConflictFound) return cause.conflict as Conflict
        throw cause
      }
    },
  }
}

async function run<Conflict extends string>(
  transaction: Transaction,
  change: readonly Step<Conflict>[],
  addAct: ActWriter,
): Promise<Conflict | null> {
  for (const [at, step] of change.entries()) {
    if ('act' in step) await addAct(transaction, step.act, step.subject)
    else if ('text' in step) await asked(transaction.ask, step)
    else {
      const touched = (await asked(transaction.ask, step.statement)).count
      if (touched === step.rows) continue
      // If nothing has to be undone, the group stays whole.
      if (at === 0 && touched === 0) return step.conflict
      throw new ConflictFound(step.conflict)
    }
  }
  return null
}
