import type { Database } from 'better-sqlite3'
import { decideRepeatRecheck, type HistoryGap, isBeginning } from '../../../../shared/domain/decide-recheck.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { workOf } from '../../../../shared/domain/work.ts'
import type { CompanyIds } from '../areas/company-ids.ts'
import type { JournalLines } from '../journal/journal-lines.ts'
import { Conflict, goesOut } from '../kept/conflict.ts'
import { attemptCells, outcomeCells } from '../kept/history-rows.ts'
import type { EventCells } from '../kept/line.ts'
import { packed } from '../kept/packed.ts'
import { hashedColumns, isIntact, rowHash } from '../kept/row-hash.ts'
import { type Cell, cellsOf, fixedColumns, livingColumns, namesOf, type RecordRow } from '../kept/rows.ts'
import { searchTextOf } from '../kept/search-text.ts'
import { referredTo } from '../kept/status-sql.ts'
import type { Change, Insertion, NotesOn, Stored, Update, Write, WriteConflict, Written } from '../port/records.ts'
import { prepareMembership } from './membership.ts'
import { keyed, notesOn } from './sql.ts'

interface Entry extends Pick<EventCells, 'by' | 'body' | 'day' | 'originals' | 'attempt' | 'outcome'> {
  readonly event: RecordEvent
}

interface Applied {
  readonly seq: number
  readonly inDoubt: Stored | null
}

export type RecordWriter = (change: Change) => Written

/** What whoever writes records asks of the journal. */
export interface RecordWriterDeps {
  readonly companies: CompanyIds
  readonly journalLines: Pick<JournalLines, 'end' | 'event' | 'rewind'>
  /** Whether something may go out to the authority. */
  readonly isTrusted: () => boolean
  /** The row of a record is not what was written. */
  readonly damaged: (seq: number) => void
  /** What is to be looked up before it is sent anew; absent where what is written happened long ago. */
  readonly historyGap?: () => HistoryGap | null
}

/** Prepares the one way in which records change: the row, its event and what belongs to it, or none of it. */
export function prepareRecordWriter(database: Database, deps: RecordWriterDeps): RecordWriter {
  const { companies, journalLines } = deps
  const places = (names: readonly string[]) => names.map(() => '?').join(', ')
  const inserted = ['submitted_day', 'search_text', 'row_hash', ...hashedColumns]
  const insertRecord = database.prepare(
    `INSERT INTO record (${inserted.join(', ')}) VALUES (${places(inserted)}) ON CONFLICT DO NOTHING`,
  )
  const updateRecord = database.prepare(
    `UPDATE record SET row_hash = ?, ${namesOf(livingColumns)
      .map((name) => `${name} = ?`)
      .join(', ')} WHERE seq = ? AND version = ?`,
  )
  const rowAt = database.prepare<[number, number], RecordRow>('SELECT * FROM record WHERE seq = ? AND version = ?')
  const updateSearch = database.prepare('UPDATE record SET search_text = ? WHERE seq = ?')
  const isVersion = database.prepare('SELECT 1 FROM record WHERE seq = ? AND version = ?').pluck()
  const isGuidTaken = database.prepare('SELECT 1 FROM record WHERE sale_guid = ?').pluck()
  const isKeyTaken = database.prepare(`SELECT 1 FROM record WHERE ${keyed} AND phase <> 'voided'`).pluck()
  const isKeyVoided = database.prepare(`SELECT 1 FROM record WHERE ${keyed} AND voided_at IS NOT NULL`).pluck()
  const notes = database.prepare<[number], Pick<RecordRow, 'seq' | 'version'>>(notesOn('seq, version'))
  const isReferredTo = database.prepare(`SELECT ${referredTo('?')}`).pluck()
  const insertEvent = database.prepare(
    'INSERT INTO event (record_seq, version, at, type, by, facts, revision, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const dropReferences = database.prepare('DELETE FROM reference WHERE note_seq = ?')
  const insertReference = database.prepare(
    'INSERT INTO reference (note_seq, original_seq) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const insertPayload = database.prepare('INSERT INTO payload (sha256, body) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const insertAttempt = database.prepare(
    `INSERT INTO attempt (id, record_seq, revision, batch_id, sha256, document_time, claimed_at, send_deadline)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertOutcome = database.prepare(
    `INSERT INTO attempt_outcome (attempt_id, at, kind, reason, http_status, correlation_id, answer)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const keepMembership = prepareMembership(database)
  const upsertWork = database.prepare(
    `INSERT INTO outbox (record_seq, company_id, work, due_at, most_in_batch, submission_uid) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (record_seq) DO UPDATE SET work = excluded.work, due_at = excluded.due_at, tries = 0,
       unfinished_builds = 0, most_in_batch = excluded.most_in_batch, submission_uid = excluded.submission_uid`,
  )
  const dropWork = database.prepare('DELETE FROM outbox WHERE record_seq = ?')

  function insert(insertion: Insertion): number {
    const { day, event, by, body, originals, dueAt, mayFollowVoided } = insertion
    const record = receive(event)
    const companyId = companies.idOf(record.companyGuid)
    if (!mayFollowVoided && isKeyVoided.get(...keyCells(companyId, record))) throw new Conflict('key_voided')
    const cells = [companyId, ...cellsOf(fixedColumns, record), ...cellsOf(livingColumns, record)]
    const searchText = searchTextOf(record, insertion)
    const { changes, lastInsertRowid } = insertRecord.run(day, searchText, rowHash(hashedColumns, cells), ...cells)
    if (changes === 0) throw new Conflict(takenBy(companyId, record))
    const seq = Number(lastInsertRowid)
    for (const original of originals ?? []) insertReference.run(seq, original.seq)
    journal(seq, record, {
      event,
      by,
      body: body ? packed(body, 'body') : null,
      day,
      originals: originals && originals.length > 0 ? originals.map((original) => original.seq) : null,
      attempt: null,
      outcome: null,
    })
    plan(seq, companyId, record, dueAt ?? event.at, 100)
    return seq
  }

  /** What may have been done before is in doubt from the moment that it is done, in the same transaction. */
  function putInDoubt(seq: number, write: Write): Stored | null {
    const gap = isBeginning(write.event) ? (deps.historyGap?.() ?? null) : null
    if (!gap) return null
    const was = { seq, record: write.kind === 'insert' ? receive(write.event) : write.record }
    const decision = decideRepeatRecheck(was, write.event, gap)
    if (decision.kind === 'unchanged') return null
    const { event } = decision
    const record = evolve(was.record, event)
    update({ kind: 'update', was, event, record, by: null, dueAt: event.at })
    return { seq, record }
  }

  function update({ was, record, event, by, body, originals, attempt, outcome, dueAt, mostInBatch }: Update): number {
    const { seq } = was
    if (!movesFreely(was, record)) throw new Conflict('number_taken')
    const hashBefore = lookAt(was, event)
    const living = cellsOf(livingColumns, record)
    const cells = [companies.idOf(record.companyGuid), ...cellsOf(fixedColumns, record), ...living]
    const hash = hashBefore === null ? rowHash(hashedColumns, cells) : hashBefore.kept
    const { changes } = updateRecord.run(hash, ...living, seq, was.record.version)
    if (changes === 0) throw new Conflict('stale')
    if (body) updateSearch.run(searchTextOf(record, { body }), seq)
    if (originals) {
      dropReferences.run(seq)
      for (const original of originals) insertReference.run(seq, original.seq)
    }
    const begun = attempt ? attemptCells(attempt) : null
    if (attempt && begun) {
      insertPayload.run(attempt.sha256, begun.document.kept)
      const { id, revision, batchId, sha256, documentTime, claimedAt, sendDeadline } = attempt
      insertAttempt.run(id, seq, revision, batchId, sha256, documentTime, claimedAt, sendDeadline)
    }
    keepMembership(seq, event)
    const ended = outcome ? outcomeCells(outcome) : null
    if (ended) {
      const { attempt_id, at, kind, reason, http_status, correlation_id, answer } = ended
      insertOutcome.run(attempt_id, at, kind, reason, http_status, correlation_id, answer)
    }
    journal(seq, record, {
      event,
      by,
      body: body ? packed(body, 'body') : null,
      day: null,
      originals: originals?.map((original) => original.seq) ?? null,
      attempt: begun,
      outcome: ended,
    })
    plan(seq, companies.idOf(record.companyGuid), record, dueAt ?? event.at, mostInBatch ?? 100)
    return seq
  }

  const isNumberTaken = database
    .prepare(
      `SELECT 1 FROM record WHERE company_id = ? AND document_number = ? AND family = ? AND kind = ? AND phase <> 'voided'`,
    )
    .pluck()

  function movesFreely(was: Stored, record: RecordState): boolean {
    const { documentNumber, companyGuid, family, kind } = record
    if (documentNumber === was.record.documentNumber) return true
    return isNumberTaken.get(companies.idOf(companyGuid), documentNumber, family, kind) === undefined
  }

  function takenBy(companyId: number, record: RecordState): WriteConflict {
    if (isGuidTaken.get(record.saleGuid)) return 'guid_taken'
    return isKeyTaken.get(...keyCells(companyId, record)) ? 'key_taken' : 'number_taken'
  }

  /** After everything that is written together with the event: its line is made of all of it. */
  function journal(record_seq: number, { version, revision }: RecordState, { event, by, body, ...beside }: Entry) {
    const { type, at, ...facts } = event
    const row = { record_seq, version, at, type, by, facts: JSON.stringify(facts), revision: body && revision, body }
    const { lastInsertRowid } = insertEvent.run(
      record_seq,
      version,
      at,
      type,
      by,
      row.facts,
      row.revision,
      body && body.kept,
    )
    journalLines.event({ seq: Number(lastInsertRowid), ...row, ...beside })
  }

  /**
   * Nobody sends an amount that somebody changed. What else happens to such a record is written down, and its row keeps
   * the hash that it does not fit: a change must not become true by being written over.
   * @returns null where the row is what was written
   */
  function lookAt({ seq, record }: Stored, event: RecordEvent): { readonly kept: Cell } | null {
    const row = rowAt.get(seq, record.version)
    if (!row) throw new Conflict('stale')
    const isSound = isIntact(row)
    if (!isSound) deps.damaged(seq)
    if (goesOut.includes(event.type) && !(isSound && deps.isTrusted())) throw new Conflict('untrusted')
    // Nothing leaves yet, but from here on its amounts travel in a document whose own row is sound.
    if (event.type === 'consolidated' && !isSound) throw new Conflict('untrusted')
    return isSound ? null : { kept: row['row_hash'] ?? null }
  }

  function plan(seq: number, companyId: number, record: RecordState, dueAt: number, mostInBatch: number) {
    const work = workOf(record)
    if (work) upsertWork.run(seq, companyId, work, dueAt, mostInBatch, record.authority?.submissionUid ?? null)
    else dropWork.run(seq)
  }

  const areAsRead = (read: NotesOn): boolean => {
    const now = notes.all(read.original.seq)
    const isSame = (note: Stored, at: number) => note.seq === now[at]?.seq && note.record.version === now[at]?.version
    return now.length === read.notes.length && read.notes.every(isSame)
  }

  function check({ unchanged, notesOn: read, unreferenced }: Change) {
    for (const { seq, record } of unchanged ?? []) if (!isVersion.get(seq, record.version)) throw new Conflict('stale')
    if (read && !read.every(areAsRead)) throw new Conflict('stale')
    if (unreferenced && isReferredTo.get(unreferenced.seq) === 1) throw new Conflict('referenced')
  }

  function apply(write: Write): Applied {
    const seq = write.kind === 'insert' ? insert(write) : update(write)
    return { seq, inDoubt: putInDoubt(seq, write) }
  }
  // Nested in the group's transaction this is a savepoint, so a change that fails leaves nothing behind.
  const applyAll = database.transaction((writes: readonly Write[]) => writes.map(apply))

  return (change) => {
    const { end } = journalLines
    try {
      check(change)
      const [first, ...rest] = change.writes
      // A single write conflicts before it has changed anything, so it needs no savepoint.
      const applied = first && rest.length === 0 ? [apply(first)] : applyAll(change.writes)
      const inDoubt = applied.flatMap((each) => each.inDoubt ?? [])
      return { ok: true, seqs: applied.map(({ seq }) => seq), ...(inDoubt.length > 0 && { inDoubt }) }
    } catch (thrown) {
      journalLines.rewind(end)
      if (thrown instanceof Conflict) return { ok: false, why: thrown.why }
      throw thrown
    }
  }
}

const keyCells = (companyId: number, record: RecordState) => {
  const { saleCode, shiftCode, terminalName, outletName, family, kind } = record
  return [companyId, saleCode, shiftCode, terminalName, outletName, family, kind]
}
