import type { FindingList, JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'

/** The chain of everything that happened, which proves that nothing was lost or changed. */
export interface Journal {
  status(): Promise<JournalStatus>
  /** @returns how far it has come, to be sealed outside of the database; null while it is in doubt */
  proveHead(): Promise<Head | null>
  /** Whether the database has come as far as that. */
  has(head: Head): Promise<boolean>
  /** Something was found out: if it keeps documents back, nothing goes out from now on, and at the next start neither. */
  found(findings: readonly JournalFinding[]): Promise<void>
  /**
   * Proves journal, rows, records and bodies.
   * @param extent everything from the first line on, if absent
   * @param at now, if the proof is to be remembered
   */
  verify(extent?: Extent, at?: Instant): Promise<Verification>
  /**
   * Documents of a backup that was put back, and not trusted since, which were not sent when it was made: whether they
   * were voided after it is not known here.
   */
  unsentOfBackup(): Promise<number>
  /** Which lines were written down in a time; what stands between them belongs to it. Null for none. */
  span(from: Instant, to: Instant): Promise<LogSpan | null>
  /** Lines as they were hashed. @param page what comes after one of them, and the last that is asked for */
  lines(page: { readonly after: number; readonly last: number }): Promise<readonly LogLine[]>
  /** A person vouches for what is there; everything unsent is looked up first. */
  trust(trust: Trust): Promise<Trusted>
}

export interface LogSpan {
  readonly first: number
  readonly last: number
  /** With which chain the line before the first ends, hex. */
  readonly before: string
}

/** A line with all that its hash was made of. */
export interface LogLine {
  readonly line: number
  /** Hex. */
  readonly chain: string
  /** JSON, as it was written; absent if a row of it is gone. */
  readonly head?: string
  /** What the till sent. */
  readonly body?: string
  /** What was sent to the authority. */
  readonly document?: string
}

/** How far a journal had come at some moment. */
export interface Head {
  readonly line: number
  /** Of that line, hex. */
  readonly chain: string
  /** The run of the gateway that it is of: one with nothing new is a step forward too. 0 for a database of a server. */
  readonly session: number
}

export interface JournalStatus extends FindingList {
  /** Whether anything may go out to the authority. */
  readonly isTrusted: boolean
  /** Records that this start put in doubt, because a backup was put back. */
  readonly mistrusted: number
  /** Whether this start was the first on a backup that was put back. */
  readonly isRestored: boolean
  /** Whether the run before this one ended without a stop. */
  readonly wasKilled: boolean
  readonly lines: number
  /** The first letters of the last line's chain, to be printed on paper, where it cannot be changed. */
  readonly code: string
  /** When the last thing happened that was known here at the start; null if nothing was. */
  readonly lastKnownAt: Instant | null
  /** When everything was proved last; null if it never was. */
  readonly provedAt: Instant | null
}

/** `since_proved`: only what came to be since everything was proved last. */
export type Extent = 'whole' | 'since_proved'

export interface Verification extends FindingList {
  /** Lines that were proved earlier and not looked at again; what follows counts the others. */
  readonly provedBefore: number
  readonly lines: number
  readonly records: number
  readonly bodies: number
  readonly code: string
}

export interface Trust {
  readonly by: string
  readonly at: Instant
  readonly reason: string
}

/** `nothing_found`: there is nothing to vouch for · `history_differs`: no person's word can repair it, only a restore. */
export type Trusted = 'trusted' | 'nothing_found' | 'history_differs'

/** In all but `sound` everything can be read and nothing new is kept; it ends by itself if a write works again. */
export type StorageState = 'sound' | 'failing' | 'unreachable' | 'full' | 'read_only'

/** What the store can promise at the moment. */
export interface StorageStatus {
  readonly state: StorageState
  /** The code of the error that led here; null where there was none. */
  readonly cause: string | null
}

/** How the disk under the store stands, for work that must not begin if it cannot be written down. */
export interface Storage {
  readonly status: StorageStatus
  /** Called at every change. @returns how to stop listening */
  listen(listener: (status: StorageStatus) => void): () => void
  /**
   * How long what a till's request needs of it took since this was asked last, 99th percentile; longer than what
   * has no answer yet has waited it is not said to be.
   */
  takeDelayMs(): number
}
