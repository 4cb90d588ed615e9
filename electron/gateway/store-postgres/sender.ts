import type pg from 'pg'
import type { systemClock } from '../platform/system.ts'
import type { Sender } from '../store/port/processes.ts'
import type { Query } from './ask.ts'
import { Line } from './line.ts'

const sendersLock = 0x7265_7370

const beatMs = 2_000

/** Quarantines are counted by each sender's own clock, so the clocks must not differ more. */
export const mostApartMs = 30_000

interface SenderOptions {
  readonly clock: Pick<typeof systemClock, 'now'>
  readonly maySend: boolean
  /** @returns the new generation, durable */
  readonly raise: () => Promise<number>
  readonly begun: (client: pg.Client) => Promise<void>
}

/** `shown`: the server's clock, in milliseconds. */
const look = 'SELECT generation, extract(epoch FROM clock_timestamp())::float8 * 1000 AS shown FROM sender'

/**
 * The right to send: an advisory lock on a separate connection, and a generation that is raised with it. A process
 * without the lock tries every two seconds.
 */
export class PostgresSender implements Sender {
  readonly #options: SenderOptions
  readonly #line: Line
  readonly #listeners = new Set<() => void>()
  #generation: number | null = null
  #apartMs = 0
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | null = null
  #isClosed = false

  constructor(url: string, options: SenderOptions) {
    this.#options = options
    this.#line = new Line(url, { begun: options.begun, lost: () => this.#become(null) })
  }

  generation(): number | null {
    return this.#generation
  }

  async isCurrent(generation: number): Promise<boolean> {
    const { ask } = this.#line
    if (ask && generation === this.#generation) await this.#look(ask).catch(() => this.#line.cut())
    return generation === this.#generation
  }

  clockApartMs(): number | null {
    return this.#options.maySend && Math.abs(this.#apartMs) > mostApartMs ? this.#apartMs : null
  }

  listen(changed: () => void): void {
    this.#listeners.add(changed)
  }

  /** Tries until it is closed. @returns after the first try */
  begin(): Promise<void> {
    this.#beating ??= this.#beat()
    return this.#beating
  }

  /** After the last write: another process may send now. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#beating
    this.#generation = null
    await this.#line.close()
  }

  async #beat(): Promise<void> {
    try {
      const ask = await this.#line.open()
      await this.#look(ask)
      if (this.#options.maySend && this.#generation === null && this.clockApartMs() === null) await this.#take(ask)
    } catch {
      // The writer reports that the database is away.
      this.#line.cut()
    }
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat()
    }, beatMs).unref()
  }

  /** @throws Error if the connection is gone, or nothing may be sent */
  async #look(ask: Query): Promise<void> {
    const [seen] = await ask<{ readonly generation: string; readonly shown: number }>(look)
    this.#apartMs = (seen?.shown ?? 0) - this.#options.clock.now()
    if (this.#generation === null) return
    if (Number(seen?.generation) !== this.#generation || this.clockApartMs() !== null)
      throw new Error('another process sends, or this one must not')
  }

  async #take(ask: Query): Promise<void> {
    const text = 'SELECT pg_try_advisory_lock($1) AS "isHeld"'
    const [lock] = await ask<{ readonly isHeld: boolean }>(text, sendersLock)
    if (lock?.isHeld !== true) return
    const generation = await this.#options.raise()
    if (this.#line.ask !== ask) return
    this.#become(generation)
    await this.#look(ask)
  }

  #become(generation: number | null): void {
    if (this.#generation === generation) return
    this.#generation = generation
    for (const changed of this.#listeners) changed()
  }
}
