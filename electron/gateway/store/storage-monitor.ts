import { createHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { StorageHealth, StorageStatus } from './port/journal.ts'
import { errorCodeOf, StorageFailure } from './refusal.ts'

const probeMs = 1_000

const microsecondsInMs = 1_000

export const soundStorageStatus: StorageStatus = { state: 'sound', cause: null }

/** Learns from the writes of this process. */
export class StorageMonitor implements StorageHealth {
  #status: StorageStatus
  readonly #listeners = new Set<(status: StorageStatus) => void>()
  readonly #delays = createHistogram()
  /** Oldest first, by a steady clock. */
  readonly #waiting = new Set<{ readonly askedMs: number }>()
  readonly #probe: () => Promise<void>
  #isClosed = false

  /** @param probe succeeds if a write works; it stores nothing @param status for storage that is never written */
  constructor(probe: () => Promise<void>, status: StorageStatus = soundStorageStatus) {
    this.#probe = probe
    this.#status = status
  }

  get status(): StorageStatus {
    return this.#status
  }

  /** Null if a write may be tried. */
  get refusal(): StorageFailure | null {
    const { state } = this.#status
    return state === 'sound' ? null : new StorageFailure('the storage takes nothing now', { trouble: state })
  }

  listen(listener: (status: StorageStatus) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  takeDelayMs(): number {
    const known = this.#delays.count === 0 ? 0 : this.#delays.percentile(99) / microsecondsInMs
    this.#delays.reset()
    const now = performance.now()
    const [oldest] = this.#waiting
    return Math.round(Math.max(known, now - (oldest?.askedMs ?? now)))
  }

  async timed<Result>(answered: Promise<Result>): Promise<Result> {
    const waiting = { askedMs: performance.now() }
    this.#waiting.add(waiting)
    try {
      return await answered
    } finally {
      this.#waiting.delete(waiting)
      this.#delays.record(Math.max(1, Math.round((performance.now() - waiting.askedMs) * microsecondsInMs)))
    }
  }

  /** The result of a write, or the right to send, is unknown. Nothing begins before the probe succeeds. */
  failed({ trouble, cause }: StorageFailure): void {
    const isFirst = this.#status.state === 'sound'
    this.#setStatus({ state: trouble === 'busy' ? 'failing' : trouble, cause: errorCodeOf(cause) || null })
    if (isFirst) void this.#waitForProbe()
  }

  close(): void {
    this.#isClosed = true
  }

  async #waitForProbe(): Promise<void> {
    while (!this.#isClosed) {
      await pause(probeMs, undefined, { ref: false })
      try {
        await this.#probe()
        return this.#setStatus(soundStorageStatus)
      } catch {
        // An error that has no disk for its cause is a bug, and the next write reports it.
      }
    }
  }

  #setStatus(status: StorageStatus): void {
    if (this.#isClosed || status.state === this.#status.state) return
    this.#status = status
    for (const listener of this.#listeners) listener(status)
  }
}
