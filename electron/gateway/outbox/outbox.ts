import { lookUpWorkOf } from '../../../shared/domain/person-acts.ts'
import { onlySender, type Sender } from '../store/port/processes.ts'
import type { Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { type Hindrance, type LaneHeartbeat, Lanes, type PauseOf } from './lanes.ts'
import { putInDoubt } from './unconfirmed.ts'
import { followOriginals } from './waiting-notes.ts'
import { Worker } from './worker.ts'

/** What another process gave the sender to do is found within this, if no news of it came. */
const sweepMs = 1_000

/** Sends what is kept, while this process is the one that does, and follows up what was sent. */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #sender: Sender
  readonly #isDispatching: boolean
  readonly #pauseOf: PauseOf
  /** Null while another process sends. */
  #lanes: Lanes | null = null
  /** Those for which it is known what was being sent when they began. */
  #inOrder: Lanes | null = null
  #ending: Promise<unknown> = Promise.resolve()
  readonly #worker: Worker
  #isStarted = false

  /** @param isDispatching false keeps everything and sends nothing */
  constructor(deps: OutboxDeps, isDispatching: boolean, pauseOf: PauseOf) {
    this.#deps = deps
    this.#sender = deps.sender ?? onlySender
    this.#isDispatching = isDispatching
    this.#pauseOf = pauseOf
    this.#worker = new Worker('sender', () => this.#round(), deps)
    this.#sender.listen(() => this.look())
  }

  /**
   * Before anything is sent, after a start, under a new generation and after trouble with the storage: what was being sent
   * is in doubt.
   */
  async putInOrder(): Promise<void> {
    this.#follow()
    const lanes = this.#lanes
    await lanes?.recover()
    this.#inOrder = lanes
  }

  async start(): Promise<void> {
    this.#isStarted = true
    await this.#wakeAll()
    this.look()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    await Promise.all([this.#worker.stop(), this.#lanes?.stop(), this.#ending])
  }

  /** Another process may have something for the sender, or this one may be it by now. */
  look(): void {
    if (this.#isStarted && this.#isDispatching) this.#worker.poke()
  }

  /** There may be something to do for a company; also for notes, where many records changed at once. */
  wake(companyGuid: string, areNotesDue = false): void {
    this.#running?.wake(companyGuid, areNotesDue)
  }

  /** A record was kept that may be sent, or waits for its original. Called at every sale. */
  submitted(companyGuid: string): void {
    this.#running?.submitted(companyGuid)
  }

  /** What may have kept a company's documents back was mended: no need to sit out a pause for it. */
  mended(companyGuid: string): void {
    this.#running?.mended(companyGuid)
  }

  /** The sender knows why they wait, or that they do not. */
  hindranceOf(companyGuid: string): Hindrance | null {
    const pause = this.#pauseOf(companyGuid)
    if (pause) return { since: pause.since, attention: 'sending_paused' }
    return this.#lanes?.hindranceOf(companyGuid) ?? null
  }

  /** Of every worker there is; none before the first work of a company, or if this process does not send. */
  heartbeats(): readonly LaneHeartbeat[] {
    return this.#lanes?.heartbeats() ?? []
  }

  /** Asks for a stored cancellation now instead of when it is due; if another process sends, that one asks. */
  async askToCancel(saleGuid: string): Promise<void> {
    await this.#lanes?.askToCancel(saleGuid)
  }

  /**
   * Looks up now what is in doubt, not when it is due. When a look-up that finds nothing counts stays as it is. What was
   * accepted long ago, and not heard of since, is in doubt from now on.
   * @returns false where nothing about the record is in doubt
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

  get #running(): Lanes | null {
    return this.#isStarted && this.#inOrder === this.#lanes ? this.#lanes : null
  }

  #follow(): void {
    const generation = this.#isDispatching ? this.#sender.generation() : null
    const before = this.#lanes
    if (generation === (before?.generation ?? null)) return
    if (before) this.#ending = Promise.all([this.#ending, before.stop()])
    const under = { sender: this.#sender, pauseOf: this.#pauseOf }
    this.#lanes = generation === null ? null : new Lanes(this.#deps, { ...under, generation })
  }

  async #round(): Promise<number | null> {
    if (this.#deps.isStorageSound?.() === false) return sweepMs
    this.#follow()
    if (this.#inOrder !== this.#lanes) {
      await this.putInOrder()
      await this.#wakeAll()
    }
    if (!this.#deps.sender) return null
    if (this.#lanes) await this.#wakeDue()
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
