import { lookUpWorkOf } from '../../../shared/domain/person-acts.ts'
import { onlySender, type Sender } from '../store/port/processes.ts'
import type { Stored } from '../store/port/records.ts'
import { ClockKeeping } from './clock-keeping.ts'
import { type OutboxDeps, underGeneration } from './deps.ts'
import { Semaphore } from './in-slices.ts'
import { type Hindrance, Lane, type LaneDeps } from './lane.ts'
import { followOriginals } from './transition.ts'
import { putInDoubt, recover } from './unconfirmed.ts'
import { type Heartbeat, Worker } from './worker.ts'

/** Since when a person has paused a company's sending; null if it is not paused. */
type PauseOf = (companyGuid: string) => Pick<Hindrance, 'since'> | null

interface LaneHeartbeat extends Heartbeat {
  readonly companyGuid: string
  readonly name: string
}

/** What another process gave the sender to do is found within this, if no news of it came. */
const sweepMs = 1_000
/** Of all companies together: they come back at the same moment after an outage (reliability QR20). */
const mostSendsAtOnce = 4

/** Sends what is kept, while this process is the one that does, and follows up what was sent. */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #sender: Sender
  readonly #isDispatching: boolean
  readonly #pauseOf: PauseOf
  readonly #clockKeeping: ClockKeeping
  readonly #sends = new Semaphore(mostSendsAtOnce)
  readonly #worker: Worker
  /** Null while another process sends. */
  #generation: number | null = null
  #laneDeps: LaneDeps | null = null
  readonly #lanes = new Map<string, Lane>()
  #ending: Promise<unknown> = Promise.resolve()
  /** What was being sent when the generation began is in doubt by now. */
  #isInOrder = false
  #isStarted = false

  /** @param isDispatching false keeps everything and sends nothing */
  constructor(deps: OutboxDeps, isDispatching: boolean, pauseOf: PauseOf) {
    this.#deps = deps
    this.#sender = deps.sender ?? onlySender
    this.#isDispatching = isDispatching
    this.#pauseOf = pauseOf
    this.#clockKeeping = new ClockKeeping(deps)
    this.#worker = new Worker('sender', () => this.#round(), deps)
    this.#sender.listen(() => this.look())
  }

  /**
   * Before anything is sent, after a start, under a new generation and after trouble with the storage: what was being sent
   * is in doubt.
   */
  async putInOrder(): Promise<void> {
    this.#follow()
    const { generation, deps } = { generation: this.#generation, ...this.#laneDeps }
    const recovered = deps ? await recover(deps) : 0
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

  /** Another process may have something for the sender, or this one may be it by now. */
  look(): void {
    if (this.#isStarted && this.#isDispatching) this.#worker.poke()
  }

  /** There may be something to do for a company; also for notes, if many records changed at once. */
  wake(companyGuid: string, areNotesDue = false): void {
    this.#lane(companyGuid)?.wake(areNotesDue)
  }

  /** A record was kept that may be sent, or waits for its original. Called at every sale. */
  submitted(companyGuid: string): void {
    this.#lane(companyGuid)?.submitted()
  }

  /** What may have kept a company's documents back was mended: no need to sit out a pause for it. */
  mended(companyGuid: string): void {
    this.#lane(companyGuid)?.mended()
  }

  /** The sender knows why they wait, or that they do not. */
  hindranceOf(companyGuid: string): Hindrance | null {
    const pause = this.#pauseOf(companyGuid)
    if (pause) return { since: pause.since, attention: 'sending_paused' }
    return this.#lanes.get(companyGuid)?.hindrance ?? null
  }

  /** Of every worker there is; none before the first work of a company, or if this process does not send. */
  heartbeats(): readonly LaneHeartbeat[] {
    return [...this.#lanes].flatMap(([companyGuid, { workers }]) =>
      workers.map(({ name, heartbeat }) => ({ companyGuid, name, ...heartbeat })),
    )
  }

  /** Asks for a stored cancellation now instead of when it is due; if another process sends, that one asks. */
  async askToCancel(saleGuid: string): Promise<void> {
    const stored = await this.#deps.records.byGuid(saleGuid)
    const company = stored && (await this.#deps.companies.byGuid(stored.record.companyGuid))
    if (company) await this.#lane(stored.record.companyGuid)?.askToCancel(company, stored)
  }

  /**
   * Looks up now what is in doubt, not when it is due. When a look-up that finds nothing counts stays as it is. What was
   * accepted long ago, and not heard of since, is in doubt from now on.
   * @returns false if nothing about the record is in doubt
   */
  async lookUpSoon(stored: Stored, by: string): Promise<boolean> {
    const { schedule, clock } = this.#deps
    const { seq, record } = stored
    if (!(await putInDoubt(this.#deps, stored, by))) {
      const work = lookUpWorkOf(record)
      if (!work) return false
      await schedule.postpone(work, [seq], clock.now())
    }
    this.wake(record.companyGuid)
    return true
  }

  /** A record changed outside: what waits for it may have to change too, and not behind the tills, of which one waits. */
  async changed(stored: Stored): Promise<void> {
    const { records, clock } = this.#deps
    await followOriginals({ records, clock }, [stored], (companyGuid) => this.wake(companyGuid))
  }

  /** Null while this process does not send, or may not begin yet. */
  #lane(companyGuid: string): Lane | null {
    if (!this.#isStarted || !this.#isInOrder || !this.#laneDeps) return null
    const lane = this.#lanes.get(companyGuid) ?? new Lane(companyGuid, this.#laneDeps)
    this.#lanes.set(companyGuid, lane)
    return lane
  }

  /** Begins under a new generation, and ends what went on under the one before. */
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
            deps: underGeneration(this.#deps, this.#sender, generation),
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
