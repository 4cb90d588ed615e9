import type { Instant } from '../../../../shared/domain/record.ts'
import type { Clock } from '../../ports.ts'

/**
 * The practice authority's time: the machine's, moved on to rehearse a window of hours or days. It is not kept
 * over a restart: an authority that stayed days ahead of the shop would refuse every document from then on.
 */
export class PracticeClock implements Clock {
  readonly #machine: Clock
  #movedMs = 0
  #wrongByMs = 0

  constructor(machine: Clock) {
    this.#machine = machine
  }

  now(): Instant {
    return this.#machine.now() + this.#movedMs + this.#wrongByMs
  }

  steadyMs(): number {
    return this.#machine.steadyMs() + this.#movedMs
  }

  /** @param ms forwards only */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError('time moves forwards only')
    this.#movedMs += ms
  }

  /** A clock that is wrong, as opposed to one moved on: this one shows in the `Date` of every answer. */
  beWrongBy(ms: number): void {
    this.#wrongByMs = ms
  }

  /** What the `Date` header says. */
  shown(): Instant {
    return this.#wrongByMs === 0 ? this.#machine.now() : this.now()
  }
}
