import type { Logger } from 'pino'
import type { EnvironmentKind, MyInvoisEnvironment } from '../../shared/domain/installation.ts'
import type { EpochMs } from '../../shared/domain/record.ts'

export interface Clock {
  now(): EpochMs
  /** Milliseconds since some start; never goes back. */
  steadyMs(): number
}

/** How far the wall clock is ahead of the steady one. It changes only if the clock is set, or the computer sleeps. */
export const leadOf = (clock: Clock): number => clock.now() - clock.steadyMs()

export interface Randomness {
  guid(): string
  /** In base64url. */
  secret(bytes: number): string
  /** From 0 up to 1. */
  fraction(): number
}

export type Log = Logger

/** Of scrypt (RFC 7914): N, r and p. Each kept PIN stores its own. */
export interface PinCost {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
}

/** Stored in the platform's key store, or in a file that only its owner can read; never in the database in clear. */
export interface Secrets {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
}

export interface GatewayPorts {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  readonly secrets: Secrets
  /** Absent outside tests, which make many people. */
  readonly pinCost?: PinCost
  /** Null if the computer cannot tell. If absent, no data is bound to a computer. */
  readonly machineId?: () => string | null
  /**
   * The folder of the sealed head and of the database's copy. If absent, nothing is stored outside the data directory.
   */
  readonly stateFolder?: string
}

export interface InstallationSetup {
  /** As the owner typed it. */
  readonly company: Readonly<Record<string, unknown>> | null
  readonly hasCredentials: boolean
  /** Then documents are signed (version 1.1). */
  readonly hasCertificate: boolean
  /** When a check last succeeded. */
  readonly checkedAt: string | null
  /** Once it was started, its own screens set it up. */
  readonly usedAt: string | null
}

export interface InstallationChoices
  extends Readonly<Partial<Record<MyInvoisEnvironment, InstallationSetup | undefined>>> {
  readonly chosen: EnvironmentKind
}

/** Made as the owner of an installation that does not run. */
export interface InstallationCall {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: unknown
  readonly language: string
}

export interface RestoreAttempt {
  readonly at: EpochMs
  /** Null for the continuous copy. */
  readonly file: string | null
  /** Why it failed, and then nothing changed; null if it did not. */
  readonly refusal: 'not_ours' | 'newer_version' | 'unsafe' | 'failed' | null
}

/** Practice, sandbox and production on this computer, each with a data directory of its own. */
export interface Installations {
  /** Null if an administrator named the authority: then the screens offer no choice. */
  readonly here: EnvironmentKind | null
  kept(): InstallationChoices
  keep(name: MyInvoisEnvironment, change: Partial<InstallationSetup>): void
  /** Opens the installation for this call alone; it sends nothing. */
  ask(name: MyInvoisEnvironment, call: InstallationCall): Promise<{ readonly status: number; readonly body: unknown }>
  /** Takes people and tills of this installation into one that was not started yet. */
  carryOver(name: MyInvoisEnvironment, by: string): Promise<void>
  /** The last one since this process began; null if there was none. */
  restored(): RestoreAttempt | null
  /** After the answer, this gateway ends. A backup, or the copy (null), replaces its database, and it starts again. */
  restore(file: string | null): void
  /** After the answer, this gateway ends and the other starts. If that fails, this one starts again. */
  choose(name: EnvironmentKind): void
}

export const accessRefusalKinds = ['wrong_token', 'wrong_pin', 'wrong_code', 'connection'] as const
export type AccessRefusalKind = (typeof accessRefusalKinds)[number]

export interface TlsCertificateStatus {
  readonly until: EpochMs
  readonly renewBy: EpochMs
  /** The new file there cannot be used. */
  readonly isReplacementBroken: boolean
}

export interface AccessRefusalCounter {
  count(kind: AccessRefusalKind): void
}

export type CounterName =
  | 'resit_submissions_total'
  | 'resit_document_transitions_total'
  | 'resit_webhook_deliveries_total'
  | 'resit_refused_total'
  | 'resit_authority_requests_total'
  | 'resit_http_requests_total'

export interface WorkerActivity {
  /** How long its present step has taken; null at rest. */
  readonly stepMs: number | null
  /** How long ago its last round ended; null before that. */
  readonly restedMs: number | null
}

/** A worker of one company. */
export interface WorkerHeartbeat extends WorkerActivity {
  readonly companyGuid: string
  readonly name: string
}

/** Named like Prometheus families and labels. */
export interface Metrics {
  count(family: CounterName, labels: Readonly<Record<string, string>>): void
  time(endpoint: string, ms: number): void
}
