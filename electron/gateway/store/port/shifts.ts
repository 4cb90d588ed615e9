import type { Day } from '../../../../shared/domain/calendar.ts'
import type { Instant, RecordState } from '../../../../shared/domain/record.ts'
import type { Till } from '../../../../shared/domain/shift.ts'
import type { ShiftDocument } from '../../../../shared/domain/shift-report.ts'
import type { Whose } from './records.ts'

/** Of one company, of all its outlets or of some. */
export type WhoseOfCompany = Whose & { readonly companyGuid: string }

/** A shift of a till; to it belong the records of its till and code after one place in the order of acceptance. */
export interface TillShift extends Till {
  readonly id: string
  readonly companyCode: string
  readonly shiftCode: string
  /** Counted at each till without a gap. */
  readonly number: number
  readonly openedAt: Instant
  readonly openedBy: string
  /** Null while it is open. */
  readonly closed: ShiftEnd | null
}

export interface ShiftEnd {
  readonly at: Instant
  readonly by: string
  readonly isClean: boolean
  readonly reason: string | null
  /** JSON, as it was printed. */
  readonly report: string
}

export interface ShiftOpening extends Till {
  readonly id: string
  readonly shiftCode: string
  readonly at: Instant
  readonly by: string
  /** Of the company, now: where no shift of this code has ended, what came on days before belongs to no shift. */
  readonly today: Day
}

export interface ShiftClosing {
  readonly at: Instant
  readonly by: string
  readonly isClean: boolean
  readonly reason: string | null
  readonly report: string
  /** The last record that was looked at. */
  readonly throughSeq: number
  /** The journal's code on the report. */
  readonly code: string
}

/** Sales under a code that no shift has been opened for. */
export interface Uncovered extends Till {
  readonly companyCode: string
  readonly shiftCode: string
  readonly count: number
  readonly newestAt: Instant
}

export interface ClosedQuery extends Whose {
  readonly till: Till | null
  /** Only those closed before. */
  readonly before: { readonly at: Instant; readonly id: string } | null
  readonly limit: number
}

export interface Shifts {
  /** @returns `open_already` where the till has an open shift */
  open(opening: ShiftOpening): Promise<TillShift | 'open_already'>
  byId(id: string): Promise<TillShift | null>
  /** Those open now. */
  openOnes(whose: Whose): Promise<readonly TillShift[]>
  /** The one closed last first. */
  closedOnes(query: ClosedQuery): Promise<readonly TillShift[]>
  /** @param today by company: sales before it came before there were shifts */
  uncovered(whose: WhoseOfCompany, today: Day): Promise<readonly Uncovered[]>
  /** Everything of a shift that was accepted before it is asked for. */
  documents(id: string): Promise<ShiftContent>
  /** What came under the shift's code after it was closed and is in no shift since. */
  lateCount(id: string): Promise<number>
  /** @returns `closed_already` if another person was faster */
  close(id: string, closing: ShiftClosing): Promise<TillShift | 'closed_already'>
}

export interface ShiftContent {
  readonly documents: readonly ShiftDocument[]
  /** The last record that was looked at. */
  readonly throughSeq: number
}

/** A comparison with what the authority lists. */
export interface KeptReconciliation {
  readonly id: string
  readonly companyGuid: string
  readonly companyCode: string
  readonly from: Day
  readonly to: Day
  readonly begunAt: Instant
  /** JSON; null before it ended. */
  readonly progress: string | null
  /** JSON; null before it ended. */
  readonly outcome: string | null
}

export interface Reconciliations {
  begin(run: Omit<KeptReconciliation, 'companyCode' | 'progress' | 'outcome'>): Promise<void>
  end(id: string, found: { readonly progress: string; readonly outcome: string }): Promise<void>
  byId(id: string): Promise<KeptReconciliation | null>
  /** The newest first, without their outcomes. */
  list(companyGuid: string | null, limit: number): Promise<readonly KeptReconciliation[]>
  /** Records of a company that the authority may first have received in a span, in that order. */
  sentBetween(companyGuid: string, after: SentPlace, to: Instant, limit: number): Promise<readonly SentRecord[]>
  /** Records under these document numbers that were not voided. */
  byNumbers(companyGuid: string, numbers: readonly string[]): Promise<readonly SentRecord[]>
}

export interface SentPlace {
  readonly sentAt: Instant
  readonly seq: number
}

export interface SentRecord {
  readonly seq: number
  readonly record: RecordState
  /** Every name that the authority has for it and for its earlier revisions. */
  readonly uuids: readonly string[]
}
