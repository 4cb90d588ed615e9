import type { ClockStanding } from '../../../shared/domain/clock-skew.ts'
import type { OutboxParts } from './parts.ts'

/** Smaller steps are those of a clock that is kept right by itself. */
const leastStepMs = 1_000

/** What the outbox does about a wall clock that is wrong or is set while it works. */
export class ClockKeeping {
  readonly #parts: OutboxParts
  /** By how much the wall clock is ahead of the steady one. */
  #leadMs: number
  #told: ClockStanding = 'right'

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#leadMs = parts.clock.now() - parts.clock.steadyMs()
  }

  /** Work is due by the wall clock: set back, it would wait until that time comes round again. */
  async keepSchedule(): Promise<void> {
    const { clock, schedule } = this.#parts
    const leadMs = clock.now() - clock.steadyMs()
    const setBackMs = this.#leadMs - leadMs
    // Before waiting for the store: no other loop may see the same step.
    this.#leadMs = leadMs
    if (setBackMs > leastStepMs) await schedule.advance(setBackMs)
  }

  /** Says in the log, once for each change, how our clock stands: whatever the authority answers tells the time there. */
  tell(): void {
    const { authority, log } = this.#parts
    const { kind, offsetMs } = authority.clock.standing()
    if (kind === 'unknown' || kind === this.#told) return
    this.#told = kind
    if (kind === 'right') log.info({ offsetMs }, 'the clock of this computer is right')
    else log.warn({ offsetMs }, 'the clock of this computer differs from that of the authority')
  }
}
