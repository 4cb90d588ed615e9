import type { Instant } from '../../../../shared/domain/record.ts'

export interface CopyStatus {
  readonly folder: string
  /** Null before the first copy since the start. */
  readonly copiedAt: Instant | null
  readonly backedUpAt: Instant | null
  readonly problem: string | null
  /** A damaged copy that no person has looked at; null for none. */
  readonly damaged: string | null
}

export interface ContinuousCopy {
  status(): CopyStatus
  /** Resolves once the copy was compared with the database, or after a while. */
  readonly compared: Promise<void>
  /** A person chose the database: other history in the copy is set aside. */
  renew(): void
  stop(): Promise<void>
}
