import type pg from 'pg'
import { StorageFailure, StoreRefusal } from '../store/refusal.ts'
import { clientOf, type Servers } from './servers.ts'

/** Whoever holds it may send what is kept in the database: one alone, or several that share it. It ends with its connection. */
const sendersLock = 0x7265_7370

/** A computer that is gone without a word holds it for so long: some half a minute. */
const options = ['idle=10', 'interval=5', 'count=4'].map((setting) => `-c tcp_keepalives_${setting}`).join(' ')
const connectPatienceMs = 5_000

/** `beside_others`: they look after each other by leases · `alone`: each would have a practice authority of its own. */
export type Sending = 'beside_others' | 'alone'

const take = { beside_others: 'pg_try_advisory_lock_shared', alone: 'pg_try_advisory_lock' } as const

/** Of a process, to send what is kept in one database. */
export class RightToSend {
  readonly #servers: Servers
  readonly #sending: Sending
  readonly #lost: (failure: StorageFailure) => void
  #client: pg.Client | null = null

  /** @param lost called where the connection ends by itself: until it is held anew, another may send */
  constructor(servers: Servers, sending: Sending, lost: (failure: StorageFailure) => void) {
    this.#servers = servers
    this.#sending = sending
    this.#lost = lost
    // What is held of a server that was left, without a word perhaps, keeps nobody from anything.
    servers.onMove(() => {
      if (this.#client && !servers.isCurrent(this.#client)) this.#ended(this.#client)
    })
  }

  /** Takes it, or keeps it. @throws StoreRefusal where another process has it · StorageFailure where nobody answers */
  async hold(): Promise<void> {
    if (this.#client) return
    const server = this.#servers.next
    const client = new (clientOf(this.#servers))({
      options,
      application_name: 'resit',
      keepAlive: true,
      connectionTimeoutMillis: connectPatienceMs,
    })
    // What breaks is heard of at its end.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await this.#servers.assertPrimary(client)
      await this.#take(client)
    } catch (cause) {
      await client.end().catch(() => undefined)
      if (cause instanceof StoreRefusal) throw cause
      this.#servers.leave(server)
      throw new StorageFailure('the database does not answer', { cause })
    }
    this.#client = client
    client.once('end', () => this.#ended(client))
  }

  async release(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  #ended(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = null
    void client.end()
    this.#lost(new StorageFailure('the connection that holds the right to send has ended'))
  }

  async #take(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ readonly held: boolean }>(`SELECT ${take[this.#sending]}($1) AS held`, [
      sendersLock,
    ])
    if (rows[0]?.held !== true)
      throw new StoreRefusal(
        'sent_by_another',
        'Another process sends what this database keeps, and in practice mode, or where it is of an older version, it does so alone. Stop it first, or start this one with RESIT_DISPATCH=off: it answers tills then and leaves the sending to the other.',
      )
  }
}
