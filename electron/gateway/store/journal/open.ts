import type { Database } from 'better-sqlite3'
import { finding, mayGoOut } from '../../../../shared/domain/journal-finding.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import { prepareWithin } from '../engines/sqlite.ts'
import type { Within } from '../group-commit.ts'
import type { Journal as JournalArea } from '../port/journal.ts'
import { recheckRestored } from '../recovery/storage-restored.ts'
import { StorageFailure } from '../refusal.ts'
import { codeOf, Journal, type JournalOptions } from './journal.ts'
import { endOf, JournalLines, noJournalLines } from './journal-lines.ts'
import { KeptFindings } from './kept-findings.ts'
import { prepareKeptProof } from './kept-proof.ts'
import { prepareLogLines } from './log-lines.ts'
import { prepareHistoryGap } from './recheck.ts'
import type { ReplayDeps } from './replay.ts'
import { verifyEnd } from './verify.ts'

interface OpenedJournal {
  readonly within: Within
  readonly journal: Journal
  /** Its writer asks nothing before it writes: what it writes down happened before. */
  readonly deps: ReplayDeps
}

/** Opens the journal of a database, and looks at its last lines. */
export function openJournal(database: Database, ids: CompanyIds, options: JournalOptions): OpenedJournal {
  const journalLines = new JournalLines(database)
  const journal = new Journal(database, journalLines, options)
  const damaged = (record: number) => journal.found([finding('row_damaged', { record })])
  const before = prepareWithin(database, journalLines, { isTrusted: () => true, historyGap: () => null, damaged })
  const deps = { database, ids, journalLines, within: before }
  const kept = new KeptFindings(database).read()
  journal.found(kept.findings, kept.findingCounts)
  journal.found(verifyEnd(database))
  if (options.now > 0) journal.mistrusted = recheckRestored(deps, options.now)
  journalLines.committed()
  const told = { isTrusted: () => journal.isTrusted, historyGap: prepareHistoryGap(database), damaged }
  return { journal, deps, within: prepareWithin(database, journalLines, told) }
}

/** Of a database that is only read. */
export const withoutJournal = (database: Database): Within =>
  prepareWithin(database, noJournalLines, {
    isTrusted: () => false,
    historyGap: () => null,
    damaged: () => undefined,
  })

/** The journal's last word in a database that is only read. */
export function readJournal(database: Database): JournalArea {
  const refuse = () => Promise.reject(new StorageFailure('the journal takes nothing now', { trouble: 'read_only' }))
  return {
    async status() {
      const { line, chain } = endOf(database)
      const found = new KeptFindings(database).read()
      return {
        isTrusted: mayGoOut(found.findings),
        ...found,
        mistrusted: 0,
        isRestored: false,
        wasKilled: false,
        lines: line,
        code: codeOf(chain),
        lastKnownAt: null,
        provedAt: prepareKeptProof(database).read()?.at ?? null,
      }
    },
    proveHead: async () => null,
    ...prepareLogLines(database),
    has: async () => true,
    found: refuse,
    verify: refuse,
    unsentOfBackup: async () => 0,
    trust: refuse,
  }
}
