import type { Scope } from '../../../shared/catalogue/scopes.ts'
import type { CompanyRules } from '../../../shared/document/check.ts'
import type { CodeList, ListState, RefreshTry } from '../../../shared/document/codes.ts'
import type { Supplier } from '../../../shared/document/sale.ts'
import type { Attempt, AttemptOutcome, KeptAttempt } from '../../../shared/domain/attempt.ts'
import type { AttentionCode } from '../../../shared/domain/attention.ts'
import type { Day } from '../../../shared/domain/calendar.ts'
import type { Received, RecordEvent } from '../../../shared/domain/event.ts'
import type { BusinessKey, Family, Instant, Kind, RecordState } from '../../../shared/domain/record.ts'
import type { Work } from '../../../shared/domain/work.ts'

/**
 * What the gateway remembers. Every promise that a write returns is kept only after the write survives a power cut.
 * A second engine may stand behind this one day, so all methods are asynchronous; test/contract says what any
 * engine must do.
 */
export interface Store {
  readonly records: Records
  readonly schedule: Schedule
  readonly companies: Companies
  readonly tokens: Tokens
  readonly taxpayers: Taxpayers
  readonly settings: Settings
  readonly codes: CodeLists
  readonly acts: Acts
  readonly upkeep: Upkeep
}

/** A record and where it stands in the order of acceptance. */
export interface Stored {
  readonly seq: number
  readonly record: RecordState
}

export interface Records {
  byGuid(saleGuid: string): Promise<Stored | null>
  byKey(family: Family, kind: Kind, key: BusinessKey): Promise<KeyHolders>
  /** The body of a revision as the till sent it. */
  body(seq: number, revision: number): Promise<Uint8Array>
  /** Some record that is Pending, InProgress or Valid refers to this one. */
  isReferredTo(seq: number): Promise<boolean>
  /** The records a note refers to. */
  originals(noteSeq: number): Promise<readonly Stored[]>
  /** Held or queued notes that refer to a record. */
  waitingNotes(originalSeq: number): Promise<readonly Stored[]>
  range(query: RangeQuery): Promise<readonly ListedRecord[]>
  /** Records changed after a place in the journal, oldest change first, each once. */
  changedAfter(eventSeq: number, companyGuid: string | null, limit: number): Promise<readonly ChangedRecord[]>
  /** The last place in the journal; 0 where it is empty. */
  lastEventSeq(): Promise<number>
  events(seq: number): Promise<readonly KeptEvent[]>
  attempts(seq: number): Promise<readonly KeptAttempt[]>
  payload(sha256: string): Promise<Uint8Array>
  /** Valid records whose time for cancelling ends after a place, the first to end first. */
  cancellableAfter(companyGuid: string, after: CancellablePlace, limit: number): Promise<readonly Stored[]>
  /** How many records need a person, by why. */
  attentions(companyGuid: string | null): Promise<ReadonlyMap<AttentionCode, number>>
  /** Records submitted on these days, oldest first. */
  submittedBetween(from: Day, to: Day, afterSeq: number, limit: number): Promise<readonly Stored[]>
  /** All of the change or nothing of it. Changes that arrive together are made durable together. */
  write(change: Change): Promise<Written>
}

export interface KeyHolders {
  readonly live: Stored | null
  /** Where no live one exists. */
  readonly latestVoided: Stored | null
}

export interface RangeQuery {
  readonly companyGuid: string
  readonly family: Family
  readonly kind: Kind
  readonly from: Day
  readonly to: Day
  readonly outletName: string | null
  /** The place after which to go on. */
  readonly after: RangePlace | null
  readonly limit: number
}

export interface CancellablePlace {
  readonly cancellableUntil: Instant
  readonly seq: number
}

export interface RangePlace {
  readonly day: Day
  readonly seq: number
}

export interface ListedRecord extends Stored {
  readonly day: Day
  readonly isReferredTo: boolean
}

export interface ChangedRecord extends Stored {
  readonly eventSeq: number
  readonly isReferredTo: boolean
}

export interface KeptEvent {
  readonly seq: number
  readonly version: number
  readonly by: string | null
  readonly event: RecordEvent
}

export interface Change {
  readonly writes: readonly Write[]
  /** Records that must stand exactly as they were read for any of it to hold. */
  readonly unchanged?: readonly Stored[]
  /** A record to which no active record may refer. */
  readonly unreferenced?: Stored
}

export type Write = Insertion | Update

interface Effects {
  /** Who caused it; null for the gateway itself. */
  readonly by: string | null
  /** When the gateway next has something to do for it; null for as soon as it can. */
  readonly dueAt: Instant | null
  /** The body as the till sent it, where the event brings one. */
  readonly body?: Uint8Array
  /** The records a note refers to, where the event brings them. */
  readonly originals?: readonly Stored[]
}

export interface Insertion extends Effects {
  readonly kind: 'insert'
  /** Says all there is to say about the new record. */
  readonly event: Received
  readonly day: Day
  /** A voided record under the same business key does not stand in the way. */
  readonly mayFollowVoided: boolean
}

export interface Update extends Effects {
  readonly kind: 'update'
  readonly event: RecordEvent
  /** What it makes of the record. */
  readonly record: RecordState
  /** What the record was; the write holds only while it still is. */
  readonly was: Stored
  readonly attempt?: Attempt
  readonly outcome?: AttemptOutcome
  /** How many documents may go in one batch with this one. */
  readonly mostInBatch?: number
}

export type Written =
  | { readonly ok: true; readonly seqs: readonly number[] }
  | { readonly ok: false; readonly why: WriteConflict }
export type WriteConflict = 'stale' | 'guid_taken' | 'key_taken' | 'key_voided' | 'number_taken' | 'referenced'

/** When the gateway has to do what for which record. Losing it costs a moment, never a document. */
export interface Schedule {
  due(work: Work, companyGuid: string, now: Instant, limit: number): Promise<readonly Due[]>
  /** Everything of one kind, whenever it is due, in the order of acceptance. */
  all(work: Work, afterSeq: number, limit: number): Promise<readonly Stored[]>
  /** When the first of one kind is due; null where there is none. */
  nextDue(work: Work, companyGuid: string): Promise<Instant | null>
  /** Everything waiting, by work and company: how much and when the first is due. */
  lanes(): Promise<readonly Lane[]>
  /** Records waiting to be sent whose sale was before, by company. */
  unsentIssuedBefore(instant: Instant): Promise<ReadonlyMap<string, number>>
  /** Of records that still wait for this work; whoever gave them other work meanwhile also said when it is due. */
  postpone(work: Work, seqs: readonly number[], dueAt: Instant): Promise<void>
  /** Everything is due so much earlier: the clock that it is told by was set back. */
  advance(byMs: number): Promise<void>
  /** Nothing is due later than this. */
  noLaterThan(dueAt: Instant): Promise<void>
}

export interface Due extends Stored {
  readonly dueAt: Instant
  readonly tries: number
  readonly mostInBatch: number
}

export interface Lane {
  readonly work: Work
  readonly companyGuid: string
  readonly count: number
  readonly firstDueAt: Instant
  /** When the oldest of them was accepted. */
  readonly oldestAt: Instant
}

/** A company as its owner set it up. */
export interface CompanyProfile extends Supplier {
  readonly companyGuid: string
  readonly companyCode: string
  readonly timeZone: string
}

export interface Company {
  readonly profile: CompanyProfile
  readonly rules: CompanyRules
  readonly updatedAt: Instant
}

export interface Companies {
  byGuid(companyGuid: string): Promise<Company | null>
  byCode(companyCode: string): Promise<Company | null>
  list(): Promise<readonly Company[]>
  /** Inserts, or updates by GUID. @returns `code_taken` where another company has the code */
  save(company: Company, by: string): Promise<'saved' | 'code_taken'>
}

export interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The one company it sees; null for all. */
  readonly companyGuid: string | null
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | null
  readonly revokedAt: Instant | null
}

export interface Tokens {
  /** @param sha256 lower-case hex of the token: the token itself is never kept */
  create(token: Token, sha256: string, by: string): Promise<void>
  bySha256(sha256: string): Promise<Token | null>
  list(): Promise<readonly Token[]>
  /** @returns false where there is no such token */
  revoke(id: string, at: Instant, by: string): Promise<boolean>
  used(ids: ReadonlyMap<string, Instant>): Promise<void>
}

export interface Taxpayer {
  readonly tin: string
  readonly idType: string
  readonly idNumber: string
}

export interface Taxpayers {
  verifiedAt(taxpayer: Taxpayer): Promise<Instant | null>
  verified(taxpayer: Taxpayer, at: Instant): Promise<void>
}

export interface Settings {
  get(name: string): Promise<string | null>
  set(name: string, value: string, by: string, at: Instant): Promise<void>
}

/** The reference lists as they were last refreshed. */
export interface CodeLists {
  /** Every list that was ever refreshed, as it stands. */
  all(): Promise<readonly ListState[]>
  /** Switches to these lists all together and writes down what became of each try; other lists stay. */
  refreshed(states: readonly ListState[], tries: readonly RefreshTry[]): Promise<void>
  /** What became of the tries to refresh a list, the last one first. */
  tries(list: CodeList, limit: number): Promise<readonly RefreshTry[]>
  /** Those that changed something. */
  changes(list: CodeList, limit: number): Promise<readonly RefreshTry[]>
}

/** The journal of what concerns no record. */
export interface Acts {
  add(act: Act): Promise<void>
  list(afterSeq: number, limit: number): Promise<readonly (Act & { readonly seq: number })[]>
}

export interface Act {
  readonly at: Instant
  readonly by: string
  readonly type: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface Upkeep {
  /** A copy that opens clean, made while the gateway works. @throws where the file exists or cannot be written */
  backup(file: string): Promise<void>
  /** @returns what is wrong with the file, nothing where all is well */
  integrity(): Promise<readonly string[]>
  close(): Promise<void>
}
