import type { FindingList, JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'

/** A hash chain over everything that happened. */
export interface Journal {
  status(): Promise<JournalStatus>
  /** @returns its head, to be sealed outside the database; null while it is in doubt */
  proveHead(): Promise<JournalHead | null>
  has(head: JournalHead): Promise<boolean>
  /** Stops sending if the finding is of that kind, also after a restart. */
  found(findings: readonly JournalFinding[]): Promise<void>
  /** Proves everything. @param at the time, if the proof is to be remembered */
  verify(at?: EpochMs): Promise<VerifyReport>
  /** How many sales and documents were received after this time. */
  receivedAfter(at: EpochMs): Promise<number>
  /** Unsent records of a restored backup, until it is trusted. They may have been voided since. */
  unsentOfBackup(): Promise<number>
  /** Null if there were none. */
  span(from: EpochMs, to: EpochMs): Promise<LogSpan | null>
  /** The lines exactly as they were hashed. @param page the line before, and the last line */
  lines(page: { readonly after: number; readonly last: number }): Promise<readonly LogLine[]>
  /** A person trusts what is there; everything unsent is looked up first. */
  trust(trust: TrustDecision): Promise<TrustResult>
}

export interface LogSpan {
  readonly first: number
  readonly last: number
  /** In hex. */
  readonly before: string
}

export interface LogLine {
  readonly line: number
  readonly chain: string
  /** Absent if one of its rows is gone. */
  readonly head?: string
  readonly body?: string
  readonly document?: string
}

export interface JournalHead {
  readonly line: number
  readonly chain: string
  /** The run of the gateway; 0 for a database server. A new run counts as progress. */
  readonly session: number
}

export interface JournalStatus extends FindingList {
  readonly isTrusted: boolean
  readonly isRestored: boolean
  readonly wasKilled: boolean
  readonly lines: number
  /** The first letters of the last line's chain, for printing. */
  readonly code: string
  /** The last event before this start; null if there was none. */
  readonly lastKnownAt: EpochMs | null
  readonly provedAt: EpochMs | null
}

export interface VerifyReport extends FindingList {
  readonly lines: number
  readonly records: number
  readonly bodies: number
  readonly code: string
}

export interface TrustDecision {
  readonly by: string
  readonly at: EpochMs
  readonly reason: string
}

/** `history_differs`: only a restore can repair it. */
export type TrustResult = 'trusted' | 'nothing_found' | 'history_differs'

/** In every state but `sound` all can be read and nothing new is stored. The state ends once a write works. */
export type StorageState = 'sound' | 'failing' | 'unreachable' | 'full' | 'read_only'

export interface StorageStatus {
  readonly state: StorageState
  /** The error's code; null if there was none. */
  readonly cause: string | null
}

/** Work that cannot be written down must not begin. */
export interface StorageHealth {
  readonly status: StorageStatus
  /** @returns how to stop listening */
  listen(listener: (status: StorageStatus) => void): () => void
  /** The 99th percentile of a till's waiting time since the last call; open requests count with their time so far. */
  takeDelayMs(): number
}
