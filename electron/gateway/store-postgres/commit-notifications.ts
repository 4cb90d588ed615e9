import type pg from 'pg'
import type { CommitNews } from '../store/port/processes.ts'
import type { Query } from './query.ts'

/** The first news is sent at once, later ones together after this time. */
const restMs = 200

const channel = 'resit_news'
/** News has nothing to store, so its commit does not wait for the disk. */
const sayNews = `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  SELECT pg_notify('${channel}', $1) FROM quick`

interface Own {
  /** Apart from the writer's. */
  readonly ask: Query
  readonly own: string
  /** Starts keeping a connection to listen on. */
  readonly begin: () => void
}

/**
 * Tells other processes that this one has committed, and hears their news. It is apart from the writes, so that they
 * cost no more. News may be lost, for example if the process is killed, so processes also ask at intervals. After a
 * lost connection there may be news.
 */
export class CommitNotifications implements CommitNews {
  readonly #own: Own
  readonly #saying: Spaced
  readonly #telling: Spaced
  #heard: (() => void) | null = null

  constructor(own: Own) {
    this.#own = own
    this.#saying = new Spaced(() => void own.ask(sayNews, own.own).catch(() => undefined))
    this.#telling = new Spaced(() => this.#heard?.())
  }

  say(): void {
    this.#saying.run()
  }

  listen(heard: () => void): void {
    this.#heard = heard
    this.#own.begin()
  }

  async hearOn(client: pg.Client): Promise<void> {
    client.on('notification', ({ payload }) => {
      if (payload !== this.#own.own) this.#telling.run()
    })
    await client.query(`LISTEN ${channel}`)
    this.#telling.run()
  }

  stop(): void {
    this.#saying.stop()
    this.#telling.stop()
  }
}

/** Runs at once after a rest; calls that come meanwhile run once after the next. */
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
