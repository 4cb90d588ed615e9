import { decideRecheck, type HistoryGap } from '../../../../shared/domain/decide-recheck.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { updateOf, waits } from '../../store/kept/consolidation-rows.ts'
import { type EventRow, stateAfter } from '../../store/kept/history-rows.ts'
import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import { hashedColumns, rowHash } from '../../store/kept/row-hash.ts'
import { cellsOf, fixedColumns, livingColumns } from '../../store/kept/rows.ts'
import { writeRecords } from '../../store/tables/record-writes.ts'
import { storedAsWritten } from '../../store/tables/stored-of.ts'
import { type Ask, first, keepSetting } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { Within } from '../engine.ts'
import { historyGapSetting } from '../ledger.ts'
import type { Transaction } from '../writer.ts'

/**
 * Puts everything that might be sent next in doubt, to be looked up first; what is done with the rest that may have been
 * done before will be, too.
 * @returns how many records that were
 */
export async function recheckUnsent(transaction: Transaction, within: Within, at: Instant): Promise<number> {
  const { ask } = transaction
  const rows = await ask<NamedRow>(
    `${named} WHERE seq IN (SELECT record_seq FROM outbox WHERE work IN ('send', 'settle', 'release')
       UNION SELECT seq FROM record WHERE attention IS NOT NULL AND phase = 'held'
       UNION SELECT seq FROM record WHERE ${waits}) ORDER BY seq`,
  )
  const reason = 'trusted_again'
  const since = await first(
    ask<{ readonly at: number | null }>(
      'SELECT greatest((SELECT max(at) FROM event), (SELECT max(at) FROM act)) AS at',
    ),
  )
  const last = await first(ask<{ readonly seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM record'))
  const value: HistoryGap = { reason, soldBefore: at, since: since?.at ?? null, upTo: last?.seq ?? 0 }
  await keepSetting(ask, historyGapSetting, JSON.stringify(value))
  let count = 0
  for (const was of rows.map(storedAsWritten)) {
    const decision = decideRecheck(was.record, reason, at)
    if (decision.kind === 'unchanged') continue
    const { event } = decision
    const change = { writes: [{ ...updateOf(was, event), dueAt: at }] }
    const written = await within(transaction, (shared) => writeRecords(shared, change))
    if (!written.ok) throw new Error(`record ${was.seq} could not be put in doubt: ${written.why}`)
    count += 1
  }
  return count
}

const events = 'SELECT seq, version, at, type, by, facts FROM event WHERE record_seq = $1 ORDER BY version'

/** Makes the row of a record anew from its events, whatever it was changed into. */
export async function repair(ask: Ask, companies: CompanyIds, seq: number): Promise<void> {
  const record = stateAfter(await ask<EventRow>(events, seq))
  if (!record) throw new Error(`the events of record ${seq} make no record`)
  const companyId = await companies.idOf(record.companyGuid, ask)
  const cells = [companyId, ...cellsOf(fixedColumns, record), ...cellsOf(livingColumns, record)]
  const sets = hashedColumns.map((name, at) => `${name} = $${at + 3}`).join(', ')
  // A row that was made to look voided never was.
  await ask('ALTER TABLE record DISABLE TRIGGER record_ends_for_ever')
  await ask(`UPDATE record SET row_hash = $2, ${sets} WHERE seq = $1`, seq, rowHash(hashedColumns, cells), ...cells)
  await ask('ALTER TABLE record ENABLE TRIGGER record_ends_for_ever')
}
