import type { Database } from 'better-sqlite3'
import {
  type FindingCounts,
  type FindingList,
  findingsOf,
  noFindings,
  withFound,
} from '../../../../shared/domain/finding-list.ts'
import { isOfClass, isPassing, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { prepareSetting } from '../areas/setting.ts'

const name = 'journal_findings'
const countsName = 'journal_finding_counts'

/** What was found in the journal and no person has looked at: a restart must not make it forgotten. */
export class KeptFindings {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  read(): FindingList {
    const setting = prepareSetting(this.#database)
    const findings = JSON.parse(setting.get(name) ?? '[]') as JournalFinding[]
    const counted = JSON.parse(setting.get(countsName) ?? '{}') as FindingCounts
    return withFound(withFound(noFindings, findings), [], counted)
  }

  /** Inside a transaction or as one of its own. */
  keep({ findings, findingCounts }: FindingList): void {
    const setting = prepareSetting(this.#database)
    this.#database.transaction(() => {
      setting.set(name, JSON.stringify(findings))
      setting.set(countsName, JSON.stringify(findingCounts))
    })()
  }
}

/** What was found by now: what a start finds out by itself is not kept. */
export class FoundFindings {
  readonly #kept: KeptFindings
  #list: FindingList = noFindings

  constructor(database: Database) {
    this.#kept = new KeptFindings(database)
  }

  get list(): FindingList {
    return this.#list
  }

  /** @param counted as in `withFound` */
  add(findings: readonly JournalFinding[], counted?: FindingCounts): void {
    const list = withFound(this.#list, findings, counted)
    if (list === this.#list) return
    this.#list = list
    if (!findings.every(isPassing)) this.#kept.keep(findingsOf(list, (each) => !isPassing(each)))
  }

  /** A person vouches: what no word mends stays. What is kept was changed already, with the act that says so. */
  trust(): void {
    this.#list = findingsOf(this.#list, isOfClass('one_record'))
  }
}
