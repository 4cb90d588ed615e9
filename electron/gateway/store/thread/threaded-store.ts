import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { JournalOptions } from '../journal/journal.ts'
import type { Companies, Store } from '../port.ts'
import type { Storage, StorageStanding } from '../port-journal.ts'
import { StorageFailure, StoreRefusal } from '../refusal.ts'
import type { Ask, Opened, PlainError, Reply, Word } from './messages.ts'

/** The store, and how the storage under it stands. */
export interface ThreadedStore extends Store {
  readonly storage: Storage
}

/**
 * The store behind SQLite in a thread of its own: while the disk syncs, tills are still heard. What one turn of
 * the loop asks goes over in few messages, so a busy gateway pays for few.
 * @param file the database; made where there is none
 * @param journal beside the database and never sealed where nothing is said
 * @throws StoreRefusal where it must not be used
 */
export async function openThreadedStore(file: string, journal?: JournalOptions): Promise<ThreadedStore> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { file, journal } })
  const [opened] = (await once(worker, 'message')) as [Opened]
  if (!opened.ok) {
    await worker.terminate()
    throw opened.reason ? new StoreRefusal(opened.reason, opened.message) : new Error(opened.message)
  }
  const line = new Line(worker, opened.standing)
  const area = <Name extends keyof Store>(name: Name) => line.area(name)
  return {
    records: area('records'),
    schedule: area('schedule'),
    consolidations: area('consolidations'),
    companies: await remembered(area('companies')),
    tokens: area('tokens'),
    people: area('people'),
    drafts: area('drafts'),
    taxpayers: area('taxpayers'),
    settings: area('settings'),
    codes: area('codes'),
    acts: area('acts'),
    shifts: area('shifts'),
    figures: area('figures'),
    reconciliations: area('reconciliations'),
    webhooks: area('webhooks'),
    journal: area('journal'),
    upkeep: { ...methodsOf(area('upkeep'), ['backup', 'bytes', 'integrity']), close: () => line.close() },
    storage: line,
  }
}

const methodsOf = <Area extends object, Name extends keyof Area>(
  area: Area,
  names: readonly Name[],
): Pick<Area, Name> => Object.fromEntries(names.map((name) => [name, area[name]])) as Pick<Area, Name>

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
}

/** Questions to the store's thread and their answers, and what it says of its disk. */
class Line implements Storage {
  readonly #worker: Worker
  readonly #listeners = new Set<(standing: StorageStanding) => void>()
  #standing: StorageStanding
  readonly #waiting = new Map<number, Waiting>()
  #asks: Ask[] = []
  #lastId = 0
  /** Why nothing can be asked any more. */
  #end: Error | null = null

  constructor(worker: Worker, standing: StorageStanding) {
    this.#worker = worker
    this.#standing = standing
    worker.on('message', (word: Word) => {
      if ('state' in word) this.#stand(word)
      else for (const reply of word) this.#settle(reply)
    })
    worker.on('error', (cause) => this.#giveUp(new StorageFailure('the thread of the store failed', { cause })))
    worker.on('exit', () => this.#giveUp(new StorageFailure('the thread of the store has ended')))
  }

  get standing(): StorageStanding {
    return this.#standing
  }

  listen(listener: (standing: StorageStanding) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** An area of the store whose every method is asked over the line. */
  area<Name extends keyof Store>(area: Name): Store[Name] {
    const methods = new Map<string, (...args: readonly unknown[]) => Promise<unknown>>()
    return new Proxy({} as Store[Name], {
      get: (_target, method) => {
        if (typeof method !== 'string') return undefined
        const known = methods.get(method)
        if (known) return known
        const ask = (...args: readonly unknown[]) => this.#ask({ area, method, args })
        methods.set(method, ask)
        return ask
      },
    })
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
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      const count = this.#asks.push({ ...ask, id: this.#lastId })
      if (count === 1) setImmediate(() => this.#send())
      if (count === fullMessage) this.#send()
    })
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
    if (reply.ok) waiting?.resolve(reply.value)
    else waiting?.reject(revived(reply.error))
  }

  #stand(standing: StorageStanding): void {
    this.#standing = standing
    for (const listener of this.#listeners) listener(standing)
  }

  #giveUp(cause: Error): void {
    // Ended without having been asked to: nothing can be kept any more.
    if (!this.#end) this.#stand({ ...this.#standing, state: 'failing', cause: 'thread' })
    this.#end ??= cause
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
  }
}

function revived({ name, message, code, trouble }: PlainError): Error {
  const error =
    name === StorageFailure.name ? new StorageFailure(message, trouble ? { trouble } : {}) : new Error(message)
  return code === null ? error : Object.assign(error, { code })
}
