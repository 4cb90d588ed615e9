import type { Database } from 'better-sqlite3'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { prepareSetting } from '../areas/setting.ts'

const name = 'journal_findings'

/** What was found in the journal and no person has looked at: a restart must not make it forgotten. */
export class KeptFindings {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  read(): readonly JournalFinding[] {
    const text = prepareSetting(this.#database).get(name)
    return text === undefined ? [] : (JSON.parse(text) as JournalFinding[])
  }

  /** Inside a transaction or as one of its own. */
  keep(findings: readonly JournalFinding[]): void {
    prepareSetting(this.#database).set(name, JSON.stringify(findings))
  }
}
