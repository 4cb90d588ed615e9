import type { Database } from 'better-sqlite3'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'

const name = 'journal_findings'

/** What was found in the journal and no person has looked at: a restart must not make it forgotten. */
export class KeptFindings {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  read(): readonly JournalFinding[] {
    const text = this.#database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(name)
    return text === undefined ? [] : (JSON.parse(text) as JournalFinding[])
  }

  /** Inside a transaction or as one of its own. */
  keep(findings: readonly JournalFinding[]): void {
    this.#database
      .prepare(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, JSON.stringify(findings))
  }

  forget(): void {
    this.#database.prepare('DELETE FROM setting WHERE name = ?').run(name)
  }
}
