import type { Logger } from 'pino'
import type { InstallationName, PreparedName } from '../../shared/domain/installation.ts'
import type { Instant } from '../../shared/domain/record.ts'

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

/** Of scrypt (RFC 7914): N, r and p. A kept PIN says with what it was made. */
export interface PinCost {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
}

/** They must never be in the database in clear: a key store of the platform keeps them, or a file that only its owner reads. */
export interface Secrets {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
}

/** What a host gives a gateway. */
export interface GatewayPorts {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly secrets: Secrets
  /** Absent, what a shop needs: tests make people by the dozen. */
  readonly pinCost?: PinCost
  /** Which machine this is; null where it cannot say. Absent, nothing is bound to a machine. */
  readonly machineId?: () => string | null
  /** Where the sealed head and the copy of the database are kept; absent, nothing is kept outside of the data directory. */
  readonly stateFolder?: string
}

/** How far an installation is set up. */
export interface Prepared {
  /** As its owner typed it, to be shown again. */
  readonly company: Readonly<Record<string, unknown>> | null
  readonly hasCredentials: boolean
  /** Documents are signed then (version 1.1). */
  readonly hasCertificate: boolean
  /** When it was last asked whether it can work, and could. */
  readonly checkedAt: string | null
  /** From its first start on it is set up on its own screens. */
  readonly usedAt: string | null
}

export interface KeptInstallations extends Readonly<Partial<Record<PreparedName, Prepared | undefined>>> {
  readonly chosen: InstallationName
}

/** A call to an installation that is being prepared, as its owner. */
export interface PreparedCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: unknown
  /** For the sentences of its answer. */
  readonly language: string
}

/** A backup that a person had put back. */
export interface PutBack {
  readonly at: Instant
  /** Null for the continuous copy. */
  readonly file: string | null
  /** Why it was not, and then everything is as before; null where it was. */
  readonly refusal: 'not_ours' | 'newer_version' | 'unsafe' | 'failed' | null
}

/** Practice, sandbox and production of this computer, each with a data directory of its own, and the way between them. */
export interface Installations {
  /** Null where an administrator named the authority: then nothing is chosen on the screens. */
  readonly here: InstallationName | null
  /** The address that an administrator gave in the place of MyInvois; null for the usual ones. */
  readonly address: string | null
  kept(): KeptInstallations
  keep(name: PreparedName, change: Partial<Prepared>): void
  /** Puts a call to one that does not run. It is opened for that call alone and sends nothing. */
  ask(name: PreparedName, call: PreparedCall): Promise<{ readonly status: number; readonly body: unknown }>
  /** What became of the last backup that was put back since this process began; null where none was. */
  restored(): PutBack | null
  /** Ends this gateway once it has answered, puts a backup or the copy (null) in the place of its database, and begins it again. */
  restore(file: string | null): void
  /** Ends this gateway once it has answered, and begins the other; if that cannot, this one begins again. */
  choose(name: InstallationName): void
}

/** What a caller is refused who should not be here, or who has forgotten something. */
export const refusalKinds = ['wrong_token', 'wrong_pin', 'wrong_code', 'connection'] as const
export type RefusalKind = (typeof refusalKinds)[number]

/** How the certificate stands with which other computers are answered. */
export interface CertificateStatus {
  readonly until: Instant
  /** The program that renews it should have done so by then. */
  readonly renewBy: Instant
  /** What lies in its place now cannot be used. */
  readonly isReplacementBroken: boolean
}

/** Who counts them. */
export interface RefusalCounter {
  count(kind: RefusalKind): void
}

export type CountedFamily =
  | 'resit_submissions_total'
  | 'resit_document_transitions_total'
  | 'resit_webhook_deliveries_total'
  | 'resit_refused_total'
  | 'resit_http_requests_total'

/** Counts for a monitoring system: families and labels as Prometheus names them. */
export interface Tally {
  count(family: CountedFamily, labels: Readonly<Record<string, string>>): void
  time(endpoint: string, ms: number): void
}
