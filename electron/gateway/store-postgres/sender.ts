import type pg from 'pg'
import type { systemClock } from '../platform/system.ts'
import type { Sender } from '../store/port/processes.ts'
import type { Ask } from './ask.ts'
import { serialAsk } from './connect.ts'
import { clientOf, type Servers } from './servers.ts'

/** Of the one process that sends what a database keeps. The lock ends with its connection. */
const sendersLock = 0x7265_7370

/** The server ends the connection of a process that it does not hear of for so long: it sleeps, or its computer is gone. */
const silenceMs = 15_000
const beatMs = 2_000
const patienceMs = 5_000

/** The next sender waits out the quarantine that this one began, so their clocks may be this far apart and no further. */
export const mostApartMs = 30_000

interface SenderOptions {
  readonly clock: Pick<typeof systemClock, 'now'>
  /** Makes a new generation durable. @returns it */
  readonly raise: () => Promise<number>
}

/** `shown`: by the server's clock, in milliseconds. */
const look = 'SELECT generation, extract(epoch FROM clock_timestamp())::float8 * 1000 AS shown FROM sender'

interface Line {
  readonly client: pg.Client
  readonly ask: Ask
}

/**
 * The right of one of several processes to send: an advisory lock on a connection of its own, and the generation that was
 * raised when it was taken. A process without it tries again every two seconds.
 */
export class PostgresSender implements Sender {
  readonly #servers: Servers
  readonly #options: SenderOptions
  readonly #listeners = new Set<() => void>()
  #line: Line | null = null
  #generation: number | null = null
  #apartMs = 0
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | null = null
  #isClosed = false

  constructor(servers: Servers, options: SenderOptions) {
    this.#servers = servers
    this.#options = options
    // A lock of a server that was left keeps no other process from anything.
    servers.onMove(() => {
      if (this.#line && !servers.isCurrent(this.#line.client)) this.#lose(this.#line)
    })
  }

  generation(): number | null {
    return this.#generation
  }

  async isCurrent(generation: number): Promise<boolean> {
    const line = this.#line
    if (line && generation === this.#generation) await this.#look(line).catch(() => this.#lose(line))
    return generation === this.#generation
  }

  clockApartMs(): number | null {
    return Math.abs(this.#apartMs) > mostApartMs ? this.#apartMs : null
  }

  listen(changed: () => void): void {
    this.#listeners.add(changed)
  }

  /** Takes the right if it is free, keeps it, and goes on so until it is closed. */
  async beat(): Promise<void> {
    this.#beating = this.#tryOnce()
    await this.#beating
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.beat(), beatMs).unref()
  }

  /** After the last write: another process may send from now on. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#beating
    const line = this.#line
    this.#line = null
    this.#generation = null
    await line?.client.end()
  }

  async #tryOnce(): Promise<void> {
    try {
      const line = (this.#line ??= await this.#connect())
      try {
        await this.#look(line)
        if (this.#generation === null && this.clockApartMs() === null) await this.#take(line)
      } catch {
        this.#lose(line)
      }
    } catch {
      // The database is not reached: the writer says so.
    }
  }

  async #connect(): Promise<Line> {
    const server = this.#servers.next
    const client = new (clientOf(this.#servers))({
      options: `-c idle_session_timeout=${silenceMs}`,
      application_name: 'resit',
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    })
    // An error is heard of at the end of the connection.
    client.on('error', () => undefined)
    const line = { client, ask: serialAsk(client) }
    client.once('end', () => this.#lose(line))
    try {
      await client.connect()
      await this.#servers.assertPrimary(client)
    } catch (cause) {
      this.#servers.leave(server)
      void client.end().catch(() => undefined)
      throw cause
    }
    return line
  }

  /** @throws Error if the connection is gone, or nothing may be sent under what this process has */
  async #look({ ask }: Line): Promise<void> {
    const [seen] = await ask<{ readonly generation: string; readonly shown: number }>(look)
    this.#apartMs = (seen?.shown ?? 0) - this.#options.clock.now()
    if (this.#generation === null) return
    if (Number(seen?.generation) !== this.#generation || this.clockApartMs() !== null)
      throw new Error('another process sends, or this one must not')
  }

  async #take(line: Line): Promise<void> {
    const text = 'SELECT pg_try_advisory_lock($1) AS "isHeld"'
    const [lock] = await line.ask<{ readonly isHeld: boolean }>(text, sendersLock)
    if (lock?.isHeld !== true) return
    const generation = await this.#options.raise()
    if (this.#line !== line) return
    this.#generation = generation
    // The lock may have been lost while the generation was raised.
    await this.#look(line)
    for (const changed of this.#listeners) changed()
  }

  #lose(line: Line): void {
    if (this.#line !== line) return
    const wasSender = this.#generation !== null
    this.#line = null
    this.#generation = null
    void line.client.end().catch(() => undefined)
    if (wasSender) for (const changed of this.#listeners) changed()
  }
}
