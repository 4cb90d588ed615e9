import { Cron } from 'croner'
import { codeListIds } from '../../../../shared/document/codes.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Clock, Log, Randomness } from '../../ports.ts'
import type { Codes } from './codes.ts'
import type { CodeRefresher } from './refresh.ts'

export interface ScheduleDeps {
  readonly codes: Codes
  readonly refresher: Pick<CodeRefresher, 'refresh' | 'stop'>
  /** False: lists are fetched only if a person asks for it. */
  readonly isNightly: boolean
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  /** False if another process does it. */
  readonly isInCharge: () => boolean
}

/** So that not all tills of the country ask at the same second. */
const mostJitterMs = 30 * 60_000
const mostPauseAtStartMs = 5 * 60_000

/** Refreshes the reference lists at night, by the clock of Malaysia. */
export class CodesSchedule {
  readonly #deps: ScheduleDeps
  readonly #job: Cron | null
  #soon: NodeJS.Timeout | null = null

  constructor(deps: ScheduleDeps) {
    this.#deps = deps
    this.#job = !deps.isNightly
      ? null
      : new Cron('30 3 * * *', { timezone: 'Asia/Kuala_Lumpur', paused: true, unref: true }, () =>
          this.#refreshWithin(mostJitterMs),
        )
  }

  /** Without jitter; null if no refresh is planned. */
  nextAt(): EpochMs | null {
    return this.#job?.nextRun()?.getTime() ?? null
  }

  start(): void {
    if (!this.#job) return
    this.#job.resume()
    // A shop's computer is switched off at night: what it slept through is made up for.
    const { codes, clock } = this.#deps
    const [missed] = this.#job.previousRuns(1, new Date(clock.now()))
    const oldest = Math.min(...codeListIds.map((list) => codes.list(list).refreshedAt))
    if (missed && oldest < missed.getTime()) this.#refreshWithin(mostPauseAtStartMs)
  }

  async stop(): Promise<void> {
    this.#job?.stop()
    if (this.#soon) clearTimeout(this.#soon)
    await this.#deps.refresher.stop()
  }

  #refreshWithin(mostMs: number): void {
    if (this.#soon) clearTimeout(this.#soon)
    this.#soon = setTimeout(() => void this.#refresh(), this.#deps.randomness.fraction() * mostMs)
    this.#soon.unref()
  }

  async #refresh(): Promise<void> {
    const { refresher, log, isInCharge } = this.#deps
    if (!isInCharge()) return
    try {
      const tries = await refresher.refresh('gateway')
      const changed = tries.filter(({ changes }) => changes).map(({ list }) => list)
      const kept = tries.flatMap(({ list, keptBecause }) => (keptBecause ? [`${list} ${keptBecause}`] : []))
      if (kept.length > 0) log.warn({ changed, kept }, 'reference codes refreshed in part')
      else log.info({ changed }, 'reference codes refreshed')
    } catch (err) {
      log.error({ err }, 'reference codes could not be kept')
    }
  }
}
