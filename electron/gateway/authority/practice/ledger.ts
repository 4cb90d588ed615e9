import Database from 'better-sqlite3'
import type { EpochMs } from '../../../../shared/domain/record.ts'

export type Status = 'Submitted' | 'Valid' | 'Invalid' | 'Cancelled'

export interface NamedParty {
  readonly tin: string
  readonly idType: string
  readonly idNumber: string
  readonly name: string
}

export interface LedgerDocument {
  readonly uuid: string
  readonly internalId: string
  readonly typeCode: string
  readonly version: string
  /** In a self-billed document the buyer (myinvois 6.5). */
  readonly issuerTin: string
  readonly supplier: NamedParty
  readonly buyer: NamedParty
  readonly intermediaryTin: string | null
  readonly createdBy: string
  readonly issuedAt: EpochMs
  readonly references: readonly string[]
  /** JSON numbers as in the document; nothing is computed from them. */
  readonly totals: Readonly<Record<'excludingTax' | 'discount' | 'net' | 'payable', number>>
  readonly sha256: string
  readonly submissionUid: string
  /** Empty until it is valid. */
  readonly longId: string
  readonly receivedAt: EpochMs
  /** When its validation ends. */
  readonly checkAt: EpochMs
  readonly validatedAt: EpochMs | null
  readonly status: Status
  readonly statusReason: string | null
  readonly cancelledAt: EpochMs | null
  readonly rejectRequestedAt: EpochMs | null
  readonly steps: readonly StepResult[]
}

/** See myinvois 4, shape 1. */
export interface StepResult {
  readonly status: 'Valid' | 'Invalid'
  readonly name: string
  readonly error?: StepError
}

export interface StepError {
  readonly propertyName: string | null
  readonly propertyPath: string | null
  readonly errorCode: string
  readonly error: string
  readonly errorMs: string
  readonly innerError: readonly StepError[] | null
}

export interface Submission {
  readonly uid: string
  readonly tin: string
  readonly clientId: string
  readonly receivedAt: EpochMs
}

export const isSelfBilled = (typeCode: string): boolean => typeCode.startsWith('1')

export const issuerOf = ({ typeCode, supplier, buyer }: LedgerDocument): NamedParty =>
  isSelfBilled(typeCode) ? buyer : supplier

export const receiverOf = ({ typeCode, supplier, buyer }: LedgerDocument): NamedParty =>
  isSelfBilled(typeCode) ? supplier : buyer

/** Documents are JSON; only what is searched for has columns. */
const schema = `
CREATE TABLE submission (
  uid TEXT PRIMARY KEY,
  tin TEXT NOT NULL,
  client_id TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;

CREATE TABLE payload (
  tin TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX payload_by_hash ON payload (tin, sha256, received_at);

CREATE TABLE document (
  seq INTEGER PRIMARY KEY,
  facts TEXT NOT NULL,
  text TEXT NOT NULL,
  uuid TEXT NOT NULL UNIQUE AS (facts ->> 'uuid'),
  submission_uid TEXT NOT NULL REFERENCES submission (uid) AS (facts ->> 'submissionUid'),
  internal_id TEXT NOT NULL AS (facts ->> 'internalId'),
  issuer_tin TEXT NOT NULL AS (facts ->> 'issuerTin'),
  received_at INTEGER NOT NULL AS (facts ->> 'receivedAt'),
  check_at INTEGER NOT NULL AS (facts ->> 'checkAt'),
  status TEXT NOT NULL AS (facts ->> 'status') CHECK (status IN ('Submitted', 'Valid', 'Invalid', 'Cancelled'))
) STRICT;
CREATE INDEX document_by_submission ON document (submission_uid);
CREATE INDEX document_by_number ON document (issuer_tin, internal_id);
CREATE INDEX document_by_receipt ON document (received_at);
CREATE INDEX document_unchecked ON document (check_at) WHERE status = 'Submitted';

CREATE TABLE reference (
  seq INTEGER NOT NULL REFERENCES document (seq),
  uuid TEXT NOT NULL
) STRICT;
CREATE INDEX reference_by_uuid ON reference (uuid);
`

/** All SQL of the practice authority. */
export class LedgerStore {
  readonly #database: Database.Database

  /** @param file null keeps it in memory */
  constructor(file: string | null) {
    this.#database = new Database(file ?? ':memory:', { timeout: 250 })
    prepare(this.#database)
  }

  /**
   * A submission's documents and payload are stored together: a payload alone would refuse the next try as a
   * repetition.
   */
  take(
    { uid, tin, clientId, receivedAt }: Submission,
    payloadSha256: string,
    documents: readonly { readonly facts: LedgerDocument; readonly text: string }[],
  ): void {
    const insert = this.#database.prepare('INSERT INTO document (facts, text) VALUES (?, ?)')
    const refer = this.#database.prepare('INSERT INTO reference VALUES (?, ?)')
    this.#database.transaction(() => {
      this.#database.prepare('INSERT INTO payload VALUES (?, ?, ?)').run(tin, payloadSha256, receivedAt)
      if (documents.length === 0) return
      this.#database.prepare('INSERT INTO submission VALUES (?, ?, ?, ?)').run(uid, tin, clientId, receivedAt)
      for (const { facts, text } of documents) {
        const { lastInsertRowid: seq } = insert.run(JSON.stringify(facts), text)
        for (const uuid of facts.references) refer.run(seq, uuid)
      }
    })()
  }

  /** Null if it was not seen since then. */
  payloadSeenAt(tin: string, sha256: string, since: EpochMs): EpochMs | null {
    const sql = 'SELECT max(received_at) FROM payload WHERE tin = ? AND sha256 = ? AND received_at > ?'
    return this.#database.prepare(sql).pluck().get(tin, sha256, since) as EpochMs | null
  }

  submission(uid: string): Submission | undefined {
    const sql = 'SELECT uid, tin, client_id AS clientId, received_at AS receivedAt FROM submission WHERE uid = ?'
    return this.#database.prepare<[string], Submission>(sql).get(uid)
  }

  document(uuid: string): LedgerDocument | undefined {
    return this.#read('WHERE uuid = ?', uuid)[0]
  }

  textOf(uuid: string): string {
    return this.#database.prepare('SELECT text FROM document WHERE uuid = ?').pluck().get(uuid) as string
  }

  documentsOf(submissionUid: string): readonly LedgerDocument[] {
    return this.#read('WHERE submission_uid = ? ORDER BY seq', submissionUid)
  }

  documents(): readonly LedgerDocument[] {
    return this.#read('ORDER BY seq')
  }

  /** In the order in which they are due. */
  unchecked(now: EpochMs): readonly LedgerDocument[] {
    return this.#read("WHERE status = 'Submitted' AND check_at <= ? ORDER BY check_at, seq", now)
  }

  change(document: LedgerDocument, change: Partial<LedgerDocument>): void {
    const facts = JSON.stringify({ ...document, ...change })
    this.#database.prepare('UPDATE document SET facts = ? WHERE uuid = ?').run(facts, document.uuid)
  }

  cancel(document: LedgerDocument, statusReason: string, cancelledAt: EpochMs): void {
    this.change(document, { status: 'Cancelled', statusReason, cancelledAt })
  }

  /** Earlier documents with the same type, version, issue time, number and issuer (myinvois 3). */
  doublesOf(document: LedgerDocument, since: EpochMs): readonly LedgerDocument[] {
    const { uuid, typeCode, version, issuedAt, internalId, issuerTin } = document
    return this.#read(
      `WHERE issuer_tin = ? AND internal_id = ? AND received_at > ?
        AND seq < (SELECT seq FROM document WHERE uuid = ?) ORDER BY seq`,
      issuerTin,
      internalId,
      since,
      uuid,
    ).filter((each) => each.typeCode === typeCode && each.version === version && each.issuedAt === issuedAt)
  }

  isReferredTo(uuid: string): boolean {
    const sql = `SELECT 1 FROM reference JOIN document USING (seq)
      WHERE reference.uuid = ? AND document.status IN ('Submitted', 'Valid') LIMIT 1`
    return this.#database.prepare(sql).get(uuid) !== undefined
  }

  /** Issued by the taxpayer, or received and visible. Newest first. */
  documentsFor(tin: string, receivedFrom: EpochMs, receivedTo: EpochMs): readonly LedgerDocument[] {
    return this.#read(
      'WHERE received_at BETWEEN ? AND ? ORDER BY received_at DESC, seq DESC',
      receivedFrom,
      receivedTo,
    ).filter((document) => maySee(tin, document))
  }

  close(): void {
    this.#database.close()
  }

  #read(clauses: string, ...values: readonly unknown[]): readonly LedgerDocument[] {
    const facts = this.#database.prepare(`SELECT facts FROM document ${clauses}`).pluck().all(values) as string[]
    return facts.map((each) => JSON.parse(each) as LedgerDocument)
  }
}

/** A receiver sees only documents that count; for other taxpayers they do not exist. */
export function maySee(tin: string, { issuerTin, supplier, buyer, status }: LedgerDocument): boolean {
  if (issuerTin === tin) return true
  return [supplier.tin, buyer.tin].includes(tin) && (status === 'Valid' || status === 'Cancelled')
}

function prepare(database: Database.Database): void {
  database.pragma('journal_mode = WAL')
  // Less safe than the shop's store on purpose: this plays the authority, which a power cut in the shop would not
  // touch.
  database.pragma('synchronous = NORMAL')
  database.pragma('foreign_keys = ON')
  // 4 MB, because it shares the memory of a shop's computer.
  database.pragma('cache_size = -4096')
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
  if (tables === 0) database.transaction(() => database.exec(schema))()
}
