import type { Clock, Moment } from './lease.ts'

interface Heard {
  /** What the server's clock showed, in milliseconds. */
  readonly shown: number
  /** When it was asked, and when it had answered. */
  readonly asked: Moment
  readonly answered: Moment
}

/** How far the clock of the server is ahead of this process's, by which all processes over one database can be compared. */
export class ServerClock {
  readonly #clock: Clock
  #heard: Heard | null = null

  constructor(clock: Clock) {
    this.#clock = clock
  }

  heard(heard: Heard): void {
    this.#heard = heard
  }

  /**
   * As far apart as they can be by what was heard last, and by what has passed since on the steady clock: a wall clock
   * that is set is noticed at once.
   * @returns milliseconds, negative where it is behind; null before anything was heard
   */
  aheadMs(): number | null {
    if (!this.#heard) return null
    const { shown, asked, answered } = this.#heard
    const [wallMs, steadyMs] = [this.#clock.now(), this.#clock.steadyMs()]
    const least = shown + steadyMs - answered.steadyMs - wallMs
    const most = shown + steadyMs - asked.steadyMs - wallMs
    return Math.abs(least) > Math.abs(most) ? least : most
  }
}
