import type { MemberRef } from '../../../../shared/domain/consolidation-plan.ts'
import {
  decideMemberFollows,
  decideMembership,
  decideNothingToDeclare,
} from '../../../../shared/domain/consolidation-rules.ts'
import { decideConsolidatedRecheck } from '../../../../shared/domain/decide-submission.ts'
import type { Happens, Unchanged } from '../../../../shared/domain/event.ts'
import type { EpochMs, RecordState } from '../../../../shared/domain/record.ts'
import type { Consolidations } from '../port/consolidation.ts'
import type { Insertion, StoredRecord, Update, WriteResult } from '../port/records.ts'
import { columnsWithCompany, selectWithCompany as namedText, type RowWithCompany } from '../rows/record-row.ts'
import {
  catchWriteConflict,
  type Engine,
  raw,
  rowsOf,
  type Statement,
  sql,
  type Transaction,
  type WriteWork,
} from '../sql.ts'
import { writeRecords } from './record-writes.ts'
import { makeUpdate, uncheckedRecord } from './stored-of.ts'

export const consolidationWrites = ({
  transact,
}: Engine): Pick<Consolidations, 'consolidate' | 'close' | 'follow'> => ({
  consolidate: (runId, document, members) =>
    catchWriteConflict(transact((transaction) => consolidate(transaction, runId, document, members))),
  close: (runId, members, at) => catchWriteConflict(transact((transaction) => close(transaction, runId, members, at))),
  async follow(documentSeq, at, limit) {
    const written = await catchWriteConflict(transact((transaction) => follow(transaction, documentSeq, at, limit)))
    return written.ok ? written.stored.length : 0
  },
})

const named = raw(namedText)

function* consolidate(
  transaction: Transaction,
  runId: string,
  document: Insertion,
  members: readonly MemberRef[],
): WriteWork<WriteResult> {
  const { identity, at } = document.event
  const joined = yield* updatesOf(members, (record) => decideMembership(record, identity.saleGuid, at))
  if (!joined) return stale
  const written = yield* writeRecords(transaction, { writes: [document, ...joined] })
  if (!written.ok) return written
  const [made] = written.stored
  if (!made) return written
  yield sql`INSERT INTO consolidation_document (document_seq, run_id) VALUES (${made.seq}, ${runId})`
  const was = joined.map((each) => each.was)
  yield* putInDoubt(transaction, made, was)
  return written
}

function* close(
  transaction: Transaction,
  runId: string,
  members: readonly MemberRef[],
  at: EpochMs,
): WriteWork<WriteResult> {
  const writes = yield* updatesOf(members, (record) => decideNothingToDeclare(record, at))
  if (!writes) return stale
  const written = yield* writeRecords(transaction, { writes })
  if (written.ok) yield sql`UPDATE consolidation_run SET closed = closed + ${writes.length} WHERE id = ${runId}`
  return written
}

const stale: WriteResult = { ok: false, why: 'stale' }

type Decide = (record: RecordState) => Happens<Update['event']> | Unchanged

/** @returns null if one of them changed */
function* updatesOf(members: readonly MemberRef[], decide: Decide): WriteWork<readonly Update[] | null> {
  const updates: Update[] = []
  for (const { seq, version } of members) {
    const [was] = yield* storedIn(sql`${named} WHERE seq = ${seq} AND version = ${version}`)
    const decision = was && decide(was.record)
    if (decision?.kind !== 'happens' || !was) return null
    updates.push(makeUpdate(was, decision.event))
  }
  return updates
}

/** After a restore, the waiting receipts may already be in a document with this number (reliability ST13). */
function* putInDoubt(
  transaction: Transaction,
  document: StoredRecord,
  members: readonly StoredRecord[],
): WriteWork<void> {
  const gap = transaction.historyGap()
  const at = document.record.submittedAt
  const decision = gap && decideConsolidatedRecheck(members, gap, at)
  if (decision?.kind !== 'happens') return
  const written = yield* writeRecords(transaction, { writes: [{ ...makeUpdate(document, decision.event), dueAt: at }] })
  if (!written.ok)
    throw new Error(`a document of receipts that may have been sent could not be put in doubt: ${written.why}`)
}

function* follow(transaction: Transaction, documentSeq: number, at: EpochMs, limit: number): WriteWork<WriteResult> {
  const [document] = yield* storedIn(sql`${named} WHERE seq = ${documentSeq}`)
  if (!document) return { ok: true, stored: [] }
  const members = yield* membersBehind(document, transaction, limit)
  const writes = members.flatMap((was): readonly Update[] => {
    const decision = decideMemberFollows(was.record, document.record, at)
    return decision.kind === 'happens' ? [makeUpdate(was, decision.event)] : []
  })
  return yield* writeRecords(transaction, { writes })
}

/** Members whose state differs from their document's, or that miss its long id. */
function* membersBehind(
  { seq, record }: StoredRecord,
  { dialect }: Transaction,
  limit: number,
): WriteWork<readonly StoredRecord[]> {
  const isValid = record.phase === 'valid'
  const states = isValid ? sql`state = 'waiting'` : sql`state <> 'released'`
  const members = yield* storedIn(
    sql`${named} JOIN consolidation_member ON record_seq = record.seq WHERE document_seq = ${seq} AND ${states}
        ORDER BY record_seq LIMIT ${limit}`,
  )
  if (!isValid || members.length > 0) return members
  return yield* storedIn(
    sql`SELECT ${raw(columnsWithCompany)} FROM record ${dialect.by('record_unlinked')} JOIN company ON company.id = company_id
        WHERE phase = 'valid' AND long_id = '' AND consolidated_into = ${record.saleGuid} LIMIT ${limit}`,
  )
}

function* storedIn(statement: Statement): WriteWork<readonly StoredRecord[]> {
  return (yield* rowsOf<RowWithCompany>(statement)).map(uncheckedRecord)
}
