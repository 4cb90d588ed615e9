import { lookUpKindOf } from '../../../shared/domain/person-acts.ts'
import type { WorkerHeartbeat } from '../ports.ts'
import { type SenderLease, soleSenderLease } from '../store/port/processes.ts'
import type { StoredRecord } from '../store/port/records.ts'
import { ClockGuard } from './clock-guard.ts'
import { type BlockReason, CompanyOutbox, type CompanyOutboxDeps } from './company-outbox.ts'
import { fenceToGeneration, type OutboxDeps } from './deps.ts'
import { Semaphore } from './map-in-slices.ts'
import { RepeatingTask } from './repeating-task.ts'
import { holdOrReleaseNotes } from './transition.ts'
import { putInDoubt, recoverClaimed } from './unconfirmed.ts'

type PauseOf = (companyGuid: string) => Pick<BlockReason, 'since'> | null

/** Work from another process is found within this time, if its news were lost. */
const sweepMs = 1_000
/** For all companies together, because all of them send at the same moment after an outage (reliability QR20). */
const mostSendsAtOnce = 4

/** Sends and follows up, while this process is the sender. */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #sender: SenderLease
  readonly #isDispatching: boolean
  readonly #pauseOf: PauseOf
  readonly #clockKeeping: ClockGuard
  readonly #sends = new Semaphore(mostSendsAtOnce)
  readonly #worker: RepeatingTask
  #generation: number | null = null
  #laneDeps: CompanyOutboxDeps | null = null
  readonly #lanes = new Map<string, CompanyOutbox>()
  #ending: Promise<unknown> = Promise.resolve()
  /** False until what was being sent at the begin of the generation is in doubt. */
  #isInOrder = false
  #isStarted = false

  /** @param isDispatching false keeps all documents and sends none */
  constructor(deps: OutboxDeps, isDispatching: boolean, pauseOf: PauseOf) {
    this.#deps = deps
    this.#sender = deps.sender ?? soleSenderLease
    this.#isDispatching = isDispatching
    this.#pauseOf = pauseOf
    this.#clockKeeping = new ClockGuard(deps)
    this.#worker = new RepeatingTask('sender', () => this.#round(), deps)
    this.#sender.listen(() => this.look())
  }

  /**
   * Puts records in doubt that were being sent. Runs after a start, under a new generation, and after trouble with the
   * storage.
   */
  async putInOrder(): Promise<void> {
    this.#follow()
    const { generation, deps } = { generation: this.#generation, ...this.#laneDeps }
    const recovered = deps ? await recoverClaimed(deps) : 0
    if (recovered > 0) this.#deps.log.warn({ recovered }, 'documents are in doubt: they were being sent at an end')
    this.#isInOrder = generation === this.#generation
  }

  async start(): Promise<void> {
    this.#isStarted = true
    await this.#wakeAll()
    this.look()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    await Promise.all([this.#worker.stop(), this.#stopLanes()])
  }

  look(): void {
    if (this.#isStarted && this.#isDispatching) this.#worker.poke()
  }

  /** @param areNotesDue true if many records changed at once */
  wake(companyGuid: string, areNotesDue = false): void {
    this.#lane(companyGuid)?.wake(areNotesDue)
  }

  /** Called at every sale. */
  submitted(companyGuid: string): void {
    this.#lane(companyGuid)?.submitted()
  }

  /** The cause of a pause may be gone: it ends now. @returns false if this process does not send */
  mended(companyGuid: string): boolean {
    const lane = this.#lane(companyGuid)
    lane?.mended()
    return lane !== null
  }

  /** The authority answered again: no company waits for the next try. */
  authorityIsBack(): void {
    for (const lane of this.#lanes.values()) lane.authorityIsBack()
  }

  /** Null if nothing stops the company, or if this process does not send. */
  blockReasonOf(companyGuid: string): BlockReason | null {
    const pause = this.#pauseOf(companyGuid)
    if (pause) return { since: pause.since, attention: 'sending_paused' }
    return this.#lanes.get(companyGuid)?.blockReason ?? null
  }

  /** Empty before a company's first work, or if this process does not send. */
  heartbeats(): readonly WorkerHeartbeat[] {
    return [...this.#lanes].flatMap(([companyGuid, { workers }]) =>
      workers.map(({ name, heartbeat }) => ({ companyGuid, name, ...heartbeat })),
    )
  }

  /** If another process sends, that one does it. */
  async askToCancel(saleGuid: string): Promise<void> {
    const stored = await this.#deps.records.byGuid(saleGuid)
    const company = stored && (await this.#deps.companies.byGuid(stored.record.companyGuid))
    if (company) await this.#lane(stored.record.companyGuid)?.askToCancel(company, stored)
  }

  /**
   * Looks up a doubt now; when a look-up counts does not change. A record accepted long ago without a result is in
   * doubt from now on. @returns false if nothing is in doubt
   */
  async lookUpSoon(stored: StoredRecord, by: string): Promise<boolean> {
    const { schedule, clock } = this.#deps
    const { seq, record } = stored
    if (!(await putInDoubt(this.#deps, stored, by))) {
      const work = lookUpKindOf(record)
      if (!work) return false
      await schedule.postpone(work, [seq], clock.now())
    }
    this.wake(record.companyGuid)
    return true
  }

  /** Updates what waits for the record. It does not wait for tills, because a till waits for it. */
  async changed(stored: StoredRecord): Promise<void> {
    const { records, clock } = this.#deps
    await holdOrReleaseNotes({ records, clock }, [stored], (companyGuid) => this.wake(companyGuid))
  }

  /** Null if this process may not send now. */
  #lane(companyGuid: string): CompanyOutbox | null {
    if (!this.#isStarted || !this.#isInOrder || !this.#laneDeps) return null
    const lane = this.#lanes.get(companyGuid) ?? new CompanyOutbox(companyGuid, this.#laneDeps)
    this.#lanes.set(companyGuid, lane)
    return lane
  }

  /** Begins a new generation and ends the old one. */
  #follow(): void {
    const generation = this.#isDispatching ? this.#sender.generation() : null
    if (generation === this.#generation) return
    void this.#stopLanes()
    this.#generation = generation
    this.#isInOrder = false
    this.#laneDeps =
      generation === null
        ? null
        : {
            deps: fenceToGeneration(this.#deps, this.#sender, generation),
            startedAt: this.#deps.clock.now(),
            clockKeeping: this.#clockKeeping,
            sends: this.#sends,
            isPaused: (companyGuid) => this.#pauseOf(companyGuid) !== null,
          }
  }

  #stopLanes(): Promise<unknown> {
    this.#ending = Promise.all([this.#ending, ...[...this.#lanes.values()].map((lane) => lane.stop())])
    this.#lanes.clear()
    return this.#ending
  }

  async #round(): Promise<number | null> {
    if (this.#deps.isStorageSound?.() === false) return sweepMs
    this.#follow()
    if (!this.#isInOrder) {
      await this.putInOrder()
      await this.#wakeAll()
    }
    if (!this.#deps.sender) return null
    if (this.#generation !== null) await this.#wakeDue()
    return sweepMs
  }

  async #wakeAll(): Promise<void> {
    for (const { profile } of await this.#deps.companies.list()) this.wake(profile.companyGuid)
  }

  async #wakeDue(): Promise<void> {
    const now = this.#deps.clock.now()
    const due = (await this.#deps.schedule.lanes()).filter(({ firstDueAt }) => firstDueAt <= now)
    for (const companyGuid of new Set(due.map((lane) => lane.companyGuid))) this.wake(companyGuid)
  }
}
