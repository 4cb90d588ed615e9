import { findingsOf } from '../../../../shared/domain/finding-list.ts'
import { isOfClass, isOfHistory, isPassing, isRepairable } from '../../../../shared/domain/journal-finding.ts'
import type { Trust, Trusted } from '../port/journal.ts'
import { inOrder } from '../sql.ts'
import type { Journal } from './journal.ts'
import { KeptFindings } from './kept-findings.ts'
import { isOlder, prepareHistoryGap, recheckUnsent } from './recheck.ts'
import { prepareHistory, prepareRepair } from './repair.ts'
import type { ReplayDeps } from './replay.ts'

export interface Trusting extends Trust {
  /** Records whose rows have to be made again, of which the findings have only the first. */
  readonly unlisted: readonly number[]
}

/**
 * What a person's word changes in the database: damaged rows are made again from their events, everything that might be
 * sent next is looked up first, and the act says who vouched and for what. Runs inside a transaction.
 */
export function trustJournal(journal: Journal, deps: ReplayDeps, { by, at, reason, unlisted }: Trusting): Trusted {
  const { findings } = journal
  if (journal.isTrusted) return 'nothing_found'
  if (findings.some(isOfHistory)) return 'history_differs'
  const listed = findings.filter(isRepairable).flatMap(({ record }) => record ?? [])
  const damaged = new Set([...listed, ...unlisted])
  // A row that was put there from outside: nothing tells what it should be.
  const historyOf = prepareHistory(deps.database)
  if (damaged.values().some((record) => historyOf(record) === null)) return 'history_differs'
  prepareRepair(deps)(damaged)
  // What happened after an older database was made is as unknown as after a backup; of a backup it was said at the start.
  const isNews = isOlder(findings) && prepareHistoryGap(deps.database)()?.reason !== 'restored'
  const mistrusted = recheckUnsent(deps, isNews ? 'restored' : 'trusted_again', at)
  const codes = [...new Set(findings.filter((each) => !isOfClass('one_record')(each)).map(({ code }) => code))]
  const act = { at, by, type: 'journal_trusted', facts: { reason, findings: codes, mistrusted } }
  deps.within(() => inOrder([{ act }]))
  new KeptFindings(deps.database).keep(
    findingsOf(journal.status, (each) => isOfClass('one_record')(each) && !isPassing(each)),
  )
  return 'trusted'
}
