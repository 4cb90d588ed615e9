import { decideRepeatRecheck, isBeginning } from '../../../../shared/domain/decide-recheck.ts'
import type { RecordEvent } from '../../../../shared/domain/event.ts'
import { evolve, receive } from '../../../../shared/domain/evolve.ts'
import { finding } from '../../../../shared/domain/journal-finding.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { Conflict, goesOut } from '../../store/kept/conflict.ts'
import { attemptCells, outcomeCells } from '../../store/kept/history-rows.ts'
import type { EventCells } from '../../store/kept/line.ts'
import { hashedColumns, isIntact, rowHash } from '../../store/kept/row-hash.ts'
import { cellsOf, fixedColumns, livingColumns, type RecordRow } from '../../store/kept/rows.ts'
import { referredTo } from '../../store/kept/status-sql.ts'
import type {
  Change,
  Insertion,
  NotesOn,
  Stored,
  Update,
  Write,
  WriteConflict,
  Written,
} from '../../store/port/records.ts'
import { first } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { Findings } from '../journal/findings.ts'
import type { Transaction } from '../writer.ts'
import * as sql from './changes.ts'
import { keepMembership } from './membership.ts'

interface Applied {
  readonly seq: number
  readonly inDoubt: Stored | null
}

/** All of a change or nothing of it, within a running transaction. */
export type RecordWriter = (transaction: Transaction, change: Change) => Promise<Written>

/** The one way in which records change: the row, its event and what belongs to it, or none of it. */
export const prepareRecordWriter =
  (companies: CompanyIds, findings: Findings): RecordWriter =>
  async (transaction, change) => {
    const { ask, ledger } = transaction
    const writing = new Writing(transaction, companies, findings)
    const mark = ledger.mark()
    // A single write conflicts before it has changed anything, so it needs no savepoint.
    const isOne = change.writes.length === 1
    try {
      await writing.check(change)
      if (!isOne) await ask('SAVEPOINT change')
      const applied: Applied[] = []
      for (const write of change.writes) applied.push(await writing.apply(write))
      if (!isOne) await ask('RELEASE SAVEPOINT change')
      const inDoubt = applied.flatMap((each) => each.inDoubt ?? [])
      return { ok: true, seqs: applied.map(({ seq }) => seq), ...(inDoubt.length > 0 && { inDoubt }) }
    } catch (thrown) {
      if (!(thrown instanceof Conflict)) throw thrown
      ledger.rewind(mark)
      if (!isOne && writing.hasBegun) await ask('ROLLBACK TO SAVEPOINT change')
      return { ok: false, why: thrown.why }
    }
  }

class Writing {
  /** Something may have been written, so a savepoint is there. */
  hasBegun = false
  readonly #transaction: Transaction
  readonly #companies: CompanyIds
  readonly #findings: Findings

  constructor(transaction: Transaction, companies: CompanyIds, findings: Findings) {
    this.#transaction = transaction
    this.#companies = companies
    this.#findings = findings
  }

  async apply(write: Write): Promise<Applied> {
    this.hasBegun = true
    const seq = write.kind === 'insert' ? await this.#insert(write) : await this.#update(write)
    return { seq, inDoubt: await this.#putInDoubt(seq, write) }
  }

  async check({ unchanged, notesOn, unreferenced }: Change): Promise<void> {
    const { ask } = this.#transaction
    for (const { seq, record } of unchanged ?? []) {
      const { length } = await ask('SELECT 1 AS is FROM record WHERE seq = $1 AND version = $2', seq, record.version)
      if (length === 0) throw new Conflict('stale')
    }
    for (const read of notesOn ?? []) if (!(await this.#areAsRead(read))) throw new Conflict('stale')
    if (!unreferenced) return
    const [row] = await ask<{ readonly is: boolean }>(`SELECT ${referredTo('$1')} AS is`, unreferenced.seq)
    if (row?.is === true) throw new Conflict('referenced')
  }

  async #areAsRead(read: NotesOn): Promise<boolean> {
    const now = await this.#transaction.ask<RecordRow>(sql.notesOn('seq, version'), read.original.seq)
    const isSame = (note: Stored, at: number) =>
      note.seq === now[at]?.seq && note.record.version === now[at]?.['version']
    return now.length === read.notes.length && read.notes.every(isSame)
  }

  async #insert(insertion: Insertion): Promise<number> {
    const { day, event, by, body, originals, dueAt, mayFollowVoided } = insertion
    const { ask, ledger } = this.#transaction
    const record = receive(event)
    const companyId = await this.#companies.idOf(record.companyGuid, ask)
    const key = sql.keyCells(companyId, record)
    if (!mayFollowVoided && (await this.#has(`${sql.keyed} AND voided_at IS NOT NULL`, key)))
      throw new Conflict('key_voided')
    const cells = [companyId, ...cellsOf(fixedColumns, record), ...cellsOf(livingColumns, record)]
    const seq = ledger.nextRecord
    const own = [seq, day, sql.searchCell(record, insertion), rowHash(hashedColumns, cells)]
    const { count } = await ask(sql.insertRecord, ...own, ...cells)
    if (count === 0) throw new Conflict(await this.#takenBy(companyId, record))
    ledger.takeRecord()
    const seqs = originals?.map((original) => original.seq) ?? []
    const beside = { day, originals: seqs.length > 0 ? seqs : null, attempt: null, outcome: null }
    await Promise.all([
      ...sql.insertReferences(ask, seq, seqs),
      ...this.#journal(companyId, record, { record_seq: seq, event, by, body: whole(body), ...beside }),
      sql.plan(ask, seq, record, { companyId, dueAt: dueAt ?? event.at, mostInBatch: 100 }),
    ])
    return seq
  }

  async #update(write: Update): Promise<number> {
    const { was, record, event, by, body, originals, attempt, outcome, dueAt, mostInBatch } = write
    const { ask } = this.#transaction
    const { seq } = was
    const companyId = await this.#companies.idOf(record.companyGuid, ask)
    if (!(await this.#movesFreely(companyId, was, record))) throw new Conflict('number_taken')
    const hashBefore = await this.#lookAt(was, event)
    const living = cellsOf(livingColumns, record)
    const hash = hashBefore ?? rowHash(hashedColumns, [companyId, ...cellsOf(fixedColumns, record), ...living])
    const { count } = await ask(sql.updateRecord, seq, was.record.version, hash, ...living)
    if (count === 0) throw new Conflict('stale')
    const tried = attempt ? attemptCells(attempt) : null
    const ended = outcome ? outcomeCells(outcome) : null
    const seqs = originals?.map((original) => original.seq) ?? null
    await Promise.all([
      ...(body
        ? [ask('UPDATE record SET search_text = $2 WHERE seq = $1', seq, sql.searchCell(record, { body }))]
        : []),
      ...(seqs ? [ask('DELETE FROM reference WHERE note_seq = $1', seq)] : []),
      ...sql.insertReferences(ask, seq, seqs ?? []),
      ...(tried ? sql.insertAttempt(ask, seq, tried) : []),
      ...keepMembership(ask, seq, event),
      ...(ended ? [sql.insertOutcome(ask, ended)] : []),
      ...this.#journal(companyId, record, {
        record_seq: seq,
        event,
        by,
        body: whole(body),
        day: null,
        originals: seqs,
        attempt: tried,
        outcome: ended,
      }),
      sql.plan(ask, seq, record, {
        companyId,
        dueAt: dueAt ?? event.at,
        mostInBatch: mostInBatch ?? 100,
      }),
    ])
    return seq
  }

  /** What may have been done before is in doubt from the moment that it is done, in the same transaction. */
  async #putInDoubt(seq: number, write: Write): Promise<Stored | null> {
    const { historyGap } = this.#transaction.ledger
    if (!historyGap || !isBeginning(write.event)) return null
    const was = { seq, record: write.kind === 'insert' ? receive(write.event) : write.record }
    const decision = decideRepeatRecheck(was, write.event, historyGap)
    if (decision.kind === 'unchanged') return null
    const { event } = decision
    const record = evolve(was.record, event)
    await this.#update({ kind: 'update', was, event, record, by: null, dueAt: event.at })
    return { seq, record }
  }

  #journal(companyId: number, record: RecordState, { event, ...cells }: Entry): readonly Promise<unknown>[] {
    const { version, revision } = record
    const { type, at, ...facts } = event
    const row = { version, at, type, facts: JSON.stringify(facts), revision: cells.body && revision }
    return this.#transaction.ledger.event(companyId, { ...cells, ...row })
  }

  async #has(condition: string, cells: readonly (string | number | null | Uint8Array)[]): Promise<boolean> {
    const rows = await this.#transaction.ask(`SELECT 1 AS is FROM record WHERE ${condition} LIMIT 1`, ...cells)
    return rows.length > 0
  }

  async #movesFreely(companyId: number, was: Stored, record: RecordState): Promise<boolean> {
    const { documentNumber, family, kind } = record
    if (documentNumber === was.record.documentNumber) return true
    const held = "company_id = $1 AND document_number = $2 AND family = $3 AND kind = $4 AND phase <> 'voided'"
    return !(await this.#has(held, [companyId, documentNumber, family, kind]))
  }

  async #takenBy(companyId: number, record: RecordState): Promise<WriteConflict> {
    if (await this.#has('sale_guid = $1', [record.saleGuid])) return 'guid_taken'
    const isKeyTaken = await this.#has(`${sql.keyed} AND phase <> 'voided'`, sql.keyCells(companyId, record))
    return isKeyTaken ? 'key_taken' : 'number_taken'
  }

  /**
   * Nobody sends an amount that somebody changed. What else happens to such a record is written down, and its row keeps
   * the hash that it does not fit: a change must not become true by being written over.
   * @returns null where the row is what was written, otherwise the hash it keeps
   */
  async #lookAt({ seq, record }: Stored, event: RecordEvent): Promise<Uint8Array | null> {
    const { ask, ledger } = this.#transaction
    const row = await first(ask<RecordRow>('SELECT * FROM record WHERE seq = $1 AND version = $2', seq, record.version))
    if (!row) throw new Conflict('stale')
    const isSound = isIntact(row)
    if (!isSound) this.#findings.note([finding('row_damaged', { record: seq })])
    if (goesOut.includes(event.type) && !(isSound && ledger.isTrusted)) throw new Conflict('untrusted')
    // Nothing leaves yet, but from here on its amounts travel in a document whose own row is sound.
    if (event.type === 'consolidated' && !isSound) throw new Conflict('untrusted')
    return isSound ? null : (row['row_hash'] as unknown as Uint8Array)
  }
}

type Entry = Omit<EventCells, 'line' | 'seq' | 'version' | 'at' | 'type' | 'facts' | 'revision'> & {
  readonly event: RecordEvent
}

/** PostgreSQL packs what is long by itself. */
const whole = (body: Uint8Array | undefined) => (body ? { plain: body, kept: body } : null)
