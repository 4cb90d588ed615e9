import type { Clock, Randomness } from '../../ports.ts'
import type { ActiveFaults } from './faults.ts'
import type { LedgerStore } from './ledger.ts'
import type { Session } from './sign-in.ts'
import type { Taxpayers } from './taxpayers.ts'

export interface Context {
  readonly ledger: LedgerStore
  readonly clock: Clock
  readonly randomness: Randomness
  readonly taxpayers: Taxpayers
  readonly faults: ActiveFaults
  readonly validationMs: number
}

export interface Call {
  readonly session: Session
  /** Decoded. */
  readonly params: readonly string[]
  readonly query: URLSearchParams
  readonly contentType: string
  readonly body: Buffer
  readonly correlationId: string
}
