import { once } from 'node:events'
import { createHistogram } from 'node:perf_hooks'
import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { JournalOptions } from '../journal/journal.ts'
import type { Storage, StorageStatus } from '../port/journal.ts'
import type { Companies, Store } from '../port/port.ts'
import { isLooking, type StoreAsk } from '../recovery/storage-asks.ts'
import { StorageFailure, StoreRefusal } from '../refusal.ts'
import { askedAreas } from './asked-areas.ts'
import type { Ask, Opened, PlainError, Reply, Word } from './messages.ts'

/** The store, and how the storage under it stands. */
export interface ThreadedStore extends Store {
  readonly storage: Storage
}

/** What it makes is small and soon over; the bound of the gateway's own thread is not its. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

/**
 * The store behind SQLite in a thread of its own: while the disk syncs, tills are still heard. What one turn of
 * the loop asks goes over in few messages, so a busy gateway pays for few.
 * @param file the database; made where there is none
 * @param readsApartFrom from how many bytes of database on a reader of its own answers what may take long
 * @throws StoreRefusal where it must not be used
 */
export async function openThreadedStore(
  file: string,
  journal?: JournalOptions,
  readsApartFrom = usuallyApartFrom,
): Promise<ThreadedStore> {
  const workerData = { file, journal, readsApartFrom }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, resourceLimits })
  const [opened] = (await once(worker, 'message')) as [Opened]
  if (!opened.ok) {
    await worker.terminate()
    throw opened.reason ? new StoreRefusal(opened.reason, opened.message) : new Error(opened.message)
  }
  const line = new Line(worker, opened.status)
  const asked = askedAreas((area, method) => line.askFor(area, method))
  return {
    ...asked,
    companies: await remembered(asked.companies),
    upkeep: { ...asked.upkeep, close: () => line.close() },
    storage: line,
  }
}

/** About ten thousand records; of fewer nothing takes long, and a thread more would only take memory. */
const usuallyApartFrom = 64 * 1024 * 1024

/** The few companies of a shop are asked for at every submission and change almost never. */
async function remembered(companies: Companies): Promise<Companies> {
  let known = await companies.list()
  return {
    list: async () => known,
    byGuid: async (companyGuid) => known.find(({ profile }) => profile.companyGuid === companyGuid) ?? null,
    byCode: async (companyCode) => known.find(({ profile }) => profile.companyCode === companyCode) ?? null,
    async save(company, by) {
      const saved = await companies.save(company, by)
      known = await companies.list()
      return saved
    },
  }
}

/** So many go over before the turn of the loop ends: the store commits them while the next are read. */
const fullMessage = 8

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: Error) => void
  /** By a steady clock; null of what takes as long as it takes. */
  readonly askedMs: number | null
}

/** Questions to the store's thread and their answers, and what it says of its disk. */
class Line implements Storage {
  readonly #worker: Worker
  readonly #listeners = new Set<(status: StorageStatus) => void>()
  #status: StorageStatus
  readonly #waiting = new Map<number, Waiting>()
  readonly #delays = createHistogram()
  #asks: Ask[] = []
  #lastId = 0
  /** Why nothing can be asked any more. */
  #end: Error | null = null

  constructor(worker: Worker, status: StorageStatus) {
    this.#worker = worker
    this.#status = status
    worker.on('message', (word: Word) => {
      if ('state' in word) this.#setStatus(word)
      else for (const reply of word) this.#settle(reply)
    })
    worker.on('error', (cause) => this.#giveUp(new StorageFailure('the thread of the store failed', { cause })))
    worker.on('exit', () => this.#giveUp(new StorageFailure('the thread of the store has ended')))
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
    // Those asked first come first: a store that answers nobody is as slow as the longest wait.
    const now = performance.now()
    const oldest = [...this.#waiting.values()].find(({ askedMs }) => askedMs !== null)?.askedMs ?? now
    return Math.round(Math.max(known, now - oldest))
  }

  /** A method of the store that is asked over the line. */
  askFor(area: keyof Store, method: string): (...args: readonly unknown[]) => Promise<unknown> {
    return (...args) => this.#ask({ area, method, args })
  }

  async close(): Promise<void> {
    if (this.#end) return
    const closed = this.#ask({ area: 'upkeep', method: 'close', args: [] })
    this.#end = new StorageFailure('the store is closed')
    await closed
    await this.#worker.terminate()
  }

  #ask(ask: Omit<Ask, 'id'>): Promise<unknown> {
    if (this.#end) return Promise.reject(this.#end)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#lastId += 1
    this.#waiting.set(this.#lastId, { resolve, reject, askedMs: takesItsTime(ask) ? null : performance.now() })
    const count = this.#asks.push({ ...ask, id: this.#lastId })
    if (count === 1) setImmediate(() => this.#send())
    if (count === fullMessage) this.#send()
    return promise
  }

  #send(): void {
    if (this.#asks.length === 0) return
    const asks = this.#asks
    this.#asks = []
    if (this.#post(asks)) return
    // One of them holds what cannot travel: the others must not suffer for it.
    for (const ask of asks) this.#post([ask])
  }

  /** @returns false where it could not be sent; what was sent alone then fails alone */
  #post(asks: readonly Ask[]): boolean {
    try {
      this.#worker.postMessage(asks)
      return true
    } catch (cause) {
      const [only] = asks
      if (asks.length === 1 && only)
        this.#refuse(only.id, new Error(`${only.area}.${only.method} was given what cannot travel`, { cause }))
      return false
    }
  }

  #refuse(id: number, cause: Error): void {
    this.#waiting.get(id)?.reject(cause)
    this.#waiting.delete(id)
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    const askedMs = waiting?.askedMs ?? null
    if (askedMs !== null) this.#delays.record(Math.max(1, Math.round((performance.now() - askedMs) * microsecondsInMs)))
    if (reply.ok) waiting?.resolve('packed' in reply ? deserialize(reply.packed) : reply.value)
    else waiting?.reject(revived(reply.error))
  }

  #setStatus(status: StorageStatus): void {
    this.#status = status
    for (const listener of this.#listeners) listener(status)
  }

  #giveUp(cause: Error): void {
    // Ended without having been asked to: nothing can be kept any more.
    if (!this.#end) this.#setStatus({ ...this.#status, state: 'failing', cause: 'thread' })
    this.#end ??= cause
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
  }
}

const microsecondsInMs = 1_000

/** Nobody at a till waits for these. */
const takesItsTime = (ask: StoreAsk): boolean => ask.area === 'upkeep' || ask.area === 'journal' || isLooking(ask)

function revived({ name, message, code, trouble }: PlainError): Error {
  const error =
    name === StorageFailure.name ? new StorageFailure(message, trouble ? { trouble } : {}) : new Error(message)
  return code === null ? error : Object.assign(error, { code })
}
