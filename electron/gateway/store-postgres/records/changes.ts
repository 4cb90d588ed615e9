import type { RecordState } from '../../../../shared/domain/record.ts'
import { workOf } from '../../../../shared/domain/work.ts'
import type { AttemptCells, OutcomeCells } from '../../store/kept/line.ts'
import { hashedColumns } from '../../store/kept/row-hash.ts'
import { livingColumns, namesOf } from '../../store/kept/rows.ts'
import { searchTextOf } from '../../store/kept/search-text.ts'
import { isActive } from '../../store/kept/status-sql.ts'
import type { Insertion } from '../../store/port/records.ts'
import { type Ask, type Cell, placesFor } from '../ask.ts'

// The statements that change records, each written once.

/** The business key of a kind in a family, its values in the order of `keyCells` (contract 5). */
export const keyed = `company_id = $1 AND outlet_name = $2 AND terminal_name = $3 AND shift_code = $4
  AND sale_code = $5 AND family = $6 AND kind = $7`

type Key = Pick<RecordState, 'saleCode' | 'shiftCode' | 'terminalName' | 'outletName' | 'family' | 'kind'>
export const keyCells = (companyId: number, key: Key): readonly Cell[] => {
  const { outletName, terminalName, shiftCode, saleCode, family, kind } = key
  return [companyId, outletName, terminalName, shiftCode, saleCode, family, kind]
}

/** The notes that count of those that refer to a record. */
export const notesOn = (columns: string): string =>
  `SELECT ${columns} FROM reference JOIN record ON seq = note_seq WHERE original_seq = $1 AND ${isActive} ORDER BY seq`

const inserted = ['seq', 'submitted_day', 'search_text', 'row_hash', ...hashedColumns]
/** Cells in the order of seq, day, search text, hash, and then of the hash. */
export const insertRecord = `INSERT INTO record (${inserted.join(', ')}) VALUES (${placesFor(inserted.length)})
  ON CONFLICT DO NOTHING`

const livingNames = namesOf(livingColumns)
/** Cells: seq, version before, hash, and then the living columns. */
export const updateRecord = `UPDATE record SET row_hash = $3,
  ${livingNames.map((name, at) => `${name} = $${at + 4}`).join(', ')} WHERE seq = $1 AND version = $2`

/** Text of the database holds every character but one. */
export const searchCell = (record: RecordState, write: Pick<Insertion, 'body' | 'otherParty'>): string =>
  searchTextOf(record, write).replaceAll('\0', ' ')

export const insertReferences = (ask: Ask, note: number, originals: readonly number[]) =>
  originals.map((original) =>
    ask('INSERT INTO reference (note_seq, original_seq) VALUES ($1, $2) ON CONFLICT DO NOTHING', note, original),
  )

export function insertAttempt(ask: Ask, record: number, attempt: AttemptCells): readonly Promise<unknown>[] {
  const { id, revision, batch_id, sha256, document_time, claimed_at, send_deadline, document } = attempt
  return [
    ask('INSERT INTO payload (sha256, body) VALUES ($1, $2) ON CONFLICT DO NOTHING', sha256, document.plain),
    ask(
      `INSERT INTO attempt (id, record_seq, revision, batch_id, sha256, document_time, claimed_at, send_deadline)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      id,
      record,
      revision,
      batch_id,
      sha256,
      document_time,
      claimed_at,
      send_deadline,
    ),
  ]
}

export function insertOutcome(ask: Ask, outcome: OutcomeCells): Promise<unknown> {
  const { attempt_id, at, kind, reason, http_status, correlation_id, answer } = outcome
  return ask(
    `INSERT INTO attempt_outcome (attempt_id, at, kind, reason, http_status, correlation_id, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    attempt_id,
    at,
    kind,
    reason,
    http_status,
    correlation_id,
    answer === null ? null : Buffer.from(answer),
  )
}

export interface Plan {
  readonly companyId: number
  readonly dueAt: number
  readonly mostInBatch: number
}

/** What is to be done next for a record, or nothing. */
export function plan(ask: Ask, seq: number, record: RecordState, next: Plan) {
  const { companyId, dueAt, mostInBatch } = next
  const work = workOf(record)
  if (!work) return ask('DELETE FROM outbox WHERE record_seq = $1', seq)
  return ask(
    `INSERT INTO outbox (record_seq, company_id, work, due_at, most_in_batch, submission_uid)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (record_seq) DO UPDATE SET work = excluded.work, due_at = excluded.due_at, tries = 0,
       unfinished_builds = 0, most_in_batch = excluded.most_in_batch, submission_uid = excluded.submission_uid`,
    seq,
    companyId,
    work,
    dueAt,
    mostInBatch,
    record.authority?.submissionUid ?? null,
  )
}
