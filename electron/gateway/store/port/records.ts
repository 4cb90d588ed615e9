import type { Attempt, AttemptOutcome, AttemptWithOutcome } from '../../../../shared/domain/attempt.ts'
import type { Day } from '../../../../shared/domain/calendar.ts'
import type { Received, RecordEvent } from '../../../../shared/domain/event.ts'
import type { OutletKey } from '../../../../shared/domain/outlet.ts'
import type {
  AttentionCode,
  BusinessKey,
  EpochMs,
  Family,
  Kind,
  RecordState,
} from '../../../../shared/domain/record.ts'
import type { Concern } from '../../../../shared/domain/shift.ts'
import type { Status } from '../../../../shared/domain/status.ts'

/** A record with its place in the order of acceptance. */
export interface StoredRecord {
  readonly seq: number
  readonly record: RecordState
}

export interface OutletFilter {
  readonly companyGuid: string | null
  /** Absent for all. */
  readonly outlets?: readonly OutletKey[] | undefined
}

export interface Records {
  byGuid(saleGuid: string): Promise<StoredRecord | null>
  byKey(family: Family, kind: Kind, key: BusinessKey): Promise<LiveOrVoidedRecord>
  /** Records of all kinds that are not voided. */
  byNumber(number: EInvoiceNumber): Promise<readonly StoredRecord[]>
  /** Null if it is damaged. @throws Error if there is no such revision */
  body(seq: number, revision: number): Promise<Uint8Array | null>
  originals(noteSeq: number): Promise<readonly StoredRecord[]>
  /** Also those that do not count any more. */
  allNotesOn(originalSeq: number): Promise<readonly StoredRecord[]>
  /** Pending, InProgress or Valid. */
  notesOn(originalSeq: number): Promise<readonly StoredRecord[]>
  range(query: DayRangeQuery): Promise<readonly RecordWithAcceptanceDay[]>
  /** Oldest change first, each record once. */
  changedAfter(eventSeq: number, whose: OutletFilter, limit: number): Promise<readonly ChangedRecord[]>
  /** 0 if the journal is empty. */
  lastEventSeq(): Promise<number>
  events(seq: number): Promise<readonly KeptEvent[]>
  attempts(seq: number): Promise<readonly AttemptWithOutcome[]>
  /** Null if it is damaged. */
  payload(sha256: string): Promise<Uint8Array | null>
  /** Valid records whose period ends after this place, the first to end first. */
  cancellableAfter(companyGuid: string, after: CancellableCursor, limit: number): Promise<readonly StoredRecord[]>
  /** How many records have each attention. */
  attentions(whose: OutletFilter): Promise<ReadonlyMap<AttentionCode, number>>
  /** Neither corrected nor closed. */
  refusedNotes(whose: OutletFilter): Promise<number>
  needingPerson(whose: OutletFilter): Promise<number>
  /** Oldest sale first. */
  soldBetween(query: SoldQuery): Promise<readonly StoredRecord[]>
  /** Newest sale first. */
  list(query: ListQuery): Promise<readonly ListedRecord[]>
  /** Counts all statuses and concerns, also those that were not asked for. */
  count(query: CountQuery): Promise<RecordCounts>
  /** Newest shift first. @param among how many of the newest records are looked at */
  shifts(whose: OutletFilter, among: number): Promise<readonly ShiftSummary[]>
  /** Writes all or nothing. Changes that arrive together share one commit. */
  write(change: WriteBatch): Promise<WriteResult>
}

/** Unique for each kind among records that are not voided; for self-billed ones, by supplier (contract 5). */
export interface EInvoiceNumber {
  readonly companyGuid: string
  readonly family: Family
  readonly documentNumber: string
  /** For a self-billed document: its supplier. If absent, any. */
  readonly otherParty?: OtherParty | null
}

export interface LiveOrVoidedRecord {
  readonly live: StoredRecord | null
  /** If there is no live one. */
  readonly latestVoided: StoredRecord | null
}

export interface DayRangeQuery extends OutletFilter {
  readonly companyGuid: string
  readonly family: Family
  readonly kind: Kind
  readonly from: Day
  readonly to: Day
  readonly outletName: string | null
  readonly after: DayRangeCursor | null
  readonly limit: number
}

export type RecordCounts = Readonly<
  Record<
    'all' | 'attention' | 'needs_person' | 'under_way' | 'consolidated' | (typeof countedConcerns)[number] | Status,
    number
  >
>
export const countedConcerns = ['unsent', 'unconsolidated', 'in_doubt'] as const satisfies readonly Concern[]

/** A condition that is null does not matter. */
export interface ListQuery extends OutletFilter {
  readonly outletName: string | null
  readonly terminalName: string | null
  readonly shiftCode: string | null
  /** In each company's time zone, both included. */
  readonly from: Day | null
  readonly to: Day | null
  /** Of TOTAL_PAYABLE in its own currency, both included. */
  readonly leastHundredths: number | null
  readonly mostHundredths: number | null
  readonly statuses: readonly Status[]
  /** Any of these; empty if it does not matter. */
  readonly concerns: readonly Concern[]
  /** By the authority's clock. */
  readonly now: EpochMs
  /**
   * Each word must be part of the GUID, sale code, document number, other party's name or TIN, or authority's number,
   * or be the amount. A validation link finds its document. Width and case of letters do not matter.
   */
  readonly text: string | null
  /** Whether the document must have a named buyer or supplier. */
  readonly isNamed?: boolean
  /** Whether it must be a consolidated document, or none. */
  readonly isConsolidated?: boolean
  /** Records that are found too, although the text is not in them. */
  readonly foundByItem?: readonly number[]
  /** Who made the document, or had it allowed, as the journal says. */
  readonly madeBy?: string
  /** Records sold before this one. */
  readonly before: SaleCursor | null
  readonly limit: number
}

export type CountQuery = Omit<ListQuery, 'before' | 'limit'>

/** A place in the order of sale. A late sale is where it was made. */
export interface SaleCursor {
  readonly issuedAt: EpochMs
  readonly seq: number
}

export interface SoldQuery extends OutletFilter {
  /** In each company's time zone, both included. */
  readonly from: Day
  readonly to: Day
  readonly after: SaleCursor | null
  readonly limit: number
}

export interface ShiftSummary extends Omit<BusinessKey, 'saleCode'> {
  readonly count: number
  readonly newestAt: EpochMs
}

export interface CancellableCursor {
  readonly cancellableUntil: EpochMs
  readonly seq: number
}

export interface DayRangeCursor {
  readonly day: Day
  readonly seq: number
}

export interface ListedRecord extends StoredRecord {
  readonly isReferredTo: boolean
}

export interface RecordWithAcceptanceDay extends ListedRecord {
  /** The day of acceptance, in the company's time zone at that time. */
  readonly day: Day
}

export interface ChangedRecord extends ListedRecord {
  readonly eventSeq: number
}

export interface KeptEvent {
  readonly seq: number
  readonly version: number
  readonly by: string | null
  readonly event: RecordEvent
}

export interface WriteBatch {
  readonly writes: readonly Write[]
  /** Records that must be unchanged since they were read. */
  readonly unchanged?: readonly StoredRecord[]
  /** Records whose counted notes must be these. */
  readonly notesOn?: readonly OriginalWithNotes[]
  /** No active record may refer to it. */
  readonly unreferenced?: StoredRecord
  /** The sender's; nothing is written if another process sends now. */
  readonly generation?: number
}

export interface OriginalWithNotes {
  readonly original: StoredRecord
  readonly notes: readonly StoredRecord[]
}

export type Write = Insertion | Update

interface Effects {
  /** Null for the gateway. */
  readonly by: string | null
  /** Absent or null for as soon as possible. */
  readonly dueAt?: EpochMs | null
  readonly body?: Uint8Array
  readonly originals?: readonly Pick<StoredRecord, 'seq'>[]
}

export interface Insertion extends Effects {
  readonly kind: 'insert'
  readonly event: Received
  readonly day: Day
  /** A voided record with the same business key is allowed. */
  readonly mayFollowVoided: boolean
  /** Null if the body has none; absent if it has to be read from the body. */
  readonly otherParty?: OtherParty | null
}

/** The buyer or the supplier. */
export interface OtherParty {
  readonly name: string
  readonly tin: string
  readonly idNumber?: string
}

export interface Update extends Effects {
  readonly kind: 'update'
  readonly event: Exclude<RecordEvent, Received>
  /** The write fails if the record changed since. */
  readonly was: StoredRecord
  readonly attempt?: Attempt
  readonly outcome?: AttemptOutcome
  readonly mostInBatch?: number
}

/** `stored`: the records after the writes. One that may have been sent before is in doubt at once. */
export type WriteResult =
  | { readonly ok: true; readonly stored: readonly StoredRecord[] }
  | { readonly ok: false; readonly why: WriteConflict }
/** `untrusted`: a finding in the journal stops sending. */
export type WriteConflict =
  | 'untrusted'
  | 'stale'
  | 'guid_taken'
  | 'key_taken'
  | 'key_voided'
  | 'number_taken'
  | 'referenced'
