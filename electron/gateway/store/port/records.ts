import type { Attempt, AttemptOutcome, KeptAttempt } from '../../../../shared/domain/attempt.ts'
import type { Day } from '../../../../shared/domain/calendar.ts'
import type { Received, RecordEvent } from '../../../../shared/domain/event.ts'
import type { Outlet } from '../../../../shared/domain/outlet.ts'
import type {
  AttentionCode,
  BusinessKey,
  Family,
  Instant,
  Kind,
  RecordState,
} from '../../../../shared/domain/record.ts'
import type { Concern } from '../../../../shared/domain/shift.ts'
import type { Status } from '../../../../shared/domain/status.ts'

/** A record and where it stands in the order of acceptance. */
export interface Stored {
  readonly seq: number
  readonly record: RecordState
}

/** Whose records count. */
export interface Whose {
  /** Null for every company. */
  readonly companyGuid: string | null
  /** Only these outlets; absent for all. */
  readonly outlets?: readonly Outlet[] | undefined
}

export interface Records {
  byGuid(saleGuid: string): Promise<Stored | null>
  byKey(family: Family, kind: Kind, key: BusinessKey): Promise<KeyHolders>
  /** Those of all kinds that have an e-invoice number and are not voided. */
  byNumber(number: EInvoiceNumber): Promise<readonly Stored[]>
  /**
   * The body of a revision as the till sent it; null where what the disk has is not what was kept.
   * @throws Error where there is no such revision
   */
  body(seq: number, revision: number): Promise<Uint8Array | null>
  /** Some record that is Pending, InProgress or Valid refers to this one. */
  isReferredTo(seq: number): Promise<boolean>
  /** The records a note refers to. */
  originals(noteSeq: number): Promise<readonly Stored[]>
  /** Held or queued notes that refer to a record. */
  waitingNotes(originalSeq: number): Promise<readonly Stored[]>
  /** The notes that refer to a record and count: Pending, InProgress or Valid. */
  notesOn(originalSeq: number): Promise<readonly Stored[]>
  range(query: RangeQuery): Promise<readonly RangedRecord[]>
  /** Records changed after a place in the journal, oldest change first, each once. */
  changedAfter(eventSeq: number, whose: Whose, limit: number): Promise<readonly ChangedRecord[]>
  /** The last place in the journal; 0 where it is empty. */
  lastEventSeq(): Promise<number>
  events(seq: number): Promise<readonly KeptEvent[]>
  attempts(seq: number): Promise<readonly KeptAttempt[]>
  /** What was sent, as it is kept; null where the disk has it no more. */
  payload(sha256: string): Promise<Uint8Array | null>
  /** Valid records whose time for cancelling ends after a place, the first to end first. */
  cancellableAfter(companyGuid: string, after: CancellablePlace, limit: number): Promise<readonly Stored[]>
  /** How many records need a person, by why. */
  attentions(whose: Whose): Promise<ReadonlyMap<AttentionCode, number>>
  /** How many notes were refused and are neither corrected nor closed. */
  refusedNotes(whose: Whose): Promise<number>
  /** How many a person must know of, act on or correct. */
  needingPerson(whose: Whose): Promise<number>
  /** Records sold on some days, the oldest sale first. */
  soldBetween(query: SoldQuery): Promise<readonly Stored[]>
  /** The newest sale first. */
  list(query: ListQuery): Promise<readonly ListedRecord[]>
  /** How many there are of each kind, also of the kinds that were not asked for. */
  count(query: CountQuery): Promise<RecordCounts>
  /**
   * Where the newest sales come from, the newest shift first.
   * @param among how many of the newest are looked at
   */
  shifts(whose: Whose, among: number): Promise<readonly Shift[]>
  /** All of the change or nothing of it. Changes that arrive together are made durable together. */
  write(change: Change): Promise<Written>
}

/** Unique for each kind among records that are not voided, of self-billed ones by supplier (contract 5). */
export interface EInvoiceNumber {
  readonly companyGuid: string
  readonly family: Family
  readonly documentNumber: string
  /** Its supplier, if it is self-billed; absent for any. */
  readonly otherParty?: OtherParty | null
}

export interface KeyHolders {
  readonly live: Stored | null
  /** Where no live one exists. */
  readonly latestVoided: Stored | null
}

export interface RangeQuery extends Whose {
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

/** Of a list, all of them and by what people filter for. */
export type RecordCounts = Readonly<
  Record<'all' | 'attention' | 'needs_person' | 'under_way' | (typeof countedConcerns)[number] | Status, number>
>
export const countedConcerns = ['unsent', 'unconsolidated', 'in_doubt'] as const satisfies readonly Concern[]

/** What records are looked for; null where it does not matter. */
export interface ListQuery extends Whose {
  readonly outletName: string | null
  readonly terminalName: string | null
  readonly shiftCode: string | null
  /** Sold on these days in the time zone of each company, both included. */
  readonly from: Day | null
  readonly to: Day | null
  /** Of TOTAL_PAYABLE, in hundredths of its own currency, both included. */
  readonly leastHundredths: number | null
  readonly mostHundredths: number | null
  /** One of these; empty for any. */
  readonly statuses: readonly Status[]
  /** Any of these; empty where it does not matter. */
  readonly concerns: readonly Concern[]
  /** The authority's time, by which windows close. */
  readonly now: Instant
  /**
   * Every word of it stands somewhere in the GUID, sale code or document number, in the name or TIN of the other party,
   * or in the authority's number, or is the amount; of a validation link its document. Width and case do not matter.
   */
  readonly text: string | null
  /** Only what comes after this record in the list: what was sold before it. */
  readonly before: SalePlace | null
  readonly limit: number
}

export type CountQuery = Omit<ListQuery, 'before' | 'limit'>

/** A record in the order of sales; a sale that comes late stands where it was made. */
export interface SalePlace {
  readonly issuedAt: Instant
  readonly seq: number
}

export interface SoldQuery extends Whose {
  /** Days in the time zone of each company, both included. */
  readonly from: Day
  readonly to: Day
  readonly after: SalePlace | null
  readonly limit: number
}

export interface Shift {
  readonly companyCode: string
  readonly outletName: string
  readonly terminalName: string
  readonly shiftCode: string
  readonly count: number
  /** When its newest sale was made. */
  readonly newestAt: Instant
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
  readonly isReferredTo: boolean
}

export interface RangedRecord extends ListedRecord {
  /** Of acceptance, in the time zone that the company had then. */
  readonly day: Day
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
  /** Records on which no other notes may count than those that were read. */
  readonly notesOn?: readonly NotesOn[]
  /** A record to which no active record may refer. */
  readonly unreferenced?: Stored
  /** Of the sender that writes it; nothing is written once another process sends. */
  readonly generation?: number
}

/** A record and the notes that were found to count on it. */
export interface NotesOn {
  readonly original: Stored
  readonly notes: readonly Stored[]
}

export type Write = Insertion | Update

interface Effects {
  /** Who caused it; null for the gateway itself. */
  readonly by: string | null
  /** When the gateway next has something to do for it; absent or null for as soon as it can. */
  readonly dueAt?: Instant | null
  /** The body as the till sent it, where the event brings one. */
  readonly body?: Uint8Array
  /** The records a note refers to, where the event brings them. */
  readonly originals?: readonly Pick<Stored, 'seq'>[]
}

export interface Insertion extends Effects {
  readonly kind: 'insert'
  /** Says all there is to say about the new record. */
  readonly event: Received
  readonly day: Day
  /** A voided record under the same business key does not stand in the way. */
  readonly mayFollowVoided: boolean
  /** The party that the body names, null if it names none; read from the body if it is not given. */
  readonly otherParty?: OtherParty | null
}

/** Who bought, or who was bought from. */
export interface OtherParty {
  readonly name: string
  readonly tin: string
  readonly idNumber?: string
}

export interface Update extends Effects {
  readonly kind: 'update'
  readonly event: Exclude<RecordEvent, Received>
  /** What the record was; the write holds only while it still is. */
  readonly was: Stored
  readonly attempt?: Attempt
  readonly outcome?: AttemptOutcome
  /** How many documents may go in one batch with this one. */
  readonly mostInBatch?: number
}

/** `stored`: what each write made of its record. One that may have been there before is in doubt at once. */
export type Written =
  | { readonly ok: true; readonly stored: readonly Stored[] }
  | { readonly ok: false; readonly why: WriteConflict }
/** `untrusted`: nothing goes out to the authority until a person has looked at what was found in the journal. */
export type WriteConflict =
  | 'untrusted'
  | 'stale'
  | 'guid_taken'
  | 'key_taken'
  | 'key_voided'
  | 'number_taken'
  | 'referenced'
