import { setTimeout } from 'node:timers/promises'
import type { Clock } from './ports.ts'

/**
 * How often something may happen in a minute, counted over the last sixty seconds for each key. On the steady clock:
 * setting the wall clock back must not stop a shop from sending.
 */
export class Allowance {
  readonly #perMinute: number
  readonly #minuteMs: number
  readonly #clock: Clock
  readonly #used = new Map<string, number[]>()

  /** @param minuteMs longer than a minute where the other side counts by a clock of its own */
  constructor(perMinute: number, clock: Clock, minuteMs = 60_000) {
    this.#perMinute = perMinute
    this.#minuteMs = minuteMs
    this.#clock = clock
  }

  /** @returns 0 where it may happen, which is then counted; else how many milliseconds to wait */
  take(key: string): number {
    const now = this.#clock.steadyMs()
    const recent = (this.#used.get(key) ?? []).filter((at) => now - at < this.#minuteMs)
    const [oldest] = recent
    this.#used.set(key, recent)
    if (recent.length >= this.#perMinute) return Math.max(1, Math.ceil(this.#minuteMs - (now - (oldest ?? now))))
    recent.push(now)
    if (this.#used.size > 10_000) this.#forgetIdle(now)
    return 0
  }

  /** Waits until it may happen, in turn. */
  async wait(key: string): Promise<void> {
    for (let waitMs = this.take(key); waitMs > 0; waitMs = this.take(key)) await setTimeout(waitMs)
  }

  #forgetIdle(now: number): void {
    for (const [key, times] of this.#used) if (times.every((at) => now - at >= this.#minuteMs)) this.#used.delete(key)
  }
}
