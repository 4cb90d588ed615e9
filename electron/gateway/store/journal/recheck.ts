import type { Database } from 'better-sqlite3'
import { decideRecheck, type HistoryGap } from '../../../../shared/domain/decide-recheck.ts'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { HistoryGapReason } from '../../../../shared/domain/outcome.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import { prepareSetting } from '../areas/setting.ts'
import type { Within } from '../group-commit.ts'
import { updateOf, waits } from '../kept/consolidation-rows.ts'
import type { RecordRow } from '../kept/rows.ts'
import { storedAsWritten } from '../records/stored.ts'
import { writeRecords } from '../tables/record-writes.ts'

export interface RecheckDeps {
  readonly database: Database
  readonly ids: CompanyIds
  readonly within: Within
}

/**
 * Puts everything that might be sent next in doubt, to be looked up first; what is done with the rest that may have been
 * done before will be, too. Runs inside a transaction.
 * @returns how many records that were
 */
export function recheckUnsent({ database, ids, within }: RecheckDeps, reason: HistoryGapReason, at: Instant): number {
  const rows = database
    .prepare<[], RecordRow>(
      `SELECT record.* FROM record WHERE seq IN (
         SELECT record_seq FROM outbox WHERE work IN ('send', 'settle', 'release')
         UNION SELECT seq FROM record WHERE attention IS NOT NULL AND phase = 'held'
         UNION SELECT seq FROM record INDEXED BY record_waiting WHERE ${waits}) ORDER BY seq`,
    )
    .all()
  rememberHistoryGap(database, reason, at)
  const stored = storedAsWritten(ids)
  let count = 0
  for (const row of rows) {
    const was = stored(row)
    const decision = decideRecheck(was.record, reason, at)
    if (decision.kind === 'unchanged') continue
    const { event } = decision
    const change = { writes: [{ ...updateOf(was, event), dueAt: at }] }
    const written = within((transaction) => writeRecords(transaction, change))
    if (!written.ok) throw new Error(`record ${row.seq} could not be put in doubt: ${written.why}`)
    count += 1
  }
  return count
}

const name = 'mistrusted_up_to'

/** Nothing of a record tells what happened to it and is not kept here any more. */
function rememberHistoryGap(database: Database, reason: HistoryGapReason, at: Instant): void {
  const number = (sql: string) => database.prepare<[], number | null>(sql).pluck().get() ?? null
  const before = prepareHistoryGap(database)()
  const upTo = number('SELECT max(seq) FROM record') ?? 0
  const since = () => number('SELECT max(at) FROM (SELECT max(at) AS at FROM event UNION SELECT max(at) FROM act)')
  const value = { ...historyGapAfter(before, reason, { soldBefore: at, since }), upTo } satisfies HistoryGap
  prepareSetting(database).set(name, JSON.stringify(value))
}

/** A person who trusts a backup that was put back does not know of less. */
function historyGapAfter(
  before: HistoryGap | null,
  reason: HistoryGapReason,
  { soldBefore, since }: { readonly soldBefore: Instant; readonly since: () => Instant | null },
): Omit<HistoryGap, 'upTo'> {
  const isSame = reason === 'trusted_again' && before?.reason === 'restored'
  return { reason, soldBefore, since: isSame ? before.since : since() }
}

/** @returns a question, prepared once: what is known of the last gap; null where there was none */
export function prepareHistoryGap(database: Database): () => HistoryGap | null {
  const kept = prepareSetting(database)
  return () => {
    const value = kept.get(name)
    return value === undefined ? null : (JSON.parse(value) as HistoryGap)
  }
}

export const isOlder = (findings: readonly JournalFinding[]): boolean =>
  findings.some(({ code }) => code === 'rolled_back')

/** Of a database that is older than what happened: what was never claimed, and could have been voided. */
export function unsentOfBackup(database: Database, findings: readonly JournalFinding[]): number {
  const gap = prepareHistoryGap(database)()
  const upTo = gap?.reason === 'restored' ? gap.upTo : 0
  const count = database.prepare<[number], number>(
    `SELECT count(*) FROM record WHERE seq <= ? AND phase IN ('queued', 'held', 'unknown') AND first_sent_at IS NULL
     AND consolidated = 0 AND consolidated_into IS NULL AND submission_enabled = 1`,
  )
  return count.pluck().get(isOlder(findings) ? Number.MAX_SAFE_INTEGER : upTo) ?? 0
}
