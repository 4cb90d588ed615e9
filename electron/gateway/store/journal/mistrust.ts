import type { Database } from 'better-sqlite3'
import { decideMistrust } from '../../../../shared/domain/decide-mistrust.ts'
import { evolve } from '../../../../shared/domain/evolve.ts'
import type { MistrustReason } from '../../../../shared/domain/outcome.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { RecordWriter } from '../record-writes.ts'
import { type RecordRow, recordOf } from '../rows.ts'

export interface MistrustParts {
  readonly database: Database
  readonly ids: CompanyIds
  readonly writeRecord: RecordWriter
}

/**
 * Puts everything that might be sent next in doubt, to be looked up first; documents made of receipts that wait now will
 * be, too. Runs inside a transaction.
 * @returns how many records that were
 */
export function mistrustUnsent(
  { database, ids, writeRecord }: MistrustParts,
  reason: MistrustReason,
  at: Instant,
): number {
  const rows = database
    .prepare<[], RecordRow>(
      `SELECT record.* FROM record WHERE seq IN (
         SELECT record_seq FROM outbox WHERE work IN ('send', 'settle', 'release')
         UNION SELECT seq FROM record WHERE attention IS NOT NULL AND phase = 'held') ORDER BY seq`,
    )
    .all()
  let count = 0
  for (const row of rows) {
    const record = recordOf(row, ids.nameOf(row.company_id))
    const decision = decideMistrust(record, reason, at)
    if (decision.kind === 'unchanged') continue
    const { event } = decision
    const was = { seq: row.seq, record }
    const written = writeRecord({
      writes: [{ kind: 'update', was, event, record: evolve(record, event), by: null, dueAt: at }],
    })
    if (!written.ok) throw new Error(`record ${row.seq} could not be put in doubt: ${written.why}`)
    count += 1
  }
  rememberMistrust(database, reason)
  return count
}

const name = 'mistrusted_up_to'

export interface Mistrusted {
  /** Of the last record there was when what is kept here was last mistrusted. */
  readonly upTo: number
  readonly reason: MistrustReason
}

/** Receipts wait without being sent, and nothing of them tells whether a document was made of them meanwhile. */
function rememberMistrust(database: Database, reason: MistrustReason): void {
  const upTo = database.prepare<[], number | null>('SELECT max(seq) FROM record').pluck().get() ?? 0
  database
    .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, JSON.stringify({ upTo, reason } satisfies Mistrusted))
}

/** @returns a question, prepared once: which records may be part of a document that is not kept here; null for none */
export function prepareMistrusted(database: Database): () => Mistrusted | null {
  const kept = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck()
  return () => {
    const value = kept.get(name)
    return value === undefined ? null : (JSON.parse(value) as Mistrusted)
  }
}
