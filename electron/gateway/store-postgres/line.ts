import pg from 'pg'
import type { Ask } from './ask.ts'
import { serialAsk } from './connect.ts'
import { assertPrimary } from './server.ts'

/** The server ends the connection of a process that it does not hear of for so long: it sleeps, or its computer is gone. */
const silenceMs = 15_000
const patienceMs = 5_000

interface Ends {
  /** Called with each new connection before anything is asked on it. */
  readonly begun: (client: pg.Client) => Promise<void>
  /** Called if the connection is gone, and with it what it held. */
  readonly lost: () => void
}

/** A connection beside the shared ones, to the server that takes writes: what is held by it ends with it. */
export class Line {
  readonly #url: string
  readonly #ends: Ends
  #client: pg.Client | null = null
  #ask: Ask | null = null

  constructor(url: string, ends: Ends) {
    this.#url = url
    this.#ends = ends
  }

  /** Null if there is none. */
  get ask(): Ask | null {
    return this.#ask
  }

  /** Makes one if there is none. @throws Error if no server is reached that takes writes */
  async open(): Promise<Ask> {
    if (this.#ask) return this.#ask
    const client = new pg.Client({
      connectionString: this.#url,
      options: `-c idle_session_timeout=${silenceMs}`,
      application_name: 'resit line',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    // An error is heard of at the end of the connection.
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
    this.#ask = serialAsk(client)
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
