import type { Database } from 'better-sqlite3'
import type { Act } from './port.ts'

/** Adds an act to the journal inside a running write. */
export type ActWriter = (act: Act) => void

export function prepareActs(database: Database): {
  readonly add: ActWriter
  readonly list: (afterSeq: number, limit: number) => (Act & { readonly seq: number })[]
} {
  const insert = database.prepare('INSERT INTO act (at, by, type, facts) VALUES (?, ?, ?, ?)')
  const list = database.prepare<[number, number], ActRow>(
    'SELECT seq, at, by, type, facts FROM act WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  return {
    add: ({ at, by, type, facts }) => void insert.run(at, by, type, JSON.stringify(facts)),
    list: (afterSeq, limit) =>
      list.all(afterSeq, limit).map((row) => ({ ...row, facts: JSON.parse(row.facts) as Act['facts'] })),
  }
}

interface ActRow extends Omit<Act, 'facts'> {
  readonly seq: number
  readonly facts: string
}
