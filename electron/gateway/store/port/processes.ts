/** The right to send what a store keeps, which one process at a time has. */
export interface Sender {
  /**
   * Under which this process sends; null while another process does. Each time the right changes hands it is another one,
   * and nothing can be written under an earlier one any more.
   */
  generation(): number | null
  /**
   * Whether it still stands, as the store sees it; no if the store does not answer. Asked before a byte leaves: a process
   * that slept does not know that it did.
   */
  isCurrent(generation: number): Promise<boolean>
  /** By how many milliseconds the clock of the store is ahead of this process's, if nothing is sent because of it; else null. */
  clockApartMs(): number | null
  /** @param changed called after this process was given the right, and after it lost it */
  listen(changed: () => void): void
}

/** Of a process that has its store alone. */
export const onlySender: Sender = {
  generation: () => 1,
  isCurrent: async () => true,
  clockApartMs: () => null,
  listen: () => undefined,
}

/** That another process wrote events or acts. It may be lost: a process that must know asks all the same. */
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

/** Secrets that all processes over one store have. A process with a store of its own keeps them beside it. */
export interface SealedSecrets {
  get(name: string): Promise<string | null>
  set(name: string, sealed: string): Promise<void>
  /** The same if there is none yet; the first value is not written over. */
  begin(name: string, sealed: string): Promise<void>
  /** What was set since, in that order. @param version 0 for all of them */
  newerThan(version: number): Promise<readonly SealedSecret[]>
}
