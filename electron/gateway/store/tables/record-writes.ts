import { decideRepeatRecheck, isFollowedByFreshSend } from '../../../../shared/domain/decide-submission.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { workOf } from '../../../../shared/domain/status.ts'
import type {
  Insertion,
  OriginalWithNotes,
  Records,
  StoredRecord,
  Update,
  WriteBatch,
  WriteConflict,
  WriteResult,
} from '../port/records.ts'
import type { Packed } from '../rows/compression.ts'
import { type Extras, extrasText, type LoggedAttempt, type LoggedOutcome, loggedOutcome } from '../rows/event-row.ts'
import {
  changingColumns,
  columnNamesOf,
  fixedColumns,
  hashedColumns,
  isIntact,
  pendingOrValidSql,
  type RecordRow,
  recordCells,
  referredToSql,
  rowHash,
} from '../rows/record-row.ts'
import { searchTextOf, supplierKeyOf } from '../rows/search-text.ts'
import {
  catchWriteConflict,
  type Engine,
  hasRows,
  type JournalStep,
  raw,
  rowsOf,
  type Statement,
  sql,
  type Transaction,
  WriteConflictError,
  type WriteWork,
} from '../sql.ts'

/** After these events the authority is asked to change something. */
const goesOut: readonly RecordEvent['type'][] = ['claimed', 'cancel_asked']

const conflict = (why: WriteConflict) => new WriteConflictError(why)

/** The only writer of records: row and event, all or nothing. @throws WriteConflictError if earlier writes must be undone */
export function* writeRecords(transaction: Transaction, change: WriteBatch): WriteWork<WriteResult> {
  const stored: StoredRecord[] = []
  try {
    yield* check(change)
    for (const write of change.writes) {
      const now = write.kind === 'insert' ? yield* insert(transaction, write) : yield* update(transaction, write)
      stored.push(yield* putInDoubt(transaction, now, write.event))
    }
  } catch (cause) {
    // Nothing was written yet, so the rest of the group is not affected.
    if (cause instanceof WriteConflictError && stored.length === 0)
      return { ok: false, why: cause.conflict as WriteConflict }
    throw cause
  }
  return { ok: true, stored }
}

function* check({ unchanged = [], notesOn = [], unreferenced }: WriteBatch): WriteWork<void> {
  for (const { seq, record } of unchanged)
    if (!(yield* hasRows(sql`SELECT 1 FROM record WHERE seq = ${seq} AND version = ${record.version}`)))
      throw conflict('stale')
  for (const read of notesOn) if (!(yield* areAsRead(read))) throw conflict('stale')
  if (unreferenced && (yield* hasRows({ text: `SELECT 1 WHERE ${referredToSql('?')}`, values: [unreferenced.seq] })))
    throw conflict('referenced')
}

function* areAsRead({ original, notes }: OriginalWithNotes): WriteWork<boolean> {
  const now = yield* rowsOf<Pick<RecordRow, 'seq'> & { readonly version: number }>(
    sql`SELECT seq, version FROM reference JOIN record ON seq = note_seq
        WHERE original_seq = ${original.seq} AND ${raw(pendingOrValidSql)} ORDER BY seq`,
  )
  const isSame = (note: StoredRecord, at: number) =>
    note.seq === now[at]?.seq && note.record.version === now[at]?.version
  return now.length === notes.length && notes.every(isSame)
}

const inserted = [
  'seq',
  'submitted_day',
  'search_text',
  'supplier',
  'row_hash',
  'listed',
  'first_event',
  'work',
  'due_at',
]
const insertedColumns = [...inserted, ...hashedColumns]
const insertRecord = `INSERT INTO record (${insertedColumns.join(', ')})
  VALUES (${insertedColumns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`

function* insert({ dialect }: Transaction, insertion: Insertion): WriteWork<StoredRecord> {
  const { day, event, by, body, originals = [], dueAt, mayFollowVoided } = insertion
  const record = receive(event)
  const { seq, company, voided, event: firstEvent } = yield* place(record)
  if (voided === 1 && !mayFollowVoided) throw conflict('key_voided')
  const cells = [company, ...recordCells(fixedColumns, record), ...recordCells(changingColumns, record)]
  const planned = workCells(record, dueAt ?? event.at)
  const told = [searchTextOf(record, insertion), supplierKeyOf(record, insertion)]
  const listed = record.phase === 'queued' && planned[0] !== null ? 0 : 1
  const values = [seq, day, ...told, rowHash(hashedColumns, cells), listed, firstEvent, ...planned, ...cells]
  if (!(yield* hasRows({ text: insertRecord, values }))) throw conflict(yield* takenBy(company, record))
  yield* refer(seq, originals)
  yield logged(seq, record, {
    event,
    by,
    body: body ? dialect.packed(body, 'body') : null,
    day,
    originals: originals.length > 0 ? originals.map((original) => original.seq) : undefined,
    attempt: null,
    outcome: null,
  })
  return { seq, record }
}

interface PlaceRow {
  readonly seq: number
  readonly company: number
  readonly voided: number
  readonly event: number
}

/**
 * The next number, without gaps, and whether a record of this key was voided. Read before the INSERT, because with
 * RETURNING SQLite looks into every table that refers to this one. @throws Error if the company is not set up
 */
function* place(record: RecordState): WriteWork<PlaceRow> {
  const [row] = yield* rowsOf<PlaceRow>(
    sql`SELECT (SELECT coalesce(max(seq), 0) + 1 FROM record) AS seq, company.id AS company,
          (SELECT coalesce(max(seq), 0) + 1 FROM event) AS event,
          CASE WHEN EXISTS (${heldBy(raw('company.id'), record)} AND voided_at IS NOT NULL) THEN 1 ELSE 0 END AS voided
        FROM company WHERE guid = ${record.companyGuid}`,
  )
  if (!row) throw new Error(`company ${record.companyGuid} is not set up`)
  return row
}

/** See contract 5. */
const heldBy = (
  company: number | Statement,
  { outletName, terminalName, shiftCode, saleCode, family, kind }: RecordState,
) => sql`SELECT 1 FROM record WHERE company_id = ${company} AND outlet_name = ${outletName}
        AND terminal_name = ${terminalName} AND shift_code = ${shiftCode} AND sale_code = ${saleCode}
        AND family = ${family} AND kind = ${kind}`

function* takenBy(company: number, record: RecordState): WriteWork<WriteConflict> {
  if (yield* hasRows(sql`SELECT 1 FROM record WHERE sale_guid = ${record.saleGuid}`)) return 'guid_taken'
  return (yield* hasRows(sql`${heldBy(company, record)} AND phase <> 'voided'`)) ? 'key_taken' : 'number_taken'
}

function* refer(note: number, originals: readonly Pick<StoredRecord, 'seq'>[]): WriteWork<void> {
  for (const { seq } of originals)
    yield sql`INSERT INTO reference (note_seq, original_seq) VALUES (${note}, ${seq}) ON CONFLICT DO NOTHING`
}

const livingNames = columnNamesOf(changingColumns)
const updateRecord = `UPDATE record SET supplier = ?, row_hash = ?, work = ?, due_at = ?, most_in_batch = ?, tries = 0,
  unfinished_builds = 0, listed = 1, ${livingNames.map((name) => `${name} = ?`).join(', ')}
  WHERE seq = ? AND version = ?`

function* update(transaction: Transaction, write: Update): WriteWork<StoredRecord> {
  const { was, event, by, body, originals, dueAt, mostInBatch = 100 } = write
  const { dialect } = transaction
  const { seq } = was
  const record = evolve(was.record, event)
  const { company, supplierBefore, hashBefore } = yield* lookAt(transaction, was, event)
  const supplier = body ? supplierKeyOf(record, { body }) : supplierBefore
  const isRenamed = record.documentNumber !== was.record.documentNumber || supplier !== supplierBefore
  if (isRenamed && (yield* isNumberTaken(company, supplier, record))) throw conflict('number_taken')
  const living = recordCells(changingColumns, record)
  const hash = hashBefore ?? rowHash(hashedColumns, [company, ...recordCells(fixedColumns, record), ...living])
  const planned = workCells(record, dueAt ?? event.at)
  const values = [supplier, hash, ...planned, mostInBatch, ...living, seq, was.record.version]
  if (!(yield* hasRows({ text: updateRecord, values }))) throw conflict('stale')
  if (body) yield sql`UPDATE record SET search_text = ${searchTextOf(record, { body })} WHERE seq = ${seq}`
  if (originals) {
    yield sql`DELETE FROM reference WHERE note_seq = ${seq}`
    yield* refer(seq, originals)
  }
  const attempt = write.attempt && { ...write.attempt, document: dialect.packed(write.attempt.payload, 'document') }
  if (attempt) yield* begin(seq, attempt)
  const outcome = write.outcome ? loggedOutcome(write.outcome) : null
  if (outcome) yield end(outcome, dialect)
  const membership = membershipAfter(seq, event)
  if (membership) yield membership
  yield logged(seq, record, {
    event,
    by,
    body: body ? dialect.packed(body, 'body') : null,
    originals: originals?.map((original) => original.seq),
    attempt: attempt ?? null,
    outcome,
  })
  return { seq, record }
}

const isNumberTaken = (company: number, supplier: string, { documentNumber, family, kind }: RecordState) =>
  hasRows(sql`SELECT 1 FROM record WHERE company_id = ${company} AND document_number = ${documentNumber}
            AND family = ${family} AND supplier = ${supplier} AND kind = ${kind} AND phase <> 'voided'`)

/**
 * A record whose row was changed from outside is not sent. Other events keep its old hash, so that the changed value
 * does not become valid. @returns the company, and the hash to keep; null if the row is sound
 */
function* lookAt(transaction: Transaction, { seq, record }: StoredRecord, event: RecordEvent) {
  const [row] = yield* rowsOf<RecordRow>(sql`SELECT * FROM record WHERE seq = ${seq} AND version = ${record.version}`)
  if (!row) throw conflict('stale')
  const isSound = isIntact(row)
  if (!isSound) transaction.damaged(seq)
  if (goesOut.includes(event.type) && !(isSound && transaction.isTrusted())) throw conflict('untrusted')
  // A sound document would carry the changed amounts.
  if (event.type === 'consolidated' && !isSound) throw conflict('untrusted')
  const hashBefore = isSound ? null : ((row['row_hash'] as unknown as Uint8Array | null) ?? noHash)
  return { company: row.company_id, supplierBefore: row['supplier'] as string, hashBefore }
}

/** For a row whose hash was deleted. */
const noHash = new Uint8Array(32)

function* begin(record: number, attempt: LoggedAttempt): WriteWork<void> {
  const { id, revision, batchId, sha256, documentTime, claimedAt, sendDeadline, document } = attempt
  yield sql`INSERT INTO payload (sha256, body) VALUES (${sha256}, ${document.kept}) ON CONFLICT DO NOTHING`
  yield sql`INSERT INTO attempt
      (id, record_seq, revision, batch_id, sha256, document_time, claimed_at, send_deadline)
    VALUES (${id}, ${record}, ${revision}, ${batchId}, ${sha256}, ${documentTime}, ${claimedAt}, ${sendDeadline})`
}

function end(outcome: LoggedOutcome, { anyText }: Transaction['dialect']): Statement {
  const { attemptId, at, kind, reason, httpStatus, correlationId, answer } = outcome
  return sql`INSERT INTO attempt_outcome (attempt_id, at, kind, reason, http_status, correlation_id, answer)
    VALUES (${attemptId}, ${at}, ${kind}, ${reason}, ${httpStatus}, ${correlationId},
      ${answer === null ? null : anyText(answer)})`
}

function membershipAfter(seq: number, event: RecordEvent): Statement | null {
  const stands = (state: 'validated' | 'released') =>
    sql`UPDATE consolidation_member SET state = ${state} WHERE record_seq = ${seq} AND state <> 'released'`
  switch (event.type) {
    case 'consolidated':
      return sql`INSERT INTO consolidation_member (document_seq, record_seq, state)
        VALUES ((SELECT seq FROM record WHERE sale_guid = ${event.into}), ${seq}, 'waiting')`
    case 'validated_in':
      return stands('validated')
    case 'unconsolidated':
      return stands('released')
    default:
      return null
  }
}

function workCells(record: RecordState, dueAt: number): readonly [work: string | null, dueAt: number | null] {
  const work = workOf(record)
  return [work, work && dueAt]
}

interface Entry extends Pick<Extras, 'day' | 'originals'> {
  readonly event: RecordEvent
  readonly by: string | null
  readonly body: Packed | null
  readonly attempt: LoggedAttempt | null
  readonly outcome: LoggedOutcome | null
}

function logged(record: number, { version, revision }: RecordState, { event, by, body, ...told }: Entry): JournalStep {
  const { type, at, ...facts } = event
  const { day, originals, attempt, outcome } = told
  const beside = extrasText({ day, originals, attempt: attempt?.id, outcome: outcome?.attemptId })
  const changed = { version, at, type, by, facts: JSON.stringify(facts), revision: body && revision, body }
  return { entry: { record, ...changed, beside, attempt, outcome } }
}

/** Adds the doubt in the same transaction, because the change may have been made before. */
function* putInDoubt(transaction: Transaction, now: StoredRecord, event: RecordEvent): WriteWork<StoredRecord> {
  const gap = isFollowedByFreshSend(event) ? transaction.historyGap() : null
  const decision = gap && decideRepeatRecheck(now, event, gap)
  if (decision?.kind !== 'happens') return now
  const { at } = decision.event
  return yield* update(transaction, { kind: 'update', was: now, event: decision.event, by: null, dueAt: at })
}

export const recordWrites = ({ transact }: Engine): Pick<Records, 'write'> => ({
  write: (change) =>
    catchWriteConflict(transact((transaction) => writeRecords(transaction, change), change.generation)),
})
