import type { Database, Statement } from 'better-sqlite3'
import { isDamage, StorageFailure, troubleOf } from './refusal.ts'
import type { Transaction, Work } from './sql.ts'

type Change<Result> = (transaction: Transaction) => Work<Result>

/** Makes a change within the transaction that is open; `together` with how many, 1 if by itself. */
export type Within = <Result>(change: Change<Result>, together?: number) => Result

interface Job {
  readonly change: Change<unknown>
  readonly settle: (result: never) => void
  readonly fail: (cause: unknown) => void
  readonly mayUseReserve: boolean
  /** Once it has run. */
  result?: unknown
}

/** What the disk under the database has to say to its writes. */
export interface WritesWatch {
  /** Why nothing is written now; null if the disk is tried. */
  readonly refusal: (mayUseReserve: boolean) => StorageFailure | null
  /** A write did not become durable. */
  readonly failed: (failure: StorageFailure) => void
  /** @returns whether there was a reserve, which is room now */
  readonly giveUpReserve: () => boolean
  readonly timed: <Result>(answered: Promise<Result>) => Promise<Result>
}

interface CommitDeps {
  readonly within: Within
  readonly watch?: WritesWatch | null
}

/** Another program that has the database is waited for so long, and asked so often. */
export const busyPatienceMs = 5_000
const busyPauseMs = 20

/** A group takes up what other turns of the event loop bring, but no more turns and no more writes than these. */
const mostTurns = 12
const mostJobs = 64

/**
 * Makes writes that arrive together durable together: one transaction and one sync for all of them, and no answer
 * before it. Waiting for the disk once instead of thirty times is where the speed comes from.
 */
export class GroupCommit {
  readonly #database: Database
  readonly #begin: Statement
  readonly #end: Statement
  readonly #within: Within
  readonly #watch: WritesWatch | null
  #waiting: Job[] = []
  /** How many waited at the last turn, and how many turns the group has grown for. */
  #seen = 0
  #turns = 0
  /** Since when another program has the database, by a steady clock. */
  #busySinceMs: number | null = null

  constructor(database: Database, { within, watch = null }: CommitDeps) {
    this.#database = database
    this.#within = within
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#end = database.prepare('COMMIT')
    this.#watch = watch
  }

  /**
   * @param change begun again by itself if a neighbour in its group failed
   * @param generation of the sender: while there is no room it claims nothing, and writes what the authority answered
   * @returns what came of the change, once it is durable
   * @throws StorageFailure if it could not be made durable; what the change throws
   */
  readonly transact = <Result>(change: Change<Result>, generation?: number): Promise<Result> => {
    const mayUseReserve = generation !== undefined
    const refusal = this.#watch?.refusal(mayUseReserve)
    if (refusal) return Promise.reject(refusal)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ change, settle: resolve, fail: reject, mayUseReserve })
    if (this.#waiting.length === 1) setImmediate(this.#grow)
    return this.#watch ? this.#watch.timed(promise) : promise
  }

  /** @param work as in `transact`; it asks nothing of the transaction */
  write<Result>(work: () => Result): Promise<Result> {
    return this.transact(function* () {
      yield* []
      return work()
    })
  }

  /** A group grows as long as a turn of the event loop brings more. */
  readonly #grow = (): void => {
    const count = this.#waiting.length
    if (count > this.#seen && this.#turns < mostTurns && count < mostJobs) {
      this.#seen = count
      this.#turns += 1
      setImmediate(this.#grow)
      return
    }
    this.#seen = 0
    this.#turns = 0
    this.#commit(this.#waiting.splice(0))
  }

  #commit(jobs: readonly Job[]): void {
    try {
      this.#begin.run()
      this.#busySinceMs = null
      for (const job of jobs) job.result = this.#within(job.change, jobs.length)
      this.#end.run()
    } catch (cause) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      if (troubleOf(cause) !== 'busy' || !this.#isTriedAgain(jobs)) this.#failed(jobs, cause)
      return
    }
    for (const job of jobs) job.settle(job.result as never)
  }

  /** The event loop never waits for another program: the group joins the next one. */
  #isTriedAgain(jobs: readonly Job[]): boolean {
    const now = performance.now()
    this.#busySinceMs ??= now
    if (now - this.#busySinceMs >= busyPatienceMs) {
      this.#busySinceMs = null
      return false
    }
    const isFirst = this.#waiting.length === 0
    this.#waiting.unshift(...jobs)
    if (isFirst) setTimeout(this.#grow, busyPauseMs)
    return true
  }

  #failed(jobs: readonly Job[], cause: unknown): void {
    const trouble = troubleOf(cause)
    // A damaged page says nothing of the disk: what does not stand on it can still be written.
    const isOfDisk = trouble !== null && trouble !== 'busy' && !isDamage(cause)
    // One of them is bad: each stands or falls alone.
    if (jobs.length > 1 && trouble !== 'busy' && !(isOfDisk && trouble === 'failing')) {
      for (const job of jobs) this.#commit([job])
      return
    }
    const failure = trouble && new StorageFailure('the write is not durable', { cause })
    if (failure && isOfDisk) this.#watch?.failed(failure)
    if (trouble === 'full' && jobs[0]?.mayUseReserve && this.#watch?.giveUpReserve()) return this.#commit(jobs)
    for (const job of jobs) job.fail(failure ?? cause)
  }
}
