import type { Clock, Randomness } from '../../../ports.ts'
import type { Faults } from '../faults/script.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Session } from '../people/sign-in.ts'
import type { Taxpayers } from '../people/taxpayers.ts'

/** What every answer is made from. */
export interface Office {
  readonly ledger: LedgerStore
  readonly clock: Clock
  readonly randomness: Randomness
  readonly taxpayers: Taxpayers
  readonly faults: Faults
  readonly validationMs: number
}

/** One request of somebody signed in. */
export interface Call {
  readonly session: Session
  /** The parts of the path the route leaves open, decoded. */
  readonly params: readonly string[]
  readonly query: URLSearchParams
  readonly contentType: string
  readonly body: Buffer
  readonly correlationId: string
}
