import { findingsOf } from '../../../../shared/domain/finding-list.ts'
import {
  type FindingCode,
  isOfClass,
  isOfHistory,
  isPassing,
  isRepairable,
  type JournalFinding,
} from '../../../../shared/domain/journal-finding.ts'
import type { Trust, Trusted } from '../port/journal.ts'
import { firstPlace } from './files.ts'
import type { Journal } from './journal.ts'
import { KeptFindings } from './kept-findings.ts'
import { recheckUnsent } from './recheck.ts'
import { prepareHistory, prepareRepair } from './repair.ts'
import type { ReplayDeps } from './replay.ts'

export interface Trusting extends Trust {
  /** Records whose rows have to be made anew, of which the findings have only the first. */
  readonly unlisted: readonly number[]
}

/**
 * What a person's word changes in the database: damaged rows are made anew from their events, everything that might be
 * sent next is looked up first, and the act says who vouched and for what. Runs inside a transaction.
 */
export function trustJournal(journal: Journal, deps: ReplayDeps, { by, at, reason, unlisted }: Trusting): Trusted {
  const { findings } = journal
  if (journal.isTrusted) return 'nothing_found'
  if (findings.some(isOfHistory)) return 'history_differs'
  const listed = findings.filter(isRepairable).flatMap(({ record }) => record ?? [])
  const damaged = new Set([...listed, ...unlisted])
  // A row that somebody put there: nothing tells what it should be.
  const historyOf = prepareHistory(deps.database)
  if (damaged.values().some((record) => historyOf(record) === null)) return 'history_differs'
  prepareRepair(deps)(damaged)
  // What happened after the copy was made is as unknown as after a backup.
  const isOlder = findings.some(({ code }) => code === 'rolled_back')
  const mistrusted = recheckUnsent(deps, isOlder ? 'restored' : 'trusted_again', at)
  const codes = [...new Set(findings.filter((each) => !isOfClass('one_record')(each)).map(({ code }) => code))]
  deps.addAct({ at, by, type: 'journal_trusted', facts: { reason, findings: codes, mistrusted } })
  new KeptFindings(deps.database).keep(
    findingsOf(journal.status, (each) => isOfClass('one_record')(each) && !isPassing(each)),
  )
  return 'trusted'
}

/** What leaves the files without something that the database has. */
const broken: readonly FindingCode[] = ['journal_cut', 'line_damaged', 'file_missing']

const isBrokenJournal = (findings: readonly JournalFinding[]): boolean =>
  findings.some(({ code }) => broken.includes(code))

/** Once that is durable: the files say again what the database says, and the anchor proves it. */
export async function resealJournal(journal: Journal, { seal, at }: Trust): Promise<void> {
  if (isBrokenJournal(journal.findings)) await journal.rewrite(firstPlace)
  journal.trust(seal, at)
}
