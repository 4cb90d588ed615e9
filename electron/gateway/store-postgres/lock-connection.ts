import pg from 'pg'
import { serialQuery } from './connect.ts'
import type { Query } from './query.ts'
import { assertPrimary } from './server.ts'

/** After this time the server ends the connection of a process that sleeps or is gone. */
const silenceMs = 15_000
const patienceMs = 5_000

interface Ends {
  /** Called before anything else on a new connection. */
  readonly begun: (client: pg.Client) => Promise<void>
  /** The connection is gone, and what it held. */
  readonly lost: () => void
}

/** A separate connection to the primary: locks on it end with it. */
export class LockConnection {
  readonly #url: string
  readonly #ends: Ends
  #client: pg.Client | null = null
  #ask: Query | null = null

  constructor(url: string, ends: Ends) {
    this.#url = url
    this.#ends = ends
  }

  get ask(): Query | null {
    return this.#ask
  }

  /** @throws Error if no primary is reached */
  async open(): Promise<Query> {
    if (this.#ask) return this.#ask
    const client = new pg.Client({
      connectionString: this.#url,
      options: `-c idle_session_timeout=${silenceMs}`,
      application_name: 'resit lock',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    // The end of the connection is noticed anyway.
    client.on('error', () => undefined)
    client.once('end', () => {
      if (this.#client === client) this.cut()
    })
    try {
      await client.connect()
      await assertPrimary(client)
      await this.#ends.begun(client)
    } catch (cause) {
      void client.end().catch(() => undefined)
      throw cause
    }
    this.#client = client
    this.#ask = serialQuery(client)
    return this.#ask
  }

  cut(): void {
    void this.close().catch(() => undefined)
    this.#ends.lost()
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    this.#ask = null
    await client?.end()
  }
}
