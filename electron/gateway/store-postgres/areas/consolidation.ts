import { decideFollow, decideMembership } from '../../../../shared/domain/decide-consolidation.ts'
import { decideDocumentRecheck } from '../../../../shared/domain/decide-recheck.ts'
import { receive } from '../../../../shared/domain/evolve.ts'
import { updateOf } from '../../store/kept/consolidation-rows.ts'
import { type NamedRow, named } from '../../store/kept/named-rows.ts'
import type { Consolidations } from '../../store/port/consolidation.ts'
import type { Insertion, Stored, Update, Written } from '../../store/port/records.ts'
import type { ConsolidationWrites } from '../../store/tables/consolidations.ts'
import { type StoredOf, storedAsWritten } from '../../store/tables/stored-of.ts'
import { type Ask, first } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { RecordWriter } from '../records/writes.ts'
import type { Transaction, Writer } from '../writer.ts'
import { prepareWaitingReceipts } from './waiting-receipts.ts'

export interface ConsolidationDeps {
  readonly read: Ask
  readonly writer: Writer
  readonly companies: CompanyIds
  readonly stored: StoredOf
  readonly writeRecord: RecordWriter
  /** The row of a record is not what was written. */
  readonly damaged: (seq: number) => Promise<void>
}

const stale: Written = { ok: false, why: 'stale' }

const membersIn = (states: string) =>
  `${named} JOIN consolidation_member ON record_seq = record.seq WHERE document_seq = $1 AND ${states}
   ORDER BY record.seq LIMIT $2`
const unlinked = `${named} WHERE phase = 'valid' AND long_id = '' AND consolidated_into = $1 LIMIT $2`

/** Consolidated documents and their members; everything that changes records goes through the one writer of them. */
export function prepareConsolidations(deps: ConsolidationDeps): ConsolidationWrites {
  const { writer, writeRecord } = deps

  /** What an older backup shows as waiting may be in a document already, under this very number (reliability ST13). */
  async function putInDoubt(transaction: Transaction, document: Stored, members: readonly Stored[]): Promise<void> {
    const { historyGap } = transaction.ledger
    const at = document.record.submittedAt
    const decision = historyGap && decideDocumentRecheck(members, historyGap, at)
    if (decision?.kind !== 'happens') return
    const written = await writeRecord(transaction, { writes: [{ ...updateOf(document, decision.event), dueAt: at }] })
    if (!written.ok) throw new Error(`a document of mistrusted receipts could not be put in doubt: ${written.why}`)
  }

  return {
    receipts: prepareWaitingReceipts(deps),
    consolidate: (runId, document, members) =>
      writer.write(async (transaction) => {
        const joined = await joinedTo(transaction.ask, document, members)
        if (!joined) return stale
        const written = await writeRecord(transaction, { writes: [document, ...joined] })
        if (!written.ok) return written
        const [seq = 0] = written.seqs
        await transaction.ask('INSERT INTO consolidation_document (document_seq, run_id) VALUES ($1, $2)', seq, runId)
        const was = joined.map((each) => each.was)
        await putInDoubt(transaction, { seq, record: receive(document.event) }, was)
        return written
      }),
    follow: (documentSeq, at, limit) =>
      writer.write(async (transaction) => {
        const { ask } = transaction
        const row = await first(ask<NamedRow>(`${named} WHERE seq = $1`, documentSeq))
        if (!row) return 0
        const document = storedAsWritten(row).record
        const isValid = document.phase === 'valid'
        const states = isValid ? "state = 'waiting'" : "state <> 'released'"
        const rows = await ask<NamedRow>(membersIn(states), documentSeq, limit)
        const late = isValid && rows.length === 0 ? await ask<NamedRow>(unlinked, document.saleGuid, limit) : []
        const updates = [...rows, ...late].map(storedAsWritten).flatMap((was): readonly Update[] => {
          const decision = decideFollow(was.record, document, at)
          return decision.kind === 'happens' ? [updateOf(was, decision.event)] : []
        })
        if (updates.length === 0) return 0
        const written = await writeRecord(transaction, { writes: updates })
        return written.ok ? updates.length : 0
      }),
  }
}

type Members = Parameters<Consolidations['consolidate']>[2]

/** @returns null where one of them is not any more as it was read */
async function joinedTo(ask: Ask, { event }: Insertion, members: Members): Promise<readonly Update[] | null> {
  const asked = members.map(({ seq, version }) =>
    first(ask<NamedRow>(`${named} WHERE seq = $1 AND version = $2`, seq, version)),
  )
  const joined: Update[] = []
  for (const row of await Promise.all(asked)) {
    const was = row && storedAsWritten(row)
    const decision = was && decideMembership(was.record, event.identity.saleGuid, event.at)
    if (!was || decision?.kind !== 'happens') return null
    joined.push(updateOf(was, decision.event))
  }
  return joined
}
