import { createHistogram } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Storage, StorageStatus } from './port/journal.ts'
import { errorCodeOf, type StorageFailure } from './refusal.ts'

const probeMs = 1_000

const microsecondsInMs = 1_000

export const soundStorageStatus: StorageStatus = { state: 'sound', cause: null }

/** Learns from the writes of this process. */
export class StorageMonitor implements Storage {
  #status: StorageStatus
  readonly #listeners = new Set<(status: StorageStatus) => void>()
  readonly #delays = createHistogram()
  /** Oldest first, by a steady clock. */
  readonly #waiting = new Set<{ readonly askedMs: number }>()
  /** All must succeed before the storage is sound again. */
  readonly #probes = new Set<() => Promise<void>>()
  #isClosed = false

  /** @param status for storage that can never be written */
  constructor(status: StorageStatus = soundStorageStatus) {
    this.#status = status
  }

  get status(): StorageStatus {
    return this.#status
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
      const tookMs = performance.now() - waiting.askedMs
      this.#delays.record(Math.max(1, Math.round(tookMs * microsecondsInMs)))
    }
  }

  /**
   * The result of a write, or the right to send, is unknown. Nothing begins before the probe succeeds.
   * @param probe one for each cause; it stores nothing
   */
  failed({ trouble, cause }: StorageFailure, probe: () => Promise<void>): void {
    this.#probes.add(probe)
    const isFirst = this.#status.state === 'sound'
    const state = trouble === 'busy' ? 'failing' : trouble
    this.#setStatus({ state, cause: errorCodeOf(cause) || null })
    if (isFirst) void this.#waitForProbes()
  }

  close(): void {
    this.#isClosed = true
  }

  async #waitForProbes(): Promise<void> {
    while (!this.#isClosed) {
      await pause(probeMs, undefined, { ref: false })
      const probes = [...this.#probes]
      // Any other error is a bug, and the next write reports it.
      const isSound = await Promise.all(probes.map((probe) => probe())).then(
        () => probes.length === this.#probes.size,
        () => false,
      )
      if (!isSound) continue
      this.#probes.clear()
      return this.#setStatus(soundStorageStatus)
    }
  }

  #setStatus(status: StorageStatus): void {
    if (this.#isClosed || status.state === this.#status.state) return
    this.#status = status
    for (const listener of this.#listeners) listener(status)
  }
}
