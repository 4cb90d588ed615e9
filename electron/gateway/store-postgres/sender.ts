import type pg from 'pg'
import type { EpochMs } from '../../../shared/domain/record.ts'
import type { systemClock } from '../platform/system.ts'
import type { SenderLease } from '../store/port/processes.ts'
import { LockConnection } from './lock-connection.ts'
import type { Query } from './query.ts'

const sendersLock = 0x7265_7370

const beatMs = 2_000

/** Quarantines are counted by each sender's own clock, so the clocks must not differ more. */
export const maxClockSkewMs = 30_000

export interface SenderTerm {
  readonly generation: number
  /** Companies of which the sender before had asked the authority; none if it is not known that nothing came between. */
  readonly looked: readonly string[]
}

interface SenderOptions {
  readonly clock: typeof systemClock
  readonly maySend: boolean
  /**
   * @param followed the generation that held the lock until now, null if that is not known
   * @returns the new one, durable
   */
  readonly raise: (followed: number | null) => Promise<SenderTerm>
  readonly noteLook: (companyGuid: string, generation: number) => Promise<void>
  readonly begun: (client: pg.Client) => Promise<void>
}

/** `shown`: the server's clock, in milliseconds. */
const look = `SELECT generation, server = this_server() AS "isHere",
  extract(epoch FROM clock_timestamp())::float8 * 1000 AS shown FROM sender`

/**
 * If the lock was held for so long under one generation, this process found its own generation: the server ends the
 * connection of a holder that is silent for 15 seconds, and a holder that finds another generation lets go.
 */
const followedMs = 20_000

/** The sender that had the right while this connection asked for it. */
interface Followed {
  readonly generation: number
  /** On the steady clock. */
  readonly sinceMs: number
  /** How far the wall clock was ahead of the steady one. */
  readonly clockMs: number
}

/**
 * The right to send: an advisory lock on a separate connection, and a generation that is raised with it. A process
 * without the lock tries every two seconds.
 */
export class PostgresSender implements SenderLease {
  readonly #options: SenderOptions
  readonly #line: LockConnection
  readonly #listeners = new Set<() => void>()
  #generation: number | null = null
  #followed: Followed | null = null
  #looked: readonly string[] = []
  #apartMs = 0
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> | null = null
  #isClosed = false

  constructor(url: string, options: SenderOptions) {
    this.#options = options
    this.#line = new LockConnection(url, { begun: options.begun, lost: () => this.#lose() })
  }

  generation(): number | null {
    return this.#generation
  }

  async isCurrent(generation: number): Promise<boolean> {
    const { ask } = this.#line
    if (ask && generation === this.#generation) await this.#look(ask).catch(() => this.#line.cut())
    return generation === this.#generation
  }

  hasLooked(companyGuid: string, now: EpochMs): boolean {
    // A computer that was put back to an earlier moment does not see its connections end. Its clock is set right.
    if (this.#followed === null) return false
    const movedMs = now - this.#options.clock.steadyMs() - this.#followed.clockMs
    return Math.abs(movedMs) <= maxClockSkewMs && this.#looked.includes(companyGuid)
  }

  async noteLook(companyGuid: string): Promise<void> {
    if (this.#generation !== null) await this.#options.noteLook(companyGuid, this.#generation)
  }

  clockApartMs(): number | null {
    return this.#options.maySend && Math.abs(this.#apartMs) > maxClockSkewMs ? this.#apartMs : null
  }

  listen(changed: () => void): void {
    this.#listeners.add(changed)
  }

  /** Tries until it is closed. @returns after the first try */
  begin(): Promise<void> {
    this.#beating ??= this.#beat()
    return this.#beating
  }

  /** After the last write, because another process may send from now on. */
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
      const seen = await this.#look(ask)
      if (this.#options.maySend && this.#generation === null && this.clockApartMs() === null)
        await this.#take(ask, seen)
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
  async #look(ask: Query): Promise<number> {
    const [seen] = await ask<{ readonly generation: string; readonly isHere: boolean; readonly shown: number }>(look)
    const generation = Number(seen?.generation)
    this.#apartMs = (seen?.shown ?? 0) - this.#options.clock.now()
    const isOver = generation !== this.#generation || seen?.isHere !== true || this.clockApartMs() !== null
    if (this.#generation !== null && isOver) throw new Error('another process sends, or this one must not')
    return generation
  }

  /** @param seen the generation that stood before the lock was asked for */
  async #take(ask: Query, seen: number): Promise<void> {
    const { clock } = this.#options
    const text = 'SELECT pg_try_advisory_lock($1) AS "isHeld"'
    const [lock] = await ask<{ readonly isHeld: boolean }>(text, sendersLock)
    const steadyMs = clock.steadyMs()
    const followed = this.#followed
    if (lock?.isHeld !== true) {
      // A generation that went back belongs to a database that was restored while it was in use.
      if (seen > (followed?.generation ?? -1))
        this.#followed = { generation: seen, sinceMs: steadyMs, clockMs: clock.now() - steadyMs }
      return
    }
    const isKnown = followed !== null && steadyMs - followed.sinceMs >= followedMs
    const { generation, looked } = await this.#options.raise(isKnown ? followed.generation : null)
    // The lock may have been lost while the generation was raised.
    if (this.#line.ask !== ask) return
    this.#looked = looked
    this.#become(generation)
    await this.#look(ask)
  }

  #lose(): void {
    this.#followed = null
    this.#become(null)
  }

  #become(generation: number | null): void {
    if (this.#generation === generation) return
    this.#generation = generation
    for (const changed of this.#listeners) changed()
  }
}
