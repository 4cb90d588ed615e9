import type { Database, Statement as Prepared } from 'better-sqlite3'
import type { ActWriter } from '../areas/acts.ts'
import type { GroupCommit } from '../group-commit.ts'
import { type Cell, ConflictFound, type Dialect, type Engine, raw, type Statement, type Step, sql } from '../sql.ts'

const dialect: Dialect = {
  elementsOf: (json) => sql`json_each(${json})`,
  textsOf: (json) => sql`json_each(${json})`,
  by: (index) => raw(`INDEXED BY ${index}`),
  thenJoin: sql`CROSS JOIN`,
}

/** Every statement is prepared once. */
export function sqliteEngine(database: Database, commit: GroupCommit, addAct: ActWriter): Engine {
  const prepared = new Map<string, Prepared<Cell[]>>()
  const prepare = (text: string) => {
    const known = prepared.get(text) ?? database.prepare<Cell[]>(text)
    prepared.set(text, known)
    return known
  }
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
