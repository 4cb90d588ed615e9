import type { Logger } from 'pino'
import type { Instant } from '../../shared/domain/record.ts'
import type { Secrets } from './secrets.ts'

/** What time it is: the wall's for what is written down, a steady one for how long something took. */
export interface Clock {
  now(): Instant
  /** Milliseconds since some start; never goes back. */
  steadyMs(): number
}

export interface Randomness {
  guid(): string
  /** Cryptographically random, base64url. */
  secret(bytes: number): string
  /** 0 up to 1, for jitter. */
  fraction(): number
}

export type Log = Logger

/** What a host gives a gateway. */
export interface GatewayPorts {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly secrets: Secrets
  /** Which machine this is; null where it cannot say. Absent, nothing is bound to a machine. */
  readonly machineId?: () => string | null
  /** Where it is remembered how far journals had come; absent, nowhere outside of the data directory. */
  readonly witnessFolder?: string
}

/** What somebody is refused who should not be here, or who has forgotten something. */
export const refusalKinds = ['wrong_token', 'wrong_pin', 'wrong_code', 'connection'] as const
export type RefusalKind = (typeof refusalKinds)[number]

/** Who counts them. */
export interface RefusalCounter {
  count(kind: RefusalKind): void
  /** Since the start. */
  readonly total: Readonly<Record<RefusalKind, number>>
}
