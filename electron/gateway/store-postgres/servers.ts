import pg from 'pg'
import { addressesIn } from '../platform/server-list.ts'

/** The servers of one cluster, of which one takes writes, and another one later. */
export class Servers {
  readonly #urls: readonly string[]
  readonly #where = new WeakMap<object, string>()
  readonly #listeners = new Set<() => void>()
  /** Where the next connection is tried. */
  #next = 0
  /** Which took writes when it was asked last. */
  #primary: string | null = null
  /** How often a server may have been restarted, and up to which of these a commit has gone through since. */
  #breaks = 1
  #believed = 0

  /** @param list an address that names one of them, or several one after the other */
  constructor(list: string) {
    const urls = addressesIn(list).map(({ href }) => href)
    this.#urls = urls.length > 0 ? urls : [list]
  }

  get count(): number {
    return this.#urls.length
  }

  /** Where the next connection is tried. */
  get next(): string {
    return this.#urls[this.#next] ?? ''
  }

  /** No connection came about there: the next one goes to the next server. */
  leave(url: string): void {
    if (this.next === url) this.#next = (this.#next + 1) % this.#urls.length
  }

  /** A connection goes there. */
  goes(client: object, url: string): void {
    this.#where.set(client, url)
  }

  /**
   * To be asked of every new connection before anything else: a replica answers what was, not what is.
   * @throws TakesNoWrites
   */
  async assertPrimary(client: pg.Client | pg.PoolClient): Promise<void> {
    const url = this.#where.get(client) ?? ''
    if (await isReplica(client)) throw new TakesNoWrites('this PostgreSQL is a replica and takes no writes')
    const before = this.#primary
    this.#primary = url
    if (before !== null && before !== url) for (const moved of this.#listeners) moved()
  }

  /** Whether its server is, as far as anybody heard, the one that takes writes. */
  isCurrent(client: object): boolean {
    return this.#where.get(client) === this.#primary
  }

  /** A connection broke that was not cut here. */
  broke(): void {
    this.#breaks += 1
  }

  /** To be given to `believe` once a commit that begins now has gone through. */
  get breaks(): number {
    return this.#breaks
  }

  believe(breaks: number): void {
    this.#believed = Math.max(this.#believed, breaks)
  }

  /**
   * Whether synchronous replicas have what is read: a server that was restarted shows what it kept before any of them
   * has it, until a commit has gone through, which waits for them.
   */
  get isBelieved(): boolean {
    return this.#believed === this.#breaks
  }

  /** @param moved called once another server takes writes than before */
  onMove(moved: () => void): void {
    this.#listeners.add(moved)
  }
}

/** So long a server that took the connection may stand still. */
const patienceMs = 5_000

async function isReplica(client: pg.Client | pg.PoolClient): Promise<boolean> {
  // In the middle of a question this does not wait for the other end.
  const cut = setTimeout(() => void client.end(), patienceMs)
  try {
    const { rows } = await client.query<{ readonly is: boolean }>('SELECT pg_is_in_recovery() AS is')
    return rows[0]?.is !== false
  } finally {
    clearTimeout(cut)
  }
}

/** Clients that go where the next connection is tried. */
export const clientOf = (servers: Servers): (new (config?: pg.ClientConfig) => pg.Client) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const url = servers.next
      super({ ...config, connectionString: url })
      servers.goes(this, url)
    }
  }

/** As the server itself says it, where it is asked to write all the same. */
export class TakesNoWrites extends Error {
  override readonly name = 'TakesNoWrites'
  readonly code = '25006'
}
