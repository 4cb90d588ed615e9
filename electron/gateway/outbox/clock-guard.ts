import type { ClockStatus } from '../../../shared/domain/clock-skew.ts'
import { leadOf } from '../ports.ts'
import type { OutboxDeps } from './deps.ts'

/** Smaller steps come from automatic corrections. */
const leastStepMs = 1_000

/**
 * Call it before a question to the authority.
 * @returns to be called after the answer: whether our clock can say how long ago something was. It cannot if it is wrong,
 * or was set in between
 */
export function watchClock({ clock, authority }: Pick<OutboxDeps, 'clock' | 'authority'>): () => boolean {
  const leadMs = leadOf(clock)
  return () => authority.clock.status().kind !== 'wrong' && Math.abs(leadOf(clock) - leadMs) <= leastStepMs
}

/** The change of the offset that is worth a line of the journal. */
const leastNotedMs = 5_000

/** Keeps the schedule right if the wall clock is wrong, or is set while the gateway runs. */
export class ClockGuard {
  readonly #deps: OutboxDeps
  #leadMs: number
  #told: ClockStatus = 'right'
  /** The last noted offset; null since the start. */
  #notedMs: number | null = null

  constructor(deps: OutboxDeps) {
    this.#deps = deps
    this.#leadMs = leadOf(deps.clock)
  }

  /** If the wall clock is set back, due work would wait until then. */
  async keepSchedule(): Promise<void> {
    const { clock, schedule } = this.#deps
    const leadMs = leadOf(clock)
    const setBackMs = this.#leadMs - leadMs
    // Set before the store answers: no other worker may see the same step.
    this.#leadMs = leadMs
    if (setBackMs > leastStepMs) await schedule.advance(setBackMs)
  }

  /**
   * Logs each change of our clock's state, and notes the authority's offset in the journal: it shows how far its times
   * are right.
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
    // Set before the store answers: no other worker may note it, too.
    this.#notedMs = offsetMs
    await acts
      .add({ at: clock.now(), by: 'gateway', type: 'clock_compared', facts: { standing: kind, offsetMs } })
      .catch((err: unknown) => {
        this.#notedMs = before
        log.error({ err }, 'how the clock stands could not be written down')
      })
  }
}
