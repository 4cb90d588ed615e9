import type { Database } from 'better-sqlite3'

/** @returns a question, prepared once: with which chain a line ends; null if there is no such line */
export function prepareChainAt(database: Database): (line: number) => Buffer | null {
  const chain = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck()
  return (line) => chain.get(line) ?? null
}
