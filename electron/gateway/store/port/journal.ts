import type { FindingCounts, FindingList } from '../../../../shared/domain/finding-list.ts'
import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'

/** The journal beside the store, which proves that nothing was lost or changed. */
export interface Journal {
  status(): Promise<JournalStatus>
  /** Proves everything so far: from now on nobody can cut it off unseen. */
  seal(at: Instant): Promise<JournalStatus>
  /** Proves, without keeping anybody waiting, how far it has come. @returns null where nothing may be proven */
  proveHead(at: Instant): Promise<Head | null>
  /** Whether it has had such a line. */
  has(head: Head): Promise<boolean>
  /** Somebody found out: from now on nothing goes out, and at the next start neither. */
  found(findings: readonly JournalFinding[]): Promise<void>
  /** Journal, rows, records, bodies. @param extent everything from the first line on, where nothing is said */
  verify(extent?: Extent): Promise<Verification>
  /** Proves the next few lines or records, from where it came to before, also before the last stop. */
  proveOn(at: Instant): Promise<Proof>
  /**
   * Documents of a backup that was put back, and not trusted since, which were not sent when it was made: nobody knows
   * here whether they were voided after it.
   */
  unsentOfBackup(): Promise<number>
  /** Which lines were written down in a time, chain by chain; what stands between them belongs to it. */
  spans(from: Instant, to: Instant): Promise<readonly LogSpan[]>
  /** Lines of a chain as they were hashed. @param page what comes after one of them, and the last that is asked for */
  lines(chain: number, page: { readonly after: number; readonly last: number }): Promise<readonly LogLine[]>
  /** A person vouches for what is there, under this installation's own seal; everything unsent is looked up first. */
  trust(trust: Trust): Promise<Trusted>
}

export interface LogSpan {
  readonly chain: number
  /** Code of the company whose chain it is; null for the one chain of a shop. */
  readonly company: string | null
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
}

export interface JournalStatus extends FindingList {
  /** Whether anything may go out to the authority. */
  readonly isTrusted: boolean
  /** Lines that the start found in the database alone. */
  readonly appended: number
  /** Lines that it found in the journal alone. */
  readonly replayed: number
  /** Records that are in doubt for that. */
  readonly mistrusted: number
  readonly lines: number
  /** The first letters of the last line's chain, to be printed where nobody can change them. */
  readonly code: string
  /** Null where it was not sealed since the start. */
  readonly sealedAt: Instant | null
  /** When it was proven last before the start; null where that is not known. */
  readonly provenBefore: Instant | null
}

/**
 * `since_proved`: only what came to be since the last round of the proof that goes on (`proveOn`) held, or a proof of
 * everything that ended after it.
 */
export type Extent = 'whole' | 'since_proved'

export interface Verification {
  /** Lines that were proved earlier and not looked at again; what follows counts the others. */
  readonly provedBefore: number
  readonly lines: number
  readonly records: number
  readonly bodies: number
  readonly files: number
  readonly code: string
  /** How many there are; of very many only the first are listed. */
  readonly findingCount: number
  readonly findings: readonly JournalFinding[]
  readonly findingCounts: FindingCounts
}

export interface Proof {
  /** In this step; they are kept, and nothing goes out any more. */
  readonly findings: readonly JournalFinding[]
  /** Everything was proved within the last day. */
  readonly isRoundOver: boolean
}

export interface Trust {
  readonly by: string
  readonly at: Instant
  readonly reason: string
  /** Of this installation from now on; null keeps the one it has. */
  readonly seal: { readonly installation: string; readonly key: string } | null
}

/** `nothing_found`: there is nothing to vouch for · `history_differs`: no person's word can repair it, only a restore. */
export type Trusted = 'trusted' | 'nothing_found' | 'history_differs'

/** `full` and `read_only` still read; `failing` reads nothing until the database has proved itself. */
export type StorageState = 'sound' | 'failing' | 'full' | 'read_only'

/** What the store can promise at the moment. */
export interface StorageStatus {
  readonly state: StorageState
  /** The code of the error that led here; null where there was none. */
  readonly cause: string | null
  /** Whether the room put by for answers of the authority was needed. */
  readonly isReserveSpent: boolean
}

/** Whether pages of the database are damaged, and nothing is wrong with the rights of its folder. */
export const isDamaged = ({ cause }: Pick<StorageStatus, 'cause'>): boolean =>
  cause !== null && /^SQLITE_(CORRUPT|NOTADB)/.test(cause)

/** How the disk under the store stands, for whoever must not begin what could not be written down. */
export interface Storage {
  readonly status: StorageStatus
  /** Called at every change. @returns how to stop listening */
  listen(listener: (status: StorageStatus) => void): () => void
  /**
   * How long what a till's request needs of it took since somebody asked this last, 99th percentile; longer than what
   * has no answer yet has waited it is not said to be.
   */
  takeDelayMs(): number
}
