import { type Day, dayAfter, startOf } from '../../../../shared/domain/calendar.ts'
import { clockSkewMs, longestWayMs, type Stretch } from '../../../../shared/domain/reconciliation.ts'
import type { Clock, Log, Randomness } from '../../ports.ts'
import type { Acts, CompanyProfile } from '../../store/port/port.ts'
import type { Reconciliations } from '../../store/port/shifts.ts'
import { compare } from './compare.ts'
import { type Halt, halvesOf, type Leg, legsOf, type Progress } from './progress.ts'
import { type ReadingDeps, readLeg } from './reader.ts'

export interface RunDeps extends ReadingDeps {
  readonly reconciliations: Reconciliations
  readonly acts: Pick<Acts, 'add'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
}

export interface Wanted {
  readonly company: CompanyProfile
  readonly from: Day
  readonly to: Day
  readonly by: string
}

interface Running {
  readonly companyGuid: string
  isStopping: boolean
  ended: Promise<void>
}

/** Comparisons with the authority, one at a time for each company. One that could not be finished stays so: another is begun. */
export class ReconciliationRuns {
  readonly #deps: RunDeps
  readonly #running = new Map<string, Running>()

  constructor(deps: RunDeps) {
    this.#deps = deps
  }

  isRunning(id: string): boolean {
    return this.#running.has(id)
  }

  /** @returns its id; null where one of the company runs already */
  async begin({ company, from, to, by }: Wanted): Promise<string | null> {
    const { companyGuid, timeZone } = company
    if (this.#isBusy(companyGuid)) return null
    const { reconciliations, acts, clock, randomness } = this.#deps
    const id = randomness.guid()
    const period = { from: startOf(from, timeZone), to: startOf(dayAfter(to, 1), timeZone) }
    const begunAt = clock.now()
    const progress: Progress = { period, legs: legsOf(readingOf(period, begunAt)), halt: null }
    await this.#run(id, company, progress, async () => {
      await acts.add({ at: begunAt, by, type: 'reconciliation_begun', facts: { id, companyGuid, from, to } })
      const kept = { id, companyGuid, from, to, begunAt, begunBy: by, state: 'running' as const }
      await reconciliations.begin({ ...kept, progress: JSON.stringify(progress) })
    })
    return id
  }

  /** Each after the page under way. */
  async stopAll(): Promise<void> {
    const all = [...this.#running.values()]
    for (const running of all) running.isStopping = true
    await Promise.all(all.map(({ ended }) => ended))
  }

  #isBusy(companyGuid: string): boolean {
    return [...this.#running.values()].some((running) => running.companyGuid === companyGuid)
  }

  /** Takes its place at once, so that no other run begins in between. @returns once it has begun */
  #run(id: string, company: CompanyProfile, progress: Progress, begin: () => Promise<void>): Promise<void> {
    const running: Running = { companyGuid: company.companyGuid, isStopping: false, ended: Promise.resolve() }
    this.#running.set(id, running)
    const begun = begin()
    running.ended = begun
      .then(() => this.#goThrough(id, company, progress, running))
      .catch((err: unknown) => this.#deps.log.error({ err }, 'a reconciliation could not go on'))
      .finally(() => this.#running.delete(id))
    return begun
  }

  async #goThrough(id: string, company: CompanyProfile, start: Progress, running: Running): Promise<void> {
    const { reconciliations, clock } = this.#deps
    let { legs } = start
    const replace = (leg: Leg, ...others: readonly Leg[]) => {
      legs = legs.flatMap((each) => (each.from === leg.from && each.to === leg.to ? others : [each]))
    }
    const progress = (halt: Halt | null) => JSON.stringify({ ...start, legs, halt } satisfies Progress)
    const submissionUid = await this.#anySubmission(company.companyGuid, start.period)
    let halt: Halt | null = null
    for (let leg = nextOf(legs); leg && halt === null; leg = nextOf(legs)) {
      const current = leg
      const end = await readLeg(this.#deps, current, {
        company,
        submissionUid,
        isStopping: () => running.isStopping,
        turned: async (now, documents) => {
          replace(current, now)
          const listed = documents.map((document) => ({ uuid: document.uuid, document: JSON.stringify(document) }))
          await reconciliations.step(id, {
            state: 'running',
            progress: progress(null),
            outcome: null,
            documents: listed,
          })
        },
      })
      if (end.kind === 'too_many') replace(current, ...halvesOf(current))
      if (end.kind === 'halted') halt = end.why
    }
    const now: Progress = { ...start, legs, halt }
    const outcome = await compare(reconciliations, { id, companyGuid: company.companyGuid, at: clock.now() }, now)
    const isDone = halt === null && legs.every(({ state }) => state === 'read')
    await reconciliations.step(id, {
      state: isDone ? 'done' : 'stopped',
      progress: progress(halt),
      outcome: JSON.stringify(outcome),
      documents: [],
    })
  }

  async #anySubmission(companyGuid: string, { from }: Stretch): Promise<string | null> {
    const place = { sentAt: from - 1, seq: 0 }
    const some = await this.#deps.reconciliations.sentBetween(companyGuid, place, Number.MAX_SAFE_INTEGER, 50)
    return some.find(({ record }) => record.authority !== null)?.record.authority?.submissionUid ?? null
  }
}

/** One that was cut short is not read again. */
const nextOf = (legs: readonly Leg[]): Leg | undefined =>
  legs.find(({ state }) => state === 'waiting' || state === 'reading')

/** A little more than the period: our clock and theirs may disagree, and the last documents are still on their way. */
const readingOf = ({ from, to }: Stretch, now: number): Stretch => ({
  from: from - clockSkewMs,
  to: Math.max(from, Math.min(to + longestWayMs, now) + clockSkewMs),
})
