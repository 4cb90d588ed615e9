import type { HistoryGapReason } from '../../../../shared/domain/attempt.ts'
import { decideGapRecheck, type HistoryGap } from '../../../../shared/domain/decide-submission.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import { type RowWithCompany, selectWithCompany, toConsolidateSql } from '../rows/record-row.ts'
import { type DataReader, raw, readCount, rowsOf, sql, type Transaction, type WriteWork } from '../sql.ts'
import { doubtMails } from '../tables/mails.ts'
import { writeRecords } from '../tables/record-writes.ts'
import { readSetting, upsertSetting } from '../tables/settings.ts'
import { makeUpdate, uncheckedRecord } from '../tables/stored-of.ts'

export const historyGapSetting = 'may_be_sent_up_to'

/** @param text null for none */
export const parseHistoryGap = (text: string | null | undefined): HistoryGap | null =>
  text ? (JSON.parse(text) as HistoryGap) : null

const mayBeSent = sql`${raw(selectWithCompany)}
  WHERE seq IN (SELECT seq FROM record WHERE work IN ('send', 'settle', 'release')
    UNION SELECT seq FROM record WHERE attention IS NOT NULL AND phase = 'held'
    UNION SELECT seq FROM record WHERE ${raw(toConsolidateSql)}) ORDER BY seq`

/** Puts everything unsent in doubt; later changes to such records will be, too. @returns how many records that were */
export function* putUnsentInDoubt(transaction: Transaction, reason: HistoryGapReason, at: EpochMs): WriteWork<number> {
  const rows = yield* rowsOf<RowWithCompany>(mayBeSent)
  yield* rememberHistoryGap(transaction, reason, at)
  yield* doubtMails
  let count = 0
  for (const was of rows.map(uncheckedRecord)) {
    const decision = decideGapRecheck(was.record, reason, at)
    if (decision.kind === 'unchanged') continue
    const written = yield* writeRecords(transaction, { writes: [{ ...makeUpdate(was, decision.event), dueAt: at }] })
    if (!written.ok) throw new Error(`record ${was.seq} could not be put in doubt: ${written.why}`)
    count += 1
  }
  return count
}

function* rememberHistoryGap({ historyGap }: Transaction, reason: HistoryGapReason, at: EpochMs): WriteWork<void> {
  const before = historyGap()
  const [last] = yield* rowsOf<{ readonly upTo: number; readonly at: EpochMs | null }>(
    sql`SELECT coalesce(max(seq), 0) AS "upTo", (SELECT max(at) FROM event) AS at FROM record`,
  )
  // Trusting a restored backup again does not make the gap smaller.
  const since = reason === 'trusted_again' && before?.reason === 'restored' ? before.since : (last?.at ?? null)
  const gap: HistoryGap = { reason, soldBefore: at, since, upTo: last?.upTo ?? 0 }
  yield upsertSetting(historyGapSetting, JSON.stringify(gap))
}

/** Records of an older database that were never claimed and may have been voided since. */
export async function countUnsentOfBackup(reader: DataReader, isOlder: boolean): Promise<number> {
  const gap = parseHistoryGap(await readSetting(reader, historyGapSetting))
  const upTo = isOlder ? Number.MAX_SAFE_INTEGER : gap?.reason === 'restored' ? gap.upTo : 0
  return readCount(
    reader,
    sql`SELECT count(*) AS count FROM record WHERE seq <= ${upTo} AND phase IN ('queued', 'held', 'unknown')
        AND first_sent_at IS NULL AND consolidated = 0 AND consolidated_into IS NULL`,
  )
}
