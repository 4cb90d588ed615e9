import type { Database } from 'better-sqlite3'
import type { ActWriter } from '../areas/acts.ts'
import type { GroupCommit } from '../group-commit.ts'
import { unpacked } from '../kept/packed.ts'
import { isDamage } from '../recovery/damage.ts'
import {
  type Cell,
  ConflictFound,
  type Dialect,
  type Engine,
  raw,
  rememberLast,
  type Statement,
  type Step,
  sql,
} from '../sql.ts'

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
}

const mostPrepared = 500

export function sqliteEngine(database: Database, commit: GroupCommit, addAct: ActWriter): Engine {
  const prepare = rememberLast(mostPrepared, (text) => database.prepare<Cell[]>(text))
  const changed = ({ text, values }: Statement) => prepare(text).run(...values).changes

  const run = <Conflict extends string>(change: readonly Step<Conflict>[]): Conflict | null => {
    for (const [at, step] of change.entries()) {
      if ('act' in step) addAct(step.act, step.subject)
      else if ('text' in step) changed(step)
      else {
        const touched = changed(step.statement)
        if (touched === step.rows) continue
        // If nothing has to be undone, the group stays whole.
        if (at === 0 && touched === 0) return step.conflict
        throw new ConflictFound(step.conflict)
      }
    }
    return null
  }
  return {
    dialect,
    isDamage,
    unpacked: (kept) => unpacked(kept)?.plain ?? null,
    read: async <Row extends object>({ text, values }: Statement) => prepare(text).all(...values) as Row[],
    append: async <Conflict extends string>(change: readonly Step<Conflict>[]) => {
      try {
        return await commit.write(() => run(change))
      } catch (cause) {
        if (cause instanceof ConflictFound) return cause.conflict as Conflict
        throw cause
      }
    },
  }
}
