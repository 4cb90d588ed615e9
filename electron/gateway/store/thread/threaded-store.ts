import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Companies, Store } from '../port.ts'
import { StorageFailure, StoreRefusal } from '../refusal.ts'
import type { Ask, Opened, PlainError, Reply } from './messages.ts'

/**
 * The store behind SQLite in a thread of its own: while the disk syncs, tills are still heard. Everything that one turn
 * of the loop asks goes over in one message, so a busy gateway pays for few.
 * @param file the database; made where there is none
 * @throws StoreRefusal where it must not be used
 */
export async function openThreadedStore(file: string): Promise<Store> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { file } })
  const [opened] = (await once(worker, 'message')) as [Opened]
  if (!opened.ok) {
    await worker.terminate()
    throw opened.reason ? new StoreRefusal(opened.reason, opened.message) : new Error(opened.message)
  }
  const line = new Line(worker)
  const area = <Name extends keyof Store>(name: Name) => line.area(name)
  return {
    records: area('records'),
    schedule: area('schedule'),
    companies: await remembered(area('companies')),
    tokens: area('tokens'),
    taxpayers: area('taxpayers'),
    settings: area('settings'),
    codes: area('codes'),
    acts: area('acts'),
    upkeep: { ...methodsOf(area('upkeep'), ['backup', 'integrity']), close: () => line.close() },
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

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (cause: Error) => void
}

/** Questions to the store's thread and their answers. */
class Line {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #asks: Ask[] = []
  #lastId = 0
  /** Why nothing can be asked any more. */
  #end: Error | null = null

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) this.#settle(reply)
    })
    worker.on('error', (cause) => this.#giveUp(new StorageFailure('the thread of the store failed', { cause })))
    worker.on('exit', () => this.#giveUp(new StorageFailure('the thread of the store has ended')))
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
      if (this.#asks.push({ ...ask, id: this.#lastId }) === 1) setImmediate(() => this.#send())
    })
  }

  #send(): void {
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

  #giveUp(cause: Error): void {
    this.#end ??= cause
    for (const { reject } of this.#waiting.values()) reject(this.#end)
    this.#waiting.clear()
  }
}

function revived({ name, message, code }: PlainError): Error {
  const error = name === StorageFailure.name ? new StorageFailure(message) : new Error(message)
  return code === null ? error : Object.assign(error, { code })
}
