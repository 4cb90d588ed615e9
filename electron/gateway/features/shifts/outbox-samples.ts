import type { Log } from '../../ports.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Figures, OutboxSample } from '../../store/port/shifts.ts'
import type { HealthMonitor, HealthState } from '../health/monitor.ts'

export interface SamplingDeps {
  readonly monitor: Pick<HealthMonitor, 'look'>
  readonly figures: Pick<Figures, 'sample'>
  readonly companies: Pick<Companies, 'list'>
  readonly log: Log
  /** False while nothing can be written down. */
  readonly isStorageSound?: () => boolean
}

const everyMs = 60_000

/** Notes once a minute how long the outbox of each company is, for a drawing of it. */
export class OutboxSamples {
  readonly #deps: SamplingDeps
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(deps: SamplingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.tick().catch((err: unknown) =>
        this.#deps.log.warn({ err }, 'the length of the outbox could not be noted'),
      )
    }, everyMs)
    this.#timer.unref()
  }

  /** Waits for a note under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** What the timer does. */
  async tick(): Promise<void> {
    const { monitor, figures, companies, isStorageSound } = this.#deps
    if (isStorageSound?.() === false) return
    const { facts } = await monitor.look()
    const guids = (await companies.list()).map(({ profile }) => profile.companyGuid)
    const samples = guids.flatMap((companyGuid) => sampleOf(facts, companyGuid) ?? [])
    if (samples.length > 0) await figures.sample(samples)
  }
}

function sampleOf({ at, backlog }: HealthState['facts'], companyGuid: string): OutboxSample | null {
  if (!backlog) return null
  const lanes = backlog.lanes.filter((lane) => lane.companyGuid === companyGuid)
  const waiting = lanes.filter(({ work }) => work === 'send' || work === 'release')
  const sum = (some: typeof lanes) => some.reduce((count, lane) => count + lane.count, 0)
  return {
    companyGuid,
    at,
    unsent: sum(waiting),
    inDoubt: sum(lanes.filter(({ work }) => work === 'look_up')),
    oldestMs: waiting.reduce((oldest, lane) => Math.max(oldest, at - lane.oldestAt), 0),
  }
}
