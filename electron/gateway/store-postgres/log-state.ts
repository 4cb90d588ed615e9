import { addFindings, type JournalFinding, maySend } from '../../../shared/domain/journal-finding.ts'
import { buildChainedInsert, emptyLogEnd, type LogEnd, selectLogEnd } from '../store/log/chain.ts'
import { findingsSetting, parseFindings } from '../store/log/findings.ts'
import { historyGapSetting, parseHistoryGap } from '../store/log/recheck.ts'
import type { LogEntry } from '../store/rows/event-row.ts'
import { upsertSetting } from '../store/tables/settings.ts'
import { type Query, runStatement } from './query.ts'

const valueOf = (name: string) => `(SELECT value FROM setting WHERE name = '${name}')`
const settings = `SELECT ${valueOf(findingsSetting)} AS findings, ${valueOf(historyGapSetting)} AS "historyGap"`

interface SettingsRow {
  readonly findings: string | null
  readonly historyGap: string | null
}

export type LogState = Awaited<ReturnType<typeof readLogState>>

/** Read once under the lock of writers; nothing is asked twice within the transaction. */
export async function readLogState(ask: Query) {
  const [[row], [last]] = await Promise.all([ask<SettingsRow>(settings), runStatement<LogEnd>(ask, selectLogEnd)])
  if (!row) throw new Error('the database does not say how far it has come')
  const findings = parseFindings(row.findings)
  let end = last ?? emptyLogEnd
  return {
    historyGap: parseHistoryGap(row.historyGap),
    isTrusted: maySend(findings.findings),
    found: (given: readonly JournalFinding[]) =>
      runStatement(ask, upsertSetting(findingsSetting, JSON.stringify(addFindings(findings, given)))),
    /** Rows of the entry are already written, or sent before it. */
    append(entry: LogEntry) {
      const next = buildChainedInsert(end, entry)
      end = next.end
      return runStatement(ask, next.insert)
    },
  }
}
