import type { Database } from 'better-sqlite3'
import { decideFollow, decideMembership } from '../../../../shared/domain/decide-consolidation.ts'
import { decideDocumentRecheck } from '../../../../shared/domain/decide-recheck.ts'
import { receive } from '../../../../shared/domain/evolve.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { GroupCommit } from '../group-commit.ts'
import { prepareHistoryGap } from '../journal/recheck.ts'
import { updateOf } from '../kept/consolidation-rows.ts'
import type { RecordRow } from '../kept/rows.ts'
import type { Stored, Update, Written } from '../port/records.ts'
import { storedAsWritten } from '../records/stored.ts'
import type { RecordWriter } from '../records/writes.ts'
import type { ConsolidationWrites } from '../tables/consolidations.ts'
import type { CompanyIds } from './company-ids.ts'
import { prepareWaitingReceipts } from './waiting-receipts.ts'

export interface ConsolidationStoreDeps {
  readonly ids: CompanyIds
  readonly commit: GroupCommit
  readonly writeRecord: RecordWriter
  /** The row of a record is not what was written, or cannot be read. */
  readonly damaged: (seq: number) => void
}

const stale: Written = { ok: false, why: 'stale' }

/** Consolidated documents and their members; everything that changes records goes through the one writer of them. */
export function prepareConsolidations(database: Database, deps: ConsolidationStoreDeps): ConsolidationWrites {
  const { ids, commit, writeRecord } = deps
  const stored = storedAsWritten(ids)
  const rowAt = database.prepare<[number, number], RecordRow>('SELECT * FROM record WHERE seq = ? AND version = ?')
  const bySeq = database.prepare<[number], RecordRow>('SELECT * FROM record WHERE seq = ?')
  const keepDocument = database.prepare('INSERT INTO consolidation_document (document_seq, run_id) VALUES (?, ?)')
  const inLine = (states: string) =>
    database.prepare<[number, number], RecordRow>(
      `SELECT record.* FROM consolidation_member JOIN record ON record.seq = record_seq
       WHERE document_seq = ? AND ${states} ORDER BY record_seq LIMIT ?`,
    )
  const historyGapNow = prepareHistoryGap(database)
  const waiting = inLine("state = 'waiting'")
  const active = inLine("state <> 'released'")
  const unlinked = database.prepare<[string, number], RecordRow>(
    `SELECT * FROM record INDEXED BY record_unlinked
     WHERE phase = 'valid' AND long_id = '' AND consolidated_into = ? LIMIT ?`,
  )

  /** What an older backup shows as waiting may be in a document already, under this very number (reliability ST13). */
  function putInDoubt(document: Stored, members: readonly Stored[], at: Instant): void {
    const gap = historyGapNow()
    const decision = gap && decideDocumentRecheck(members, gap, at)
    if (decision?.kind !== 'happens') return
    const written = writeRecord({ writes: [{ ...updateOf(document, decision.event), dueAt: at }] })
    if (!written.ok) throw new Error(`a document of mistrusted receipts could not be put in doubt: ${written.why}`)
  }

  return {
    receipts: prepareWaitingReceipts(database, deps),
    consolidate(runId, document, members) {
      return commit.write(() => {
        const { at, identity } = document.event
        const joined: Update[] = []
        for (const { seq, version } of members) {
          const row = rowAt.get(seq, version)
          const was = row && stored(row)
          const decision = was && decideMembership(was.record, identity.saleGuid, at)
          if (decision?.kind !== 'happens') return stale
          joined.push(updateOf(was as Stored, decision.event))
        }
        const written = writeRecord({ writes: [document, ...joined] })
        if (!written.ok) return written
        const [seq = 0] = written.seqs
        keepDocument.run(seq, runId)
        putInDoubt(
          { seq, record: receive(document.event) },
          joined.map(({ was }) => was),
          at,
        )
        return written
      })
    },
    follow(documentSeq, at, limit) {
      return commit.write(() => {
        const row = bySeq.get(documentSeq)
        if (!row) return 0
        const document = stored(row).record
        const members = document.phase === 'valid' ? waiting : active
        const rows = members.all(documentSeq, limit)
        const late = document.phase === 'valid' && rows.length === 0 ? unlinked.all(document.saleGuid, limit) : []
        const updates = [...rows, ...late].flatMap((each): readonly Update[] => {
          const was = stored(each)
          const decision = decideFollow(was.record, document, at)
          return decision.kind === 'happens' ? [updateOf(was, decision.event)] : []
        })
        if (updates.length === 0) return 0
        const written = writeRecord({ writes: updates })
        return written.ok ? updates.length : 0
      })
    },
  }
}
