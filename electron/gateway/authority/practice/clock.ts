import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Clock } from '../../ports.ts'

/**
 * The machine's time, moved on to rehearse hours or days. A restart resets it: an authority that stayed days ahead
 * would refuse every document.
 */
export class PracticeClock implements Clock {
  readonly #machine: Clock
  #movedMs = 0
  #wrongByMs = 0

  constructor(machine: Clock) {
    this.#machine = machine
  }

  now(): EpochMs {
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

  /** Unlike a moved clock, this error shows in the `Date` of every answer. */
  beWrongBy(ms: number): void {
    this.#wrongByMs = ms
  }

  shown(): EpochMs {
    return this.#wrongByMs === 0 ? this.#machine.now() : this.now()
  }
}
