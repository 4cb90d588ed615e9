import type { ClockStatus } from '../../../shared/domain/clock-skew.ts'
import type { OutboxDeps } from './deps.ts'

/** Smaller steps are those of a clock that is kept right by itself. */
const leastStepMs = 1_000

/** By so much the difference from the authority's clock has to change to be worth a line of the journal. */
const leastNotedMs = 5_000

/** What the outbox does about a wall clock that is wrong or is set while it works. */
export class ClockKeeping {
  readonly #deps: OutboxDeps
  /** By how much the wall clock is ahead of the steady one. */
  #leadMs: number
  #told: ClockStatus = 'right'
  /** Null before anything was written down since the start. */
  #notedMs: number | null = null

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    this.#leadMs = deps.clock.now() - deps.clock.steadyMs()
  }

  /** Work is due by the wall clock: set back, it would wait until that time comes round again. */
  async keepSchedule(): Promise<void> {
    const { clock, schedule } = this.#deps
    const leadMs = clock.now() - clock.steadyMs()
    const setBackMs = this.#leadMs - leadMs
    // Before waiting for the store: no other worker may see the same step.
    this.#leadMs = leadMs
    if (setBackMs > leastStepMs) await schedule.advance(setBackMs)
  }

  /**
   * Says in the log, once for each change, how our clock stands, and writes down how far the authority's is ahead of it, as
   * evidence of how far times in the journal are right: each answer of the authority tells the time there.
   */
  async note(): Promise<void> {
    const { acts, authority, clock, log } = this.#deps
    const { kind, offsetMs } = authority.clock.status()
    if (kind === 'unknown') return
    if (kind !== this.#told && kind === 'right') log.info({ offsetMs }, 'the clock of this computer is right')
    else if (kind !== this.#told)
      log.warn({ offsetMs }, 'the clock of this computer differs from that of the authority')
    this.#told = kind
    const before = this.#notedMs
    if (!acts || (before !== null && Math.abs(offsetMs - before) < leastNotedMs)) return
    // Before waiting for the store: no other worker may write it down, too.
    this.#notedMs = offsetMs
    await acts
      .add({ at: clock.now(), by: 'gateway', type: 'clock_compared', facts: { standing: kind, offsetMs } })
      .catch((err: unknown) => {
        this.#notedMs = before
        log.error({ err }, 'how the clock stands could not be written down')
      })
  }
}
