import type { AttentionCode, EpochMs } from '../../../shared/domain/record.ts'
import { retryPauseMs } from '../../../shared/domain/retry.ts'
import type { WorkKind } from '../../../shared/domain/status.ts'
import type { CompanyFault, SendingAdvice } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { StoredRecord } from '../store/port/records.ts'
import { OversizeSuspects } from './batch.ts'
import { Cancellations } from './cancellations.ts'
import type { ClockGuard } from './clock-guard.ts'
import type { OutboxDeps } from './deps.ts'
import { claimAndSend, type DispatchOptions } from './dispatch.ts'
import { lookUpDue } from './look-up.ts'
import type { Semaphore } from './map-in-slices.ts'
import { pollDue } from './poll.ts'
import { PortalWatch } from './portal-watch.ts'
import { RepeatingTask } from './repeating-task.ts'
import { RollbackCheck } from './rollback-check.ts'
import { holdOrReleaseNote, holdOrReleaseNotes } from './transition.ts'

export interface BlockReason {
  readonly since: EpochMs
  readonly attention: AttentionCode | null
  /** Null if there is nothing to correct, or it is not known. */
  readonly fault?: CompanyFault | null
  /** When the next try comes; absent if a person paused the sending. */
  readonly nextAt?: EpochMs
}

/** Shared by all companies of one generation. */
export interface CompanyOutboxDeps {
  /** After the end of the generation, these send and write nothing. */
  readonly deps: OutboxDeps
  readonly startedAt: EpochMs
  readonly clockKeeping: ClockGuard
  /** Limits the sends of all companies together. */
  readonly sends: Semaphore
  readonly isPaused: (companyGuid: string) => boolean
}

/** One round of work. It calls `step` to show that it is alive. */
type CompanyRound = (company: Company, step: () => void) => Promise<number | null>

const workersForNewRecords: readonly string[] = ['send', 'release'] satisfies WorkKind[]
const releaseSweepMs = 60_000
/** A paused worker still gives signs of life; it is poked after the pause. */
const pausedSweepMs = 60_000
const mostClockFailures = 5
const untilStorageMs = 1_000

/**
 * All workers of one company, so that companies do not block each other: sending, polling, look-ups, cancellations,
 * waiting notes and the watch on the authority's portal.
 */
export class CompanyOutbox {
  readonly workers: readonly RepeatingTask[]
  readonly #companyGuid: string
  readonly #shared: CompanyOutboxDeps
  readonly #deps: OutboxDeps
  readonly #cancellations: Cancellations
  readonly #rollbackCheck: RollbackCheck
  readonly #turnedAway = new OversizeSuspects()
  #failures = 0
  /** By the steady clock. */
  #pausedUntilMs = 0
  #blockReason: BlockReason | null = null
  /** Whether any answer of the authority ends the pause. */
  #isUnanswered = false
  /** Notes are looked at before they are due. */
  #areNotesDue = false
  #isStopped = false

  constructor(companyGuid: string, shared: CompanyOutboxDeps) {
    const { deps } = shared
    this.#companyGuid = companyGuid
    this.#shared = shared
    this.#deps = deps
    this.#cancellations = new Cancellations(deps)
    this.#rollbackCheck = new RollbackCheck(deps, shared.startedAt)
    const watch = new PortalWatch(deps)
    this.workers = [
      this.#worker('send', (company, step) => this.#sendRound(company, step)),
      this.#plain('poll', (company, step) => pollDue(deps, company, { step })),
      this.#plain('link', (company, step) => pollDue(deps, company, { work: 'link', step })),
      this.#plain('look_up', (company, step) => lookUpDue(deps, company, step)),
      this.#plain('cancel', (company, step) => this.#cancellations.workOff(company, step)),
      this.#worker('release', () => this.#releaseRound()),
      this.#worker('watch', async (company, step) => {
        const { changed, pauseMs } = await watch.round(company, step)
        await this.#follow(changed)
        return pauseMs
      }),
    ]
  }

  get blockReason(): BlockReason | null {
    const { clock } = this.#deps
    const waitMs = Math.max(this.#pausedUntilMs - clock.steadyMs(), 0)
    return this.#blockReason && { ...this.#blockReason, nextAt: clock.now() + waitMs }
  }

  wake(areNotesDue = false): void {
    this.#areNotesDue ||= areNotesDue
    for (const worker of this.workers) worker.poke()
  }

  /** Wakes only the workers that a new record concerns. */
  submitted(): void {
    for (const worker of this.workers) if (workersForNewRecords.includes(worker.name)) worker.poke()
  }

  mended(): void {
    this.#pausedUntilMs = 0
    this.wake()
  }

  /** A fault that a person mends stays, and a pause that the authority asked for too. */
  authorityIsBack(): void {
    if (!this.#isUnanswered) return
    this.#blockReason = null
    this.mended()
  }

  async askToCancel(company: Company, stored: StoredRecord): Promise<void> {
    const after = await this.#cancellations.ask(company, stored)
    if (after) await this.#follow([after])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.workers.map((worker) => worker.stop()))
  }

  #worker(name: string, make: CompanyRound): RepeatingTask {
    const { companies, isStorageSound, clock, log } = this.#deps
    const { clockKeeping } = this.#shared
    const round = async (step: () => void) => {
      if (isStorageSound?.() === false) return untilStorageMs
      const company = await companies.byGuid(this.#companyGuid)
      if (!company) return null
      await clockKeeping.keepSchedule()
      const pauseMs = await make(company, step)
      await clockKeeping.note()
      return pauseMs
    }
    return new RepeatingTask(name, round, { log: log.child({ company: this.#companyGuid }), clock })
  }

  #plain(
    work: WorkKind,
    make: (company: Company, step: () => void) => Promise<readonly StoredRecord[]>,
  ): RepeatingTask {
    return this.#worker(work, async (company, step) => {
      const changed = await make(company, step)
      await this.#follow(changed)
      if (changed.length > 0) this.wake()
      return this.#untilDue(work)
    })
  }

  async #sendRound(company: Company, step: () => void): Promise<number | null> {
    const pausedMs = this.#pausedUntilMs - this.#deps.clock.steadyMs()
    if (pausedMs > 0) return pausedMs
    const isPaused = () => this.#isStopped || this.#shared.isPaused(this.#companyGuid)
    if (isPaused()) return pausedSweepMs
    const first = await this.#rollbackCheck.advise(company, step)
    if (first.kind === 'pause') return this.#pause(first)
    let isNewFirst = false
    while (!this.#isStopped) {
      step()
      if (isPaused()) return pausedSweepMs
      // After a failure only one document is tried.
      const limits: DispatchOptions = {
        isPaused,
        isNewFirst,
        turnedAway: this.#turnedAway,
        ...(this.#failures > 0 && { most: 1 }),
      }
      const send = () => claimAndSend(this.#deps, company, limits)
      const { handled, advice, isAgain = false } = await this.#shared.sends.take(send, step)
      isNewFirst = isAgain
      if (advice.kind === 'pause') return this.#pause(advice)
      this.#blockReason = null
      if (handled === 0) return this.#rest(company)
      this.#failures = 0
      this.#pokeOthers()
    }
    return null
  }

  /** If nothing is left to send, no document would show that an outage is over: the authority itself is asked. */
  async #rest({ profile }: Company): Promise<number | null> {
    const { authority, randomness, timing } = this.#deps
    const dueMs = await this.#untilDue('send')
    const isAway = () => dueMs === null && authority.clock.contact().unansweredSince !== null
    if (isAway()) await authority.ask?.(profile)
    this.#failures = isAway() ? this.#failures + 1 : 0
    return isAway() ? retryPauseMs(this.#failures, timing.retryBaseMs, randomness.fraction()) : dueMs
  }

  #pokeOthers(): void {
    for (const worker of this.workers.slice(1)) worker.poke()
  }

  #pause({ askedMs, attention, fault }: Extract<SendingAdvice, { kind: 'pause' }>): number {
    const { clock, randomness, timing } = this.#deps
    this.#failures += 1
    // A person who sets the clock right waits for an effect.
    const failures = attention === 'clock_wrong' ? Math.min(this.#failures, mostClockFailures) : this.#failures
    const pauseMs = Math.max(askedMs ?? 0, retryPauseMs(failures, timing.retryBaseMs, randomness.fraction()))
    this.#pausedUntilMs = clock.steadyMs() + pauseMs
    this.#isUnanswered = askedMs === null && attention === null
    this.#blockReason = { since: this.#blockReason?.since ?? clock.now(), attention, fault: fault ?? null }
    this.#pokeOthers()
    return pauseMs
  }

  async #releaseRound(): Promise<number | null> {
    const { records, schedule, clock } = this.#deps
    const dueBy = clock.now() + (this.#areNotesDue ? releaseSweepMs : 0)
    this.#areNotesDue = false
    const due = await schedule.due('release', this.#companyGuid, dueBy, 500)
    const waiting: number[] = []
    for (const note of due) {
      if (await holdOrReleaseNote(records, clock, note)) this.wake()
      else waiting.push(note.seq)
    }
    if (waiting.length > 0) await schedule.postpone('release', waiting, clock.now() + releaseSweepMs)
    return this.#untilDue('release')
  }

  async #untilDue(work: WorkKind): Promise<number | null> {
    const dueAt = await this.#deps.schedule.nextDue(work, this.#companyGuid)
    return dueAt === null ? null : Math.max(dueAt - this.#deps.clock.now(), 0)
  }

  /** Waiting notes belong to the same company. */
  #follow(changed: readonly StoredRecord[]): Promise<void> {
    return holdOrReleaseNotes(this.#deps, changed, () => this.wake())
  }
}
