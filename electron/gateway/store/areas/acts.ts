import type { Database } from 'better-sqlite3'
import type { JournalLines } from '../journal/journal-lines.ts'
import type { Act } from '../port/port.ts'

/**
 * Adds an act and its line to a running write.
 * @param subject what the act brought about, as far as its line is to prove that
 */
export type ActWriter = (act: Act, subject?: object) => void

export function prepareActs(database: Database, journalLines: Pick<JournalLines, 'act'>): ActWriter {
  const insert = database.prepare('INSERT INTO act (at, by, type, facts) VALUES (?, ?, ?, ?)')
  return (act, broughtAbout) => {
    const { at, by, type } = act
    const facts = JSON.stringify(act.facts)
    const subject = broughtAbout ? JSON.stringify(broughtAbout) : null
    const { lastInsertRowid } = insert.run(at, by, type, facts)
    journalLines.act({ seq: Number(lastInsertRowid), at, by, type, facts, subject })
  }
}
