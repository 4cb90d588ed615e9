import type { Day } from '../../../../shared/domain/calendar.ts'
import type { ConsolidationGroupKey, MemberRef } from '../../../../shared/domain/consolidation-plan.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Insertion, OutletFilter, SaleCursor, StoredRecord, WriteResult } from './records.ts'

export interface Consolidations {
  /** Tills with waiting receipts of sales before this time. */
  tills(companyGuid: string, issuedBefore: EpochMs): Promise<readonly TillWaitingSummary[]>
  /**
   * In the order of sale, each with the notes that wait for this receipt only. @param after null for the first page
   */
  receipts(till: WaitingReceiptQuery, after: SaleCursor | null, limit: number): Promise<readonly WaitingReceipt[]>
  /** A refund that waits with its receipt counts as a receipt. Companies without waiting receipts are absent. */
  waiting(outlets?: OutletFilter['outlets']): Promise<readonly CompanyWaitingSummary[]>
  /** @param start of their sale codes */
  documentsOf(till: TillKey, start: string): Promise<number>
  /** Stores a document with its members, all or none. @returns `stale` if one of them changed */
  consolidate(runId: string, document: Insertion, members: readonly MemberRef[]): Promise<WriteResult>
  /** Closes receipts with nothing left to pay, and their notes. @returns as `consolidate` */
  close(runId: string, members: readonly MemberRef[], at: EpochMs): Promise<WriteResult>
  /** Documents whose members must still be updated, oldest first. */
  unfollowed(limit: number): Promise<readonly StoredRecord[]>
  /** @returns how many members were updated; 0 if none had to be */
  follow(documentSeq: number, at: EpochMs, limit: number): Promise<number>
  members(documentSeq: number, afterSeq: number, limit: number): Promise<readonly StoredRecord[]>
  /** @returns false if a run of the company is not finished */
  begin(run: RunStart): Promise<boolean>
  /** @param leftOver receipts that fit into no document */
  finish(runId: string, at: EpochMs, leftOver: number): Promise<void>
  unfinished(): Promise<readonly ConsolidationRun[]>
  /** Newest first. */
  runs(companyGuid: string, limit: number): Promise<readonly ConsolidationRun[]>
  run(runId: string): Promise<ConsolidationRun | null>
  documents(runId: string): Promise<readonly StoredRecord[]>
}

export interface TillKey extends Pick<ConsolidationGroupKey, 'family' | 'outletName' | 'terminalName'> {
  readonly companyGuid: string
}

export interface WaitingReceiptQuery extends TillKey {
  readonly issuedBefore: EpochMs
}

export interface CompanyWaitingSummary {
  readonly companyGuid: string
  readonly count: number
  readonly oldestIssuedAt: EpochMs
}

export type TillWaitingSummary = TillKey & CompanyWaitingSummary

export interface RecordWithBody extends StoredRecord {
  /** Null if it cannot be read, or if the record's row was changed. */
  readonly body: Uint8Array | null
}

export interface WaitingReceipt extends RecordWithBody {
  readonly notes: readonly RecordWithBody[]
}

export interface RunStart {
  readonly id: string
  readonly companyGuid: string
  readonly by: string
  readonly lastDay: Day
  /** Overdue sales go as voluntary disclosure. */
  readonly discloses?: boolean
  readonly planned: number
  readonly startedAt: EpochMs
}

export interface ConsolidationRun extends RunStart {
  readonly finishedAt: EpochMs | null
  readonly leftOver: number
  readonly closed: number
  readonly made: number
  readonly members: number
}
