import type { Database } from 'better-sqlite3'

/** A value that the engine hid from the planner, as SQLite writes it out. It cuts off long texts, and says so. */
const hiddenValue = /\+(?:'(?:[^']|'')*'|x'[\da-f]*'|NULL|-?\d+(?:\.\d+)?(?:e[+-]\d+)?)(?:\/\*\+\d+ bytes\*\/)?/gi

/** The steps of the plan of a statement that was written out with its values: the planner does not see them here either. */
export function explained(database: Database, written: string): readonly string[] {
  const text = written.replaceAll(hiddenValue, '+?')
  const values = Array.from({ length: text.split('+?').length - 1 }, () => null)
  const explain = database.prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
  return explain.all(...values).map(({ detail }) => detail)
}
