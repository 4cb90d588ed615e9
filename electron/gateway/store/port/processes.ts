import type { Stored } from './records.ts'

/** Under which a process claims what it sends. */
export interface Lease {
  /**
   * Whether what was claimed under it is this process's still. Asked right before a byte leaves and right before an
   * outcome is written; once false it stays false, because others may have looked after the claims since.
   */
  isHeld(): boolean
  /**
   * The same, as the store sees it: a virtual computer that is paused, and its clocks with it, does not know that it was.
   * Asked before a byte leaves; no where nobody answers.
   */
  isHeldThere(): Promise<boolean>
  /** What became of a claim could not be written down: from now on all of them are for others to find out about. */
  giveUp(): void
}

/**
 * What several processes over one store have claimed. Whoever has a store alone needs none of it, and holds what it
 * claimed until it ends.
 */
export interface Claims {
  /** Of what this process claims now. */
  lease(): Lease
  /**
   * By how many milliseconds the clock of the store is ahead of this process's, the only one that all of them see; null
   * where it was not heard yet.
   */
  serverAheadMs(): number | null
  /** Claims under leases that are over, in the order of acceptance: nobody knows what became of them. */
  abandoned(afterSeq: number, limit: number): Promise<readonly Stored[]>
}

/** What one process at a time does of the work on one store. Whoever has a store alone does all of it. */
export interface Duties {
  /** Whether this process has it, as far as it knows: what must not be done twice rests on leases and versions, not on this. */
  has(duty: string): boolean
  /**
   * Takes this process's share of what is wanted: what nobody has, and what those had who are not heard of any more. Asked
   * again and again.
   */
  share(wanted: readonly string[]): Promise<void>
}

/** Of all companies together: what is done by the calendar, and what is told to others. */
export const houseDuty = 'house'

/** Of something that may be done only so often, whoever does it. */
export interface BucketRate {
  /** Milliseconds in which one permit comes again. */
  readonly everyMs: number
  /** How many may be taken at once after a rest. */
  readonly atOnce: number
}

/** What became of asking for a permit. */
export interface Permit {
  /** 0 where it was taken, else after how many milliseconds to ask again. */
  readonly waitMs: number
  /** There is none because whoever is asked wants to be left alone until then. */
  readonly isHeld: boolean
}

/** How often all processes over one store together do something. Whoever has a store alone counts by itself. */
export interface SharedRateLimiter {
  /**
   * Takes one where there is one; what is taken and not used is gone, and comes again with time.
   * @param key of what is counted, with nothing secret in it
   * @returns null where nobody answers, and then nothing may be done
   */
  take(key: string, rate: BucketRate): Promise<Permit | null>
  /**
   * Whoever is asked said that it is too much: nobody takes a permit for so long, and each takes twice as many from then on
   * (`slowing`), and no more for what is refused meanwhile. Where nobody answers it is lost.
   */
  refused(key: string, heldMs: number): Promise<void>
}

/** Whoever is told that it is too much goes half as often, then a quarter; after a while without it, twice as often again. */
export const slowing = {
  /** So many permits at most does one take; a power of two. */
  slowestPace: 16,
  easedAfterMs: 5 * 60_000,
} as const

/** That another process wrote events or acts. It may go unheard: whoever must know asks all the same. */
export interface News {
  /** @param heard called after its commit, once for what comes together; what this process wrote is none */
  listen(heard: () => void): void
}

/** A secret as the store sees it. */
export interface SealedSecret {
  readonly name: string
  /** Base64; with what it was sealed the store does not know. */
  readonly sealed: string
  /** Grows with every secret that is set. */
  readonly version: number
}

/** Secrets that all processes over one store have. Whoever has a store alone keeps them beside it. */
export interface SealedSecrets {
  get(name: string): Promise<string | null>
  set(name: string, sealed: string): Promise<void>
  /** The same where there is none yet; whoever was first is not written over. */
  begin(name: string, sealed: string): Promise<void>
  /** What was set since, in that order. @param version 0 for all of them */
  newerThan(version: number): Promise<readonly SealedSecret[]>
}
