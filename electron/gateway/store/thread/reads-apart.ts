import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Store } from '../port/port.ts'

/** A question to the store, by the names of its port. */
export interface StoreAsk {
  readonly area: keyof Store
  readonly method: string
  readonly args: readonly unknown[]
}

/** What the other thread says to a question; no answer if it has none that it would stand by. */
export interface Read {
  readonly id: number
  readonly read: Answer | null
}

interface Answer {
  readonly answer: unknown
}

/** Of a shop where nobody looks at lists it takes no memory. */
const idleMs = 60_000
/** A question of it that looks at millions of records cannot be broken off; whoever closes waits no longer for it. */
const endingMs = 1_000
/** Nobody who looks at a list waits longer; a reader that does not answer hangs. */
const patienceMs = 60_000
/** Where one could not even begin, the next one hardly can. */
const afterFailureMs = 5_000

/**
 * Reads that may take long, in a thread of their own on a connection of their own: each sees everything that was
 * answered before it was asked, and no sale waits for it. It judges nothing: what it cannot read, or finds damaged, is
 * asked of the store itself, which knows what follows from that.
 */
export class ReadsApart {
  readonly #file: string
  readonly #fromBytes: number
  readonly #patienceMs: number
  #worker: Worker | null = null
  readonly #waiting = new Map<number, (read: Answer | null) => void>()
  #lastId = 0
  #idle: NodeJS.Timeout | null = null
  /** Threads that may have the database open. */
  readonly #alive = new Set<Worker>()
  /** By a steady clock. */
  #notBefore = 0

  /**
   * @param fromBytes in a smaller database nothing takes long
   * @param patience milliseconds after which a question is put to the store instead
   */
  constructor(file: string, fromBytes: number, patience = patienceMs) {
    this.#file = file
    this.#fromBytes = fromBytes
    this.#patienceMs = patience
  }

  /** Whether a reader has the database open, perhaps one that could not be broken off. */
  get isOpen(): boolean {
    return this.#alive.size > 0
  }

  /** @param ask one that only looks. @returns null where the store itself has to be asked */
  async ask(ask: StoreAsk): Promise<Answer | null> {
    if (!this.#isLarge() || (!this.#worker && performance.now() < this.#notBefore)) return null
    return this.#read(ask)
  }

  /** Nobody of it has the database open a second later, as far as that can be had; what it was asked the store is asked. */
  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    this.#giveUp()
    if (worker) await Promise.race([worker.terminate(), pause(endingMs, null, { ref: false })])
  }

  #read(ask: StoreAsk): Promise<Answer | null> {
    const worker = this.#worker ?? this.#begin()
    this.#idle?.refresh()
    return new Promise((resolve) => {
      this.#lastId += 1
      const hanging = setTimeout(() => void this.stop(), this.#patienceMs).unref()
      this.#waiting.set(this.#lastId, (read) => {
        clearTimeout(hanging)
        resolve(read)
      })
      worker.postMessage({ ...ask, id: this.#lastId })
    })
  }

  #begin(): Worker {
    const worker = new Worker(new URL('./reader.ts', import.meta.url), { workerData: this.#file })
    worker.unref()
    this.#alive.add(worker)
    let hasAnswered = false
    worker.on('message', ({ id, read }: Read) => {
      hasAnswered = true
      this.#waiting.get(id)?.(read)
      this.#waiting.delete(id)
    })
    // It could not begin, or broke off: the next question finds another.
    const lose = () => {
      if (this.#worker !== worker) return
      this.#worker = null
      if (!hasAnswered) this.#notBefore = performance.now() + afterFailureMs
      this.#giveUp()
    }
    worker.on('error', lose)
    worker.on('exit', () => {
      this.#alive.delete(worker)
      lose()
    })
    this.#worker = worker
    this.#idle ??= setTimeout(() => void this.#rest(), idleMs).unref()
    return worker
  }

  async #rest(): Promise<void> {
    if (this.#waiting.size > 0) this.#idle?.refresh()
    else {
      this.#idle = null
      await this.stop()
    }
  }

  #giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(null)
    this.#waiting.clear()
  }

  #isLarge(): boolean {
    return (statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0) >= this.#fromBytes
  }
}
