import type { Database } from 'better-sqlite3'
import type { JournalLines } from '../journal/journal-lines.ts'
import { prepareSubjects } from '../journal/subject.ts'
import { type ActRow, actOf } from '../kept/access-rows.ts'
import type { Act } from '../port/port.ts'

/** Adds an act to the journal inside a running write. */
export type ActWriter = (act: Act) => void

export function prepareActs(database: Database, journalLines: Pick<JournalLines, 'act'>): ActWriter {
  const insert = database.prepare('INSERT INTO act (at, by, type, facts) VALUES (?, ?, ?, ?)')
  const subjectOf = prepareSubjects(database)
  return (act) => {
    const { at, by, type } = act
    const facts = JSON.stringify(act.facts)
    const { lastInsertRowid } = insert.run(at, by, type, facts)
    journalLines.act({ seq: Number(lastInsertRowid), at, by, type, facts, subject: subjectOf(act) })
  }
}

/** How acts are read: from a place on, and from the newest back. */
export function prepareActList(database: Database) {
  const list = database.prepare<[number, number], ActRow>(
    'SELECT seq, at, by, type, facts FROM act WHERE seq > ? ORDER BY seq LIMIT ?',
  )
  const latest = database.prepare<[number, number], ActRow>(
    'SELECT seq, at, by, type, facts FROM act WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  return {
    list: (afterSeq: number, limit: number) => list.all(afterSeq, limit).map(actOf),
    latest: (beforeSeq: number | null, limit: number) =>
      latest.all(beforeSeq ?? Number.MAX_SAFE_INTEGER, limit).map(actOf),
  }
}
