import type { AttentionCode } from '../../../shared/domain/attention.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import { retryPauseMs } from '../../../shared/domain/retry.ts'
import type { Work } from '../../../shared/domain/work.ts'
import type { Advice, CompanyFault } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { Sender } from '../store/port/processes.ts'
import type { Stored } from '../store/port/records.ts'
import { TurnedAway } from './batch.ts'
import { Cancellations } from './cancellations.ts'
import { ClockKeeping } from './clock-keeping.ts'
import { type OutboxDeps, underGeneration } from './deps.ts'
import { dispatchBatch } from './dispatch.ts'
import { FirstLook } from './first-look.ts'
import { lookUpDue } from './look-up.ts'
import { linkDue, pollDue } from './poll.ts'
import { PortalWatch } from './portal-watch.ts'
import { recover } from './recover.ts'
import { Semaphore } from './semaphore.ts'
import { followOriginals, followOriginalsOf } from './waiting-notes.ts'
import { type Heartbeat, type Round, Worker } from './worker.ts'

/** Why a company's documents wait although they could go. */
export interface Hindrance {
  readonly since: Instant
  readonly attention: AttentionCode | null
  /** What the company's owner has to mend; null where nothing, or it is not known. */
  readonly fault?: CompanyFault | null
}

/** Since when a person has paused a company's sending; null where nobody has. */
export type PauseOf = (companyGuid: string) => Pick<Hindrance, 'since'> | null

/** What a worker does for a company in one round, coming forward step by step. */
type CompanyRound = (company: Company, step: () => void) => Promise<number | null>

interface Under {
  readonly sender: Sender
  readonly generation: number
  readonly pauseOf: PauseOf
}

export interface LaneHeartbeat extends Heartbeat {
  readonly companyGuid: string
  readonly name: string
}

interface CompanyLane {
  readonly workers: readonly Worker[]
  /** Batches in a row that could not be delivered. */
  failures: number
  /** As many as this machine makes ready in time, as far as is known. */
  most: number
  /** On the steady clock. */
  pausedUntilMs: number
  hindrance: Hindrance | null
  readonly turnedAway: TurnedAway
  /** Waiting notes are looked at once before they are due. */
  areNotesDue: boolean
}

const workersForNewRecords: readonly string[] = ['send', 'release'] satisfies Work[]
const releaseSweepMs = 60_000
/** A paused worker shows that it lives; it is poked when it may go on. */
const pausedSweepMs = 60_000
const mostClockFailures = 5
/** Of all companies together: they come back at the same moment after an outage (reliability QR20). */
const mostSendsAtOnce = 4
const untilStorageMs = 1_000

/**
 * Everything the sender does by itself under one generation, a lane for each company so that none blocks another:
 * sending, asking what became of it, looking up what is in doubt, cancelling, letting notes go when their originals are
 * valid, watching what people do on the authority's portal.
 */
export class Lanes {
  readonly generation: number
  readonly #deps: OutboxDeps
  readonly #pauseOf: PauseOf
  readonly #cancellations: Cancellations
  readonly #clockKeeping: ClockKeeping
  readonly #firstLook: FirstLook
  readonly #lanes = new Map<string, CompanyLane>()
  readonly #sends = new Semaphore(mostSendsAtOnce)
  #isStopped = false

  /** @param sender whose generation it is: nothing is sent and nothing written once that is over */
  constructor(given: OutboxDeps, { sender, generation, pauseOf }: Under) {
    const deps = underGeneration(given, sender, generation)
    this.generation = generation
    this.#deps = deps
    this.#pauseOf = pauseOf
    this.#cancellations = new Cancellations(deps)
    this.#clockKeeping = new ClockKeeping(deps)
    this.#firstLook = new FirstLook(deps)
  }

  /** What was claimed and not settled may have been sent: it is in doubt. */
  async recover(): Promise<void> {
    const recovered = await recover(this.#deps)
    if (recovered > 0) this.#deps.log.warn({ recovered }, 'documents are in doubt: they were being sent at an end')
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const workers = [...this.#lanes.values()].flatMap((lane) => lane.workers)
    await Promise.all(workers.map((worker) => worker.stop()))
  }

  /** There may be something to do for a company; also for notes, where many records changed at once. */
  wake(companyGuid: string, areNotesDue = false): void {
    if (this.#isStopped) return
    const lane = this.#lane(companyGuid)
    lane.areNotesDue ||= areNotesDue
    for (const worker of lane.workers) worker.poke()
  }

  /** Only the workers that a new record can concern look; the others are poked by what happens to it. */
  submitted(companyGuid: string): void {
    if (this.#isStopped) return
    for (const worker of this.#lane(companyGuid).workers) if (workersForNewRecords.includes(worker.name)) worker.poke()
  }

  mended(companyGuid: string): void {
    const lane = this.#lanes.get(companyGuid)
    if (lane) lane.pausedUntilMs = 0
    this.wake(companyGuid)
  }

  hindranceOf(companyGuid: string): Hindrance | null {
    return this.#lanes.get(companyGuid)?.hindrance ?? null
  }

  heartbeats(): readonly LaneHeartbeat[] {
    return [...this.#lanes].flatMap(([companyGuid, { workers }]) =>
      workers.map(({ name, heartbeat }) => ({ companyGuid, name, ...heartbeat })),
    )
  }

  async askToCancel(saleGuid: string): Promise<void> {
    const stored = await this.#deps.records.byGuid(saleGuid)
    const company = stored && (await this.#deps.companies.byGuid(stored.record.companyGuid))
    const after = company && (await this.#cancellations.ask(company, stored))
    if (after) await this.#follow([after])
  }

  #lane(companyGuid: string): CompanyLane {
    const known = this.#lanes.get(companyGuid)
    if (known) return known
    const { clock } = this.#deps
    const log = this.#deps.log.child({ company: companyGuid })
    const round = (name: string, make: CompanyRound) =>
      new Worker(name, this.#withCompany(companyGuid, make), { log, clock })
    const plain = (work: Work, make: (company: Company, step: () => void) => Promise<readonly Stored[]>) =>
      round(work, (company, step) => this.#plainRound(work, company, () => make(company, step)))
    const watch = new PortalWatch(this.#deps)
    const lane: CompanyLane = {
      workers: [
        round('send', (company, step) => this.#sendRound(company, lane, step)),
        plain('poll', (company, step) => pollDue(this.#deps, company, step)),
        plain('link', (company, step) => linkDue(this.#deps, company, step)),
        plain('look_up', (company, step) => lookUpDue(this.#deps, company, step)),
        plain('cancel', (company, step) => this.#cancellations.workOff(company, step)),
        round('release', (company) => this.#releaseRound(company, lane)),
        round('watch', (company, step) => this.#watchRound(company, watch, step)),
      ],
      failures: 0,
      most: Number.POSITIVE_INFINITY,
      pausedUntilMs: 0,
      hindrance: null,
      turnedAway: new TurnedAway(),
      areNotesDue: false,
    }
    this.#lanes.set(companyGuid, lane)
    return lane
  }

  #withCompany(companyGuid: string, make: CompanyRound): Round {
    return async (step) => {
      if (this.#deps.isStorageSound?.() === false) return untilStorageMs
      const company = await this.#deps.companies.byGuid(companyGuid)
      if (!company) return null
      await this.#clockKeeping.keepSchedule()
      const pauseMs = await make(company, step)
      this.#clockKeeping.tell()
      await this.#clockKeeping.note()
      return pauseMs
    }
  }

  async #sendRound(company: Company, lane: CompanyLane, step: () => void): Promise<number | null> {
    const pausedMs = lane.pausedUntilMs - this.#deps.clock.steadyMs()
    if (pausedMs > 0) return pausedMs
    const isPaused = () => this.#isStopped || this.#pauseOf(company.profile.companyGuid) !== null
    if (isPaused()) return pausedSweepMs
    const first = await this.#firstLook.advise(company, step)
    if (first.kind === 'pause') return this.#pause(lane, first)
    while (!this.#isStopped) {
      step()
      if (isPaused()) return pausedSweepMs
      // After a failure one document tries the way; the rest follow when it is free.
      const limits = { isPaused, most: lane.failures > 0 ? 1 : lane.most, turnedAway: lane.turnedAway }
      const send = () => dispatchBatch(this.#deps, company, limits)
      const { handled, advice, tooMany } = await this.#sends.take(send, step)
      // All that wait behind them would be as late; what goes well is tried in larger batches again.
      lane.most = tooMany ? Math.floor(tooMany / 2) : lane.most * 2
      if (advice.kind === 'pause') return this.#pause(lane, advice)
      lane.failures = 0
      lane.hindrance = null
      if (handled === 0) return this.#untilDue('send', company)
      this.#poke(lane)
    }
    return null
  }

  /** What was just sent has to be polled, what is in doubt looked up. */
  #poke({ workers }: CompanyLane): void {
    for (const worker of workers.slice(1)) worker.poke()
  }

  #pause(lane: CompanyLane, { askedMs, attention, fault }: Extract<Advice, { kind: 'pause' }>): number {
    const { clock, randomness, timing } = this.#deps
    lane.failures += 1
    // Whoever sets the clock right waits for something to happen.
    const failures = attention === 'clock_wrong' ? Math.min(lane.failures, mostClockFailures) : lane.failures
    const pauseMs = Math.max(askedMs ?? 0, retryPauseMs(failures, timing.retryBaseMs, randomness.fraction()))
    lane.pausedUntilMs = clock.steadyMs() + pauseMs
    lane.hindrance = { since: lane.hindrance?.since ?? clock.now(), attention, fault: fault ?? null }
    this.#poke(lane)
    return pauseMs
  }

  async #plainRound(work: Work, company: Company, make: () => Promise<readonly Stored[]>): Promise<number | null> {
    const changed = await make()
    await this.#follow(changed)
    if (changed.length > 0) this.wake(company.profile.companyGuid)
    return this.#untilDue(work, company)
  }

  async #watchRound(company: Company, watch: PortalWatch, step: () => void): Promise<number> {
    const { changed, pauseMs } = await watch.round(company, step)
    await this.#follow(changed)
    return pauseMs
  }

  async #releaseRound(company: Company, lane: CompanyLane): Promise<number | null> {
    const { records, schedule, clock } = this.#deps
    const dueBy = clock.now() + (lane.areNotesDue ? releaseSweepMs : 0)
    lane.areNotesDue = false
    const due = await schedule.due('release', company.profile.companyGuid, dueBy, 500)
    const waiting: number[] = []
    for (const note of due) {
      if (await followOriginalsOf(records, clock, note)) this.wake(company.profile.companyGuid)
      else waiting.push(note.seq)
    }
    if (waiting.length > 0) await schedule.postpone('release', waiting, clock.now() + releaseSweepMs)
    return this.#untilDue('release', company)
  }

  async #untilDue(work: Work, company: Company): Promise<number | null> {
    const dueAt = await this.#deps.schedule.nextDue(work, company.profile.companyGuid)
    return dueAt === null ? null : Math.max(dueAt - this.#deps.clock.now(), 0)
  }

  #follow(changed: readonly Stored[]): Promise<void> {
    return followOriginals(this.#deps, changed, (companyGuid) => this.wake(companyGuid))
  }
}
