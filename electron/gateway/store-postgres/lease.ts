import type { systemClock } from '../platform/system.ts'
import type { Lease } from '../store/port/processes.ts'
import type { Ask } from './ask.ts'

export type Clock = typeof systemClock

/**
 * A process counts on its lease for so long after it was last renewed. Longer than a server waits for a transaction that
 * stands still, in which nobody can renew.
 */
export const usualLeaseMs = 20_000

/** The others leave it alone for this much longer: no two clocks run alike. */
export const graceOf = (leaseMs: number): number => leaseMs / 2

export interface LeaseTerms {
  /** How long its process counts on it after a commit. */
  readonly leaseMs: number
  readonly clock: Clock
  /** On a connection that does not wait for whoever writes. */
  readonly read: Ask
}

/** A lease as its holder sees it, told by its own clocks: it never asks whether it has slept, it looks. */
export class OwnLease implements Lease {
  readonly id: string
  /** The number of the last commit that was made under it, as its row must say. */
  committed = 0
  readonly #leaseMs: number
  readonly #clock: Clock
  readonly #read: Ask
  #renewed: Moment
  #isOver = false

  constructor(id: string, { leaseMs, clock, read }: LeaseTerms) {
    this.id = id
    this.#leaseMs = leaseMs
    this.#clock = clock
    this.#read = read
    this.#renewed = this.moment()
  }

  isHeld(): boolean {
    const { wallMs, steadyMs } = this.moment()
    // Both clocks: the wall's may be set back, the steady one may stand still while the machine sleeps.
    const isFresh = (now: number, then: number) => now - then < this.#leaseMs
    const isInTime = isFresh(wallMs, this.#renewed.wallMs) && isFresh(steadyMs, this.#renewed.steadyMs)
    if (!isInTime) this.#isOver = true
    return !this.#isOver
  }

  async isHeldThere(): Promise<boolean> {
    if (!this.isHeld()) return false
    const text = `SELECT seen_at > clock_timestamp() - $2 * interval '1 millisecond' AS "isHeld" FROM writer WHERE id = $1::uuid`
    const rows = await this.#read<{ readonly isHeld: boolean }>(text, this.id, this.#leaseMs).catch(() => null)
    if (!rows) return false
    if (rows[0]?.isHeld !== true) this.giveUp()
    return this.isHeld()
  }

  /** @param at before the server was asked: it counts from no earlier than that */
  renew(at: Moment): void {
    if (this.isHeld()) this.#renewed = at
  }

  giveUp(): void {
    this.#isOver = true
  }

  moment(): Moment {
    return { wallMs: this.#clock.now(), steadyMs: this.#clock.steadyMs() }
  }
}

export interface Moment {
  readonly wallMs: number
  readonly steadyMs: number
}
