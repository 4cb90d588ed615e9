import { addDays, type Day, dayOf, startOfDay } from '../../../../shared/domain/calendar.ts'
import {
  clockSkewMs,
  type ListedThere,
  mostTransitMs,
  type TimeSpan,
} from '../../../../shared/domain/reconciliation.ts'
import type { Authority, ListAnswer } from '../../authority/port.ts'
import type { Clock, GatewayPorts, Log, Randomness } from '../../ports.ts'
import type { Journal } from '../../store/port/journal.ts'
import type { Acts, Companies, CompanyProfile } from '../../store/port/port.ts'
import type { Reconciliations } from '../../store/port/shifts.ts'
import { compareWithStore } from './compare.ts'

export interface RunDeps {
  readonly authority: Pick<Authority, 'listSent'>
  readonly pause: (ms: number) => Promise<void>
  /** Looks up a document in doubt now. */
  readonly lookUp: (saleGuid: string) => Promise<unknown>
  /** The pause before the first repeat of a question without an answer. */
  readonly retryMs: number
  readonly reconciliations: Reconciliations
  readonly acts: Pick<Acts, 'add'>
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
}

export interface RunRequest {
  readonly company: CompanyProfile
  readonly from: Day
  readonly to: Day
  readonly by: string
}

/** Why a comparison could not end. short: the authority listed fewer documents than it says there are. */
type Halt = 'not_answered' | 'cannot_list' | 'short'

export interface Progress {
  /** Null if nothing is wrong. */
  readonly halt: Halt | null
  readonly documents: number
  readonly stretches: number
  readonly read: number
}

interface Running {
  readonly company: CompanyProfile
  readonly period: TimeSpan
  readonly stopping: AbortController
  readonly listed: Map<string, ListedThere>
  readonly waiting: TimeSpan[]
  readonly read: TimeSpan[]
  /** Stretches in which the authority listed fewer documents than it counted. */
  readonly short: TimeSpan[]
  ended: Promise<void>
}

const mostTries = 4
const longestPauseMs = 60_000
const stretchMs = 3 * 86_400_000

function stretchesOf({ from, to }: TimeSpan): TimeSpan[] {
  const stretches: TimeSpan[] = []
  for (let start = from; start < to; start += stretchMs)
    stretches.push({ from: start, to: Math.min(start + stretchMs, to) })
  return stretches
}

/** One comparison at a time for each company. One that a stop cut off is not resumed: a person begins another. */
export class ReconciliationRuns {
  readonly #deps: RunDeps
  readonly #running = new Map<string, Running>()

  constructor(deps: RunDeps) {
    this.#deps = deps
  }

  /** @returns null if it does not run */
  progressOf(id: string): Progress | null {
    const running = this.#running.get(id)
    return running ? progressOf(running, null) : null
  }

  /** @returns its id; null if one of the company runs already */
  async begin({ company, from, to, by }: RunRequest): Promise<string | null> {
    const { companyGuid, timeZone } = company
    const { reconciliations, acts, clock, randomness, log } = this.#deps
    if ([...this.#running.values()].some((running) => running.company.companyGuid === companyGuid)) return null
    const id = randomness.guid()
    const begunAt = clock.now()
    const period = { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) }
    const running: Running = {
      company,
      period,
      stopping: new AbortController(),
      listed: new Map(),
      waiting: stretchesOf(readingOf(period, begunAt)),
      read: [],
      short: [],
      ended: Promise.resolve(),
    }
    // Entered at once, so that no other run begins meanwhile.
    this.#running.set(id, running)
    const begun = acts
      .add({ at: begunAt, by, type: 'reconciliation_begun', facts: { id, companyGuid, from, to } })
      .then(() => reconciliations.begin({ id, companyGuid, from, to, begunAt }))
    running.ended = begun
      .then(() => this.#goThrough(id, running))
      .catch((err: unknown) => log.error({ err }, 'a reconciliation could not go on'))
      .finally(() => this.#running.delete(id))
    await begun
    return id
  }

  async stopAll(): Promise<void> {
    const all = [...this.#running.values()]
    for (const { stopping } of all) stopping.abort()
    await Promise.all(all.map(({ ended }) => ended))
  }

  async #goThrough(id: string, running: Running): Promise<void> {
    const { reconciliations, clock, lookUp } = this.#deps
    const { company, period, waiting, read, short, listed, stopping } = running
    const submissionUid = await this.#anySubmission(company.companyGuid, period)
    let halt: Halt | null = null
    for (let [stretch] = waiting; stretch && halt === null; [stretch] = waiting) {
      const answer = await this.#listed(running, stretch, submissionUid)
      if (stopping.signal.aborted) return
      if (answer.kind === 'listed') {
        for (const document of answer.documents) listed.set(document.uuid, document)
        waiting.shift()
        const ended = answer.isShort ? short : read
        ended.push(stretch)
      } else halt = answer.kind
    }
    if (short.length > 0) halt ??= 'short'
    const outcome = await compareWithStore(reconciliations, company.companyGuid, { ...running, at: clock.now() })
    // What the list decides is not left in doubt until its next look-up is due.
    for (const { here } of outcome.differences) if (here?.phase === 'unknown') await lookUp(here.saleGuid)
    await reconciliations.end(id, {
      progress: JSON.stringify(progressOf(running, halt)),
      outcome: JSON.stringify(outcome),
    })
  }

  async #listed({ company, stopping }: Running, stretch: TimeSpan, submissionUid: string | null): Promise<ListAnswer> {
    const { authority, pause, retryMs } = this.#deps
    for (let tries = 1; ; tries += 1) {
      const answer = await authority.listSent(company, { ...stretch, submissionUid, stopping: stopping.signal })
      if (answer.kind !== 'not_answered' || tries === mostTries || stopping.signal.aborted) return answer
      await pause(Math.min(longestPauseMs, Math.max(answer.askedMs ?? 0, retryMs * 2 ** tries)))
    }
  }

  async #anySubmission(companyGuid: string, { from }: TimeSpan): Promise<string | null> {
    const place = { sentAt: from - 1, seq: 0 }
    const some = await this.#deps.reconciliations.sentBetween(companyGuid, place, Number.MAX_SAFE_INTEGER, 50)
    return some.find(({ record }) => record.authority !== null)?.record.authority?.submissionUid ?? null
  }
}

const progressOf = ({ listed, waiting, read, short }: Running, halt: Halt | null): Progress => ({
  halt,
  documents: listed.size,
  stretches: waiting.length + read.length + short.length,
  read: read.length,
})

/** A little more than the period: the two clocks may differ, and the last documents are still on their way. */
const readingOf = ({ from, to }: TimeSpan, now: number): TimeSpan => ({
  from: from - clockSkewMs,
  to: Math.max(from, Math.min(to + mostTransitMs, now) + clockSkewMs),
})

/** A stop can have lost only what happened in these days. */
const mostDaysMs = 2 * 24 * 3_600_000
/** Later than the first minutes, when tills come back and documents in doubt are looked up. */
const usualPauseMs = 5 * 60_000

interface Kept {
  readonly companies: Pick<Companies, 'list'>
  readonly journal: Pick<Journal, 'status'>
}

/**
 * After an unexpected stop, compares the last days with the authority, so that a silent loss on the disk is found.
 * People see the result among their own comparisons.
 */
export function scheduleReconciliationAfterCrash(
  runs: Pick<ReconciliationRuns, 'begin'>,
  { store, clock, log }: Pick<GatewayPorts, 'clock' | 'log'> & { readonly store: Kept },
  pauseMs = usualPauseMs,
): { stop(): void } {
  const compareAll = async () => {
    const { lastKnownAt } = await store.journal.status()
    const now = clock.now()
    const since = Math.min(now, Math.max(lastKnownAt ?? now, now - mostDaysMs))
    for (const { profile } of await store.companies.list()) {
      const days = { from: dayOf(since, profile.timeZone), to: dayOf(now, profile.timeZone) }
      const id = await runs.begin({ company: profile, ...days, by: 'gateway' })
      log.info(
        { company: profile.companyCode, id, ...days },
        'after a stop that was none, the authority is compared with',
      )
    }
  }
  const timer = setTimeout(() => {
    compareAll().catch((err: unknown) => log.error({ err }, 'what is kept could not be compared after a crash'))
  }, pauseMs)
  timer.unref()
  return { stop: () => clearTimeout(timer) }
}
