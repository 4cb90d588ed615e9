import type { Database } from 'better-sqlite3'
import type { Instant } from '../../../../../shared/domain/record.ts'
import type { LedgerDocument, ReceivedDocument, StepResult } from './document.ts'
import { type DocumentRow, documentOf, ownColumns, receivedColumns, rowOf } from './rows.ts'

export interface Submission {
  readonly uid: string
  /** The taxpayer it was made for. */
  readonly tin: string
  readonly clientId: string
  readonly receivedAt: Instant
}

export interface Verdict {
  readonly status: 'Valid' | 'Invalid'
  readonly longId: string
  readonly validatedAt: Instant
  readonly steps: readonly StepResult[]
}

const shownColumns = [...receivedColumns.filter((column) => column !== 'text'), ...ownColumns].join(', ')

/** Everything the authority was ever sent and what became of it: all its SQL. */
export class LedgerStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All that is written meanwhile, or nothing of it. */
  inOne<Result>(writes: () => Result): Result {
    return this.#database.transaction(writes)()
  }

  /** Documents taken in one submission, all or none of them. */
  take(submission: Submission, documents: readonly ReceivedDocument[], checkAt: Instant): void {
    const columns = [...receivedColumns, 'submission_uid', 'received_at', 'check_at', 'status']
    const insert = this.#database.prepare(
      `INSERT INTO document (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`,
    )
    const refer = this.#database.prepare('INSERT INTO reference (seq, uuid) VALUES (?, ?)')
    this.#database.transaction(() => {
      const { uid, tin, clientId, receivedAt } = submission
      this.#database.prepare('INSERT INTO submission VALUES (?, ?, ?, ?)').run(uid, tin, clientId, receivedAt)
      for (const document of documents) {
        const own = { submission_uid: uid, received_at: receivedAt, check_at: checkAt, status: 'Submitted' }
        const { lastInsertRowid: seq } = insert.run({ ...rowOf(document), ...own })
        for (const uuid of document.references) refer.run(seq, uuid)
      }
    })()
  }

  rememberPayload(tin: string, sha256: string, receivedAt: Instant): void {
    this.#database.prepare('INSERT INTO payload VALUES (?, ?, ?)').run(tin, sha256, receivedAt)
  }

  /** When the taxpayer last sent just this, null where it did not since. */
  payloadSeenAt(tin: string, sha256: string, since: Instant): Instant | null {
    const sql = 'SELECT max(received_at) FROM payload WHERE tin = ? AND sha256 = ? AND received_at > ?'
    return this.#database.prepare(sql).pluck().get(tin, sha256, since) as Instant | null
  }

  submission(uid: string): Submission | undefined {
    const sql = 'SELECT uid, tin, client_id AS clientId, received_at AS receivedAt FROM submission WHERE uid = ?'
    return this.#database.prepare<[string], Submission>(sql).get(uid)
  }

  document(uuid: string): LedgerDocument | undefined {
    return this.#documents('uuid = @uuid', { uuid })[0]
  }

  /** Exactly as it came. */
  textOf(uuid: string): string {
    return this.#database.prepare('SELECT text FROM document WHERE uuid = ?').pluck().get(uuid) as string
  }

  documentsOf(submissionUid: string): readonly LedgerDocument[] {
    return this.#documents('submission_uid = @submissionUid', { submissionUid })
  }

  all(): readonly LedgerDocument[] {
    return this.#documents('TRUE', {})
  }

  /** The last one first. */
  latest(most: number): readonly LedgerDocument[] {
    return this.#documents('TRUE', {}, `seq DESC LIMIT ${Math.trunc(most)}`)
  }

  /** Whether the background validation has anything to do now. */
  hasUnchecked(now: Instant): boolean {
    const sql = "SELECT 1 FROM document WHERE status = 'Submitted' AND check_at <= ? LIMIT 1"
    return this.#database.prepare(sql).get(now) !== undefined
  }

  /** In the order they are to be checked. */
  unchecked(now: Instant): readonly LedgerDocument[] {
    return this.#documents("status = 'Submitted' AND check_at <= @now", { now }, 'check_at, seq')
  }

  settle(uuid: string, { status, longId, validatedAt, steps }: Verdict): void {
    this.#database
      .prepare('UPDATE document SET status = ?, long_id = ?, validated_at = ?, steps = ? WHERE uuid = ?')
      .run(status, longId, validatedAt, JSON.stringify(steps), uuid)
  }

  cancel(uuid: string, reason: string, at: Instant): void {
    this.#database
      .prepare("UPDATE document SET status = 'Cancelled', status_reason = ?, cancelled_at = ? WHERE uuid = ?")
      .run(reason, at, uuid)
  }

  requestRejection(uuid: string, reason: string, at: Instant): void {
    this.#database
      .prepare('UPDATE document SET status_reason = ?, reject_requested_at = ? WHERE uuid = ?')
      .run(reason, at, uuid)
  }

  /** Documents before this one with the same type, version, issue time, number and issuer (myinvois 3). */
  doublesOf(document: LedgerDocument, since: Instant): readonly LedgerDocument[] {
    const { seq, typeCode, version, issuedAt, internalId, issuerTin } = document
    return this.#documents(
      `seq < @seq AND received_at > @since AND type_code = @typeCode AND version = @version
        AND issued_at = @issuedAt AND internal_id = @internalId AND issuer_tin = @issuerTin`,
      { seq, since, typeCode, version, issuedAt, internalId, issuerTin },
    )
  }

  /** Whether a document that still counts refers to this one. */
  isReferredTo(uuid: string): boolean {
    const sql = `SELECT 1 FROM reference JOIN document USING (seq)
      WHERE reference.uuid = ? AND document.status IN ('Submitted', 'Valid') LIMIT 1`
    return this.#database.prepare(sql).get(uuid) !== undefined
  }

  referencesOf(seq: number): readonly string[] {
    return this.#database.prepare('SELECT uuid FROM reference WHERE seq = ?').pluck().all(seq) as string[]
  }

  /** Documents a taxpayer issued, or received and may see. Newest first. */
  documentsFor(tin: string, receivedFrom: Instant, receivedTo: Instant): readonly LedgerDocument[] {
    return this.#documents(
      `received_at BETWEEN @receivedFrom AND @receivedTo AND (issuer_tin = @tin
        OR (@tin IN (supplier_tin, buyer_tin) AND status IN ('Valid', 'Cancelled')))`,
      { tin, receivedFrom, receivedTo },
      'received_at DESC, seq DESC',
    )
  }

  close(): void {
    this.#database.close()
  }

  #documents(where: string, values: Readonly<Record<string, unknown>>, order = 'seq'): readonly LedgerDocument[] {
    const sql = `SELECT ${shownColumns} FROM document WHERE ${where} ORDER BY ${order}`
    return this.#database.prepare<[object], DocumentRow>(sql).all(values).map(documentOf)
  }
}
