import type { Day } from '../../../../shared/domain/calendar.ts'
import type { MemberRef } from '../../../../shared/domain/consolidation-plan.ts'
import type { Family, Instant } from '../../../../shared/domain/record.ts'
import type { Insertion, SalePlace, Stored, Whose, Written } from './records.ts'

/** Receipts that wait for their consolidated document, the documents made of them, and the runs that made those. */
export interface Consolidations {
  /** Where receipts wait whose sale was before. */
  tills(companyGuid: string, issuedBefore: Instant): Promise<readonly WaitingTill[]>
  /**
   * What waits there, in the order of sale, with the notes that wait for it alone. One whose row cannot be read is left
   * out, and named by the journal's findings. @param after null for the first
   */
  receipts(till: WaitingIn, after: SalePlace | null, limit: number): Promise<readonly WaitingReceipt[]>
  /** What waits of each company, and since when; companies where nothing does are absent. */
  waiting(outlets?: Whose['outlets']): Promise<readonly Waiting[]>
  /** How many documents there are of a till and a period, in any state. @param start of their sale codes */
  documentsOf(till: TillName, start: string): Promise<number>
  /**
   * Stores a document and takes its members into it, all or none.
   * @returns `stale` where one of them is not any more as it was read
   */
  consolidate(runId: string, document: Insertion, members: readonly MemberRef[]): Promise<Written>
  /** Closes receipts that come to nothing, with their notes, all or none. @returns as `consolidate` */
  close(runId: string, members: readonly MemberRef[], at: Instant): Promise<Written>
  /** Documents whose members are not in line with them, the oldest first. */
  unfollowed(limit: number): Promise<readonly Stored[]>
  /** Brings members in line with their document. @returns how many changed; 0 where all are */
  follow(documentSeq: number, at: Instant, limit: number): Promise<number>
  members(documentSeq: number, afterSeq: number, limit: number): Promise<readonly Stored[]>
  /** @returns false where one of the company is running */
  begin(run: RunStart): Promise<boolean>
  /** @param leftOver receipts that fit into no document */
  finish(runId: string, at: Instant, leftOver: number): Promise<void>
  /** Those that were not finished, by a stop in between. */
  unfinished(): Promise<readonly Run[]>
  /** The last one first. */
  runs(companyGuid: string, limit: number): Promise<readonly Run[]>
  run(runId: string): Promise<Run | null>
  documents(runId: string): Promise<readonly Stored[]>
}

export interface TillName {
  readonly companyGuid: string
  readonly family: Family
  readonly outletName: string
  readonly terminalName: string
}

export interface WaitingIn extends TillName {
  readonly issuedBefore: Instant
}

export interface WaitingTill extends TillName {
  readonly count: number
  readonly oldestIssuedAt: Instant
}

export interface Waiting {
  readonly companyGuid: string
  readonly count: number
  readonly oldestIssuedAt: Instant
}

/** A record with its body as the till sent it. */
export interface WithBody extends Stored {
  /** Null where it cannot be read, or the record's row is not what was written: what it says then is not used. */
  readonly body: Uint8Array | null
}

export interface WaitingReceipt extends WithBody {
  readonly notes: readonly WithBody[]
}

export interface RunStart {
  readonly id: string
  readonly companyGuid: string
  readonly by: string
  /** The last day of sales that it takes. */
  readonly lastDay: Day
  /** What is overdue goes as voluntary disclosure. */
  readonly discloses?: boolean
  /** How many receipts it set out to take. */
  readonly planned: number
  readonly startedAt: Instant
}

export interface Run extends RunStart {
  readonly finishedAt: Instant | null
  /** Receipts that fitted into no document. */
  readonly leftOver: number
  /** Receipts that came to nothing and were closed. */
  readonly closed: number
  /** How many documents it has made. */
  readonly made: number
  /** Of how many records they are made. */
  readonly members: number
}
