import type pg from 'pg'
import type { News } from '../store/port/processes.ts'
import type { Ask } from './ask.ts'

/** Of what comes one after the other the first is told at once, and the rest together after so long. */
const restMs = 200

const channel = 'resit_news'
/** Nothing that must be kept: the commit does not wait for the disk. */
const sayNews = `WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  SELECT pg_notify('${channel}', $1) FROM quick`

interface Own {
  /** On a connection that does not wait for the writer. */
  readonly ask: Ask
  /** Of this process alone. */
  readonly own: string
  /** Begins to keep a connection on which it is heard. */
  readonly begin: () => void
}

/**
 * Tells the other processes on the database that this one committed, and hears that one of them did. Beside the writes and
 * not in them, so that these cost no more than they did: what is not told, because the process was killed in between say,
 * is found by asking. A line that is lost is made again; what was said meanwhile is not heard, so there may be some then.
 */
export class SharedNews implements News {
  readonly #own: Own
  readonly #saying: Spaced
  readonly #telling: Spaced
  #heard: (() => void) | null = null

  constructor(own: Own) {
    this.#own = own
    this.#saying = new Spaced(() => void own.ask(sayNews, own.own).catch(() => undefined))
    this.#telling = new Spaced(() => this.#heard?.())
  }

  /** This process committed something. */
  say(): void {
    this.#saying.run()
  }

  listen(heard: () => void): void {
    this.#heard = heard
    this.#own.begin()
  }

  /** Hears of them on a connection that is new. */
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

/** Done at once after a rest, and once more after the next for what comes meanwhile. */
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
