import { setTimeout as pause } from 'node:timers/promises'
import type { News } from '../store/port/processes.ts'
import { clientOf, type Servers } from './servers.ts'

/** Every commit that numbers an event or an act says so there, once and without a word of what it was. */
export const newsChannel = 'resit_news'

/** After so long a connection that ended is made anew. */
const againMs = 1_000
const connectPatienceMs = 5_000
/** A computer that is gone without a word is noticed after some half a minute. */
const keepAliveMs = 10_000

/** Hears what other processes commit, on a connection of its own. */
export class Listening implements News {
  readonly #servers: Servers
  readonly #isOwn: (backend: number) => boolean
  readonly #listeners = new Set<() => void>()
  #running: Promise<void> | null = null
  #drop: (() => void) | null = null
  readonly #closed = new AbortController()

  /** @param isOwn whether a backend of the server is what this process writes by */
  constructor(servers: Servers, isOwn: (backend: number) => boolean) {
    this.#servers = servers
    this.#isOwn = isOwn
  }

  listen(heard: () => void): void {
    this.#listeners.add(heard)
    this.#running ??= this.#keepListening()
  }

  async close(): Promise<void> {
    this.#closed.abort()
    this.#drop?.()
    await this.#running
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closed
    while (!signal.aborted) {
      await this.#listenOnce()
      await pause(againMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  /** @returns once the connection has ended, or none came about: whoever writes finds out where the server is */
  async #listenOnce(): Promise<void> {
    const client = new (clientOf(this.#servers))({
      application_name: 'resit',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      connectionTimeoutMillis: connectPatienceMs,
    })
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve)
      // A server that stands still answers no end either.
      this.#drop = resolve
    })
    // What breaks is heard of at its end.
    client.on('error', () => undefined)
    client.on('notification', ({ processId }) => {
      if (!this.#isOwn(processId)) this.#tell()
    })
    const stopMoving = this.#servers.onMove(() => {
      if (!this.#servers.isCurrent(client)) this.#drop?.()
    })
    const begun = client
      .connect()
      .then(() => this.#servers.assertPrimary(client))
      .then(() => client.query(`LISTEN ${newsChannel}`))
      // What was committed before is not told any more.
      .then(() => this.#tell())
    try {
      await Promise.race([begun, ended])
      await ended
    } catch {
      // Looked for again a moment later; what is new is asked for all the while.
    } finally {
      stopMoving()
      void begun.catch(() => undefined)
      void client.end().catch(() => undefined)
    }
  }

  #tell(): void {
    for (const heard of this.#listeners) heard()
  }
}
