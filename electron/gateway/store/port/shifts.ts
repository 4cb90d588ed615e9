import type { Day } from '../../../../shared/domain/calendar.ts'
import type { EpochMs, RecordState } from '../../../../shared/domain/record.ts'
import type { Till } from '../../../../shared/domain/shift.ts'
import type { ShiftDocument } from '../../../../shared/domain/shift-report.ts'
import type { TillReport } from '../../../../shared/domain/till-report.ts'
import type { OutletFilter, ShiftSummary } from './records.ts'

export type OneCompanyFilter = OutletFilter & { readonly companyGuid: string }

/** Records of its till and code, from a place in the order of acceptance. */
export interface TillShift extends Till {
  readonly id: string
  readonly companyCode: string
  readonly shiftCode: string
  /** Counted for each till, without gaps. */
  readonly number: number
  readonly openedAt: EpochMs
  /** Null while it is open. */
  readonly closed: ShiftEnd | null
}

/** What a till said that it sold. */
export interface StoredTillReport extends Till {
  /** The id of a shift, or a day. */
  readonly span: string
  readonly report: TillReport
  readonly at: EpochMs
  readonly by: string
}

export interface ShiftEnd {
  readonly at: EpochMs
  readonly by: string
  readonly isClean: boolean
  readonly reason: string | null
  /** JSON, as it was printed. */
  readonly report: string
}

export interface ShiftOpening extends Till {
  readonly id: string
  readonly shiftCode: string
  readonly at: EpochMs
  readonly by: string
  /** The shop's day: if no shift of this code has ended, records of earlier days belong to none. */
  readonly today: Day
}

export interface ShiftClosing extends ShiftEnd {
  readonly throughSeq: number
  readonly code: string
}

/** Sales under a code without an opened shift. */
export type SalesWithoutShift = Till & ShiftSummary

export interface ClosedShiftsQuery extends OutletFilter {
  readonly till: Till | null
  readonly before: { readonly at: EpochMs; readonly id: string } | null
  readonly limit: number
}

/** `body` is null if it is damaged. */
export interface StoredShiftDocument extends Pick<ShiftDocument, 'record' | 'ending'> {
  readonly body: Uint8Array | null
}

export interface Shifts {
  /** @returns the open shift of the till and code, which is opened if there is none */
  open(opening: ShiftOpening): Promise<TillShift>
  byId(id: string): Promise<TillShift | null>
  /** Of a till, the one opened first comes first. */
  openOnes(whose: OutletFilter): Promise<readonly TillShift[]>
  /** Last closed first. */
  closedOnes(query: ClosedShiftsQuery): Promise<readonly TillShift[]>
  /** @param today of the shop: earlier sales were made before there were shifts */
  withoutShift(whose: OneCompanyFilter, today: Day): Promise<readonly SalesWithoutShift[]>
  /** Everything that was accepted before this call. */
  documents(id: string): Promise<{ readonly documents: readonly StoredShiftDocument[]; readonly throughSeq: number }>
  /** Records with the shift's code that came after its end and belong to no shift. */
  lateCount(id: string): Promise<number>
  /** @returns `closed_already` if another person was faster */
  close(id: string, closing: ShiftClosing): Promise<TillShift | 'closed_already'>
  /** The same report again changes nothing. Another one takes its place, and the act says so. */
  keepTillReport(told: StoredTillReport): Promise<void>
  tillReports(spans: readonly string[]): Promise<readonly StoredTillReport[]>
}

/** A comparison with the authority's list. */
export interface KeptReconciliation {
  readonly id: string
  readonly companyGuid: string
  readonly companyCode: string
  readonly from: Day
  readonly to: Day
  readonly begunAt: EpochMs
  /** JSON; null before it ended. */
  readonly progress: string | null
  /** JSON; null before it ended. */
  readonly outcome: string | null
}

export interface Reconciliations {
  begin(run: Omit<KeptReconciliation, 'companyCode' | 'progress' | 'outcome'>): Promise<void>
  end(id: string, found: { readonly progress: string; readonly outcome: string }): Promise<void>
  byId(id: string): Promise<KeptReconciliation | null>
  /** Newest first, without outcomes. */
  list(companyGuid: string | null, limit: number): Promise<readonly KeptReconciliation[]>
  /** Records that the authority may first have received in a span, in order. */
  sentBetween(companyGuid: string, after: SentCursor, to: EpochMs, limit: number): Promise<readonly SentRecord[]>
  /** Records with these numbers that are not voided. */
  byNumbers(companyGuid: string, numbers: readonly string[]): Promise<readonly SentRecord[]>
}

export interface SentCursor {
  readonly sentAt: EpochMs
  readonly seq: number
}

export interface SentRecord {
  readonly seq: number
  readonly record: RecordState
  /** UUIDs of earlier revisions too. */
  readonly uuids: readonly string[]
}
