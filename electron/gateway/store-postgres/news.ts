import type pg from 'pg'
import type { News } from '../store/port/processes.ts'
import type { Ask } from './ask.ts'
import { clientOf, type Servers } from './servers.ts'

const connectPatienceMs = 5_000
/** A line that somebody on the way has dropped is asked whether it lives after so long. */
const keepAliveMs = 10_000
const againMs = 1_000
/** Of what comes one after the other the first is told at once, and the rest together after so long. */
const restMs = 200

const channel = 'resit_news'
/** Nothing that must be kept: the commit does not wait for the disk. */
const sayNews = `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  SELECT pg_notify('${channel}', $1) FROM quick`

interface Own {
  /** On a connection that does not wait for whoever writes. */
  readonly ask: Ask
  /** Of this process alone. */
  readonly own: string
}

/**
 * Tells the other processes on the database that this one committed, and hears on a connection of its own that one of
 * them did. Beside the writes and not in them, so that these cost no more than they did: what is not told, because the
 * process was killed in between say, is found by whoever asks. A line that is lost is made again; what was said meanwhile
 * nobody hears, so there may be some then.
 */
export class SharedNews implements News {
  readonly #servers: Servers
  readonly #own: string
  readonly #saying: Spaced
  readonly #telling: Spaced
  #heard: (() => void) | null = null
  #client: pg.Client | null = null
  #again: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(servers: Servers, { ask, own }: Own) {
    this.#servers = servers
    this.#own = own
    this.#saying = new Spaced(() => void ask(sayNews, own).catch(() => undefined))
    this.#telling = new Spaced(() => this.#heard?.())
    servers.onMove(() => {
      if (this.#client && !servers.isCurrent(this.#client)) this.#ended(this.#client)
    })
  }

  /** This process committed something. */
  say(): void {
    this.#saying.run()
  }

  listen(heard: () => void): void {
    this.#heard = heard
    void this.#connect()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#saying.stop()
    this.#telling.stop()
    clearTimeout(this.#again)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const server = this.#servers.next
    const client = new (clientOf(this.#servers))({
      application_name: 'resit',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: connectPatienceMs,
    })
    this.#client = client
    // What breaks is heard of at its end.
    client.on('error', () => undefined)
    client.on('notification', (notification) => this.#hear(notification))
    client.once('end', () => this.#ended(client))
    try {
      await client.connect()
      await this.#servers.assertPrimary(client)
      await client.query(`LISTEN ${channel}`)
      this.#telling.run()
    } catch {
      this.#servers.leave(server)
      this.#ended(client)
    }
  }

  #ended(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return
    this.#client = null
    void client.end().catch(() => undefined)
    this.#again = setTimeout(() => void this.#connect(), againMs).unref()
  }

  #hear({ payload }: pg.Notification): void {
    if (payload !== this.#own) this.#telling.run()
  }
}

/** Done at once after a rest, and once more after the next for whatever comes meanwhile. */
class Spaced {
  readonly #task: () => void
  #resting: NodeJS.Timeout | undefined
  #isMore = false
  #isStopped = false

  constructor(task: () => void) {
    this.#task = task
  }

  run(): void {
    this.#isMore = this.#resting !== undefined
    if (this.#isMore || this.#isStopped) return
    this.#task()
    this.#resting = setTimeout(() => {
      this.#resting = undefined
      if (this.#isMore) this.run()
    }, restMs).unref()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#resting)
  }
}
