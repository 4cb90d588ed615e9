import { Cron } from 'croner'
import { dayOf } from '../../../../shared/domain/calendar.ts'
import { isRunDue, lastDayDue } from '../../../../shared/domain/consolidation-period.ts'
import type { Company } from '../../store/port/port.ts'
import { Consolidation } from './consolidation.ts'
import { ConsolidationFollower } from './follower.ts'
import type { ConsolidationDeps } from './make.ts'
import { rulesOf, tillsWithReceipts } from './receipts.ts'

export interface ConsolidationLifecycle {
  readonly consolidation: Consolidation
  /** @param isScheduled false: documents are made only if a person asks */
  start(isScheduled: boolean): void
  /** Looks at once for what is due: timers stood still while the computer slept. */
  wake(): Promise<void>
  stop(): Promise<void>
}

export function openConsolidation(deps: ConsolidationDeps): ConsolidationLifecycle {
  const consolidation = new Consolidation(deps)
  const follower = new ConsolidationFollower(deps)
  const schedule = new ConsolidationSchedule(deps, consolidation)
  let makesByItself = false
  return {
    consolidation,
    start(isScheduled) {
      makesByItself = isScheduled
      follower.start()
      if (isScheduled) schedule.start()
      else
        consolidation
          .resume()
          .catch((err: unknown) => deps.log.error({ err }, 'what a stop broke off could not be taken up'))
    },
    async wake() {
      follower.poke()
      if (makesByItself) await schedule.tick()
    },
    async stop() {
      makesByItself = false
      await Promise.all([schedule.stop(), consolidation.stop(), follower.stop()])
    },
  }
}

/** Every hour, for a computer that was off at night. */
const hourly = '10 * * * *'
const notBeforeHour = 2

class ConsolidationSchedule {
  readonly #deps: ConsolidationDeps
  readonly #consolidation: Consolidation
  readonly #job: Cron
  /** A stop waits for its end, because it reads the store. */
  #look: Promise<void> = Promise.resolve()

  constructor(deps: ConsolidationDeps, consolidation: Consolidation) {
    this.#deps = deps
    this.#consolidation = consolidation
    this.#job = new Cron(hourly, { timezone: 'UTC', paused: true, unref: true }, () => (this.#look = this.tick()))
  }

  start(): void {
    this.#job.resume()
    this.#look = this.tick()
  }

  async stop(): Promise<void> {
    this.#job.stop()
    await this.#look
  }

  async tick(): Promise<void> {
    const { companies, log, isStorageSound, isInCharge, authority } = this.#deps
    try {
      if (!isStorageSound() || !isInCharge()) return
      await this.#consolidation.resume()
      // If the clock is ahead, a month would end too soon, and its buyers could no longer ask for an e-invoice.
      if (authority.clock.status().kind === 'wrong') return
      for (const company of await companies.list()) await this.#lookAt(company)
    } catch (err) {
      log.error({ err }, 'the consolidations that are due could not be begun')
    }
  }

  async #lookAt(company: Company): Promise<void> {
    const { consolidations, clock } = this.#deps
    const { timeZone, companyGuid } = company.profile
    const now = clock.now()
    const today = dayOf(now, timeZone)
    const { frequency, dayOfMonth } = rulesOf(company)
    const isNight = dayOf(now - notBeforeHour * 3_600_000, timeZone) !== today
    if (isNight || !isRunDue(today, frequency, dayOfMonth)) return
    const [last] = await consolidations.runs(companyGuid, 1)
    // Only once a day: a person looks first at a document that was refused today.
    if (last && (last.finishedAt === null || dayOf(last.startedAt, timeZone) === today)) return
    const scope = { company, lastDay: lastDayDue(today, frequency) }
    if ((await tillsWithReceipts(consolidations, scope)).length > 0) await this.#consolidation.begin(scope, 'gateway')
  }
}
