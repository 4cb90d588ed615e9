import { setTimeout } from 'node:timers/promises'
import type { Clock } from './ports.ts'

/**
 * How often something may happen in a minute, counted over the last sixty seconds for each key. On the steady clock:
 * setting the wall clock back must not stop a shop from sending.
 */
export class Allowance {
  readonly #perMinute: number
  readonly #clock: Clock
  readonly #used = new Map<string, number[]>()

  constructor(perMinute: number, clock: Clock) {
    this.#perMinute = perMinute
    this.#clock = clock
  }

  /** @returns 0 where it may happen, which is then counted; else how many milliseconds to wait */
  take(key: string): number {
    const now = this.#clock.steadyMs()
    const recent = (this.#used.get(key) ?? []).filter((at) => now - at < 60_000)
    const [oldest] = recent
    this.#used.set(key, recent)
    if (recent.length >= this.#perMinute) return Math.max(1, Math.ceil(60_000 - (now - (oldest ?? now))))
    recent.push(now)
    if (this.#used.size > 10_000) this.#forgetIdle(now)
    return 0
  }

  /** Waits until it may happen, in turn. */
  async wait(key: string): Promise<void> {
    for (let waitMs = this.take(key); waitMs > 0; waitMs = this.take(key)) await setTimeout(waitMs)
  }

  #forgetIdle(now: number): void {
    for (const [key, times] of this.#used) if (times.every((at) => now - at >= 60_000)) this.#used.delete(key)
  }
}
