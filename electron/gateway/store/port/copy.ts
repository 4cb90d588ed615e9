import type { Instant } from '../../../../shared/domain/record.ts'

/** How the copy stands. */
export interface CopyStatus {
  readonly folder: string
  /** When it last had everything; null if it never had since the start. */
  readonly copiedAt: Instant | null
  readonly backedUpAt: Instant | null
  readonly problem: string | null
  /** What a disk damaged of it, which stays until a person has looked; null for nothing. */
  readonly damaged: string | null
}

export interface ContinuousCopy {
  status(): CopyStatus
  /** Resolves once it is known whether the copy has more than the database, or after a while. */
  readonly compared: Promise<void>
  /** A person chose the database as it is: what the copy has besides is set aside. */
  renew(): void
  stop(): Promise<void>
}
