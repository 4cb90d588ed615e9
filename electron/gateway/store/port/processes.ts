import type { EpochMs } from '../../../../shared/domain/record.ts'

/** The right to send, which one process at a time has. */
export interface SenderLease {
  /**
   * Null while another process sends. Each new sender has another generation, and the store refuses writes of an old
   * one.
   */
  generation(): number | null
  /**
   * Asked of the store before a byte leaves: a process that slept does not know that it did. False without an answer.
   */
  isCurrent(generation: number): Promise<boolean>
  /**
   * Whether the last sender had asked the authority about a company, and sent from this same database until this one
   * followed. Then nothing that waits here was sent before (reliability ST13). @param now by the authority's clock
   */
  hasLooked(companyGuid: string, now: EpochMs): boolean
  /** The authority was asked under the present generation. */
  noteLook(companyGuid: string): Promise<void>
  /** How far the store's clock is ahead, if nothing is sent because of that; otherwise null. */
  clockApartMs(): number | null
  /** @param changed called after this process got the right, and after it lost it */
  listen(changed: () => void): void
}

/** The sender if a process has its store alone. */
export const soleSenderLease: SenderLease = {
  generation: () => 1,
  isCurrent: async () => true,
  hasLooked: () => false,
  noteLook: async () => undefined,
  clockApartMs: () => null,
  listen: () => undefined,
}

/** News may be lost: a process that must know also asks. */
export interface CommitNews {
  /** @param heard called after another process committed, once for several commits */
  listen(heard: () => void): void
}

export interface SealedSecret {
  readonly name: string
  /** In base64. */
  readonly sealed: string
  /** Grows with each change. */
  readonly version: number
}

/** Secrets that all processes of one store share. */
export interface SealedSecrets {
  get(name: string): Promise<string | null>
  set(name: string, sealed: string): Promise<void>
  /** Stores the first value and keeps it. */
  begin(name: string, sealed: string): Promise<void>
  /** Oldest first. @param version 0 for all */
  newerThan(version: number): Promise<readonly SealedSecret[]>
}
