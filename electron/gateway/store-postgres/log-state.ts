import type { HistoryGap } from '../../../shared/domain/decide-submission.ts'
import { type JournalFinding, mayGoOut, withFound } from '../../../shared/domain/journal-finding.ts'
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

/** Read once under the lock of writers; nothing is asked twice within the transaction. */
export class LogState {
  readonly historyGap: HistoryGap | null
  readonly isTrusted: boolean
  readonly #ask: Query
  readonly #findings: string | null
  #end: LogEnd

  private constructor(ask: Query, { findings, historyGap }: SettingsRow, end: LogEnd) {
    this.#ask = ask
    this.#findings = findings
    this.#end = end
    this.historyGap = parseHistoryGap(historyGap)
    this.isTrusted = mayGoOut(parseFindings(findings).findings)
  }

  /** Needs the lock. */
  static async read(ask: Query): Promise<LogState> {
    const [[row], [end = emptyLogEnd]] = await Promise.all([
      ask<SettingsRow>(settings),
      runStatement<LogEnd>(ask, selectLogEnd),
    ])
    if (!row) throw new Error('the database does not say how far it has come')
    return new LogState(ask, row, end)
  }

  async found(given: readonly JournalFinding[]): Promise<void> {
    const text = JSON.stringify(withFound(parseFindings(this.#findings), given))
    await runStatement(this.#ask, upsertSetting(findingsSetting, text))
  }

  /** Rows of the entry are already written, or sent before it. */
  append(entry: LogEntry): Promise<unknown> {
    const { end, insert } = buildChainedInsert(this.#end, entry)
    this.#end = end
    return runStatement(this.#ask, insert)
  }
}
