import type { Database, Statement } from 'better-sqlite3'
import type { LogEnd } from './log/chain.ts'
import { isDamage, StorageFailure, troubleOf } from './refusal.ts'
import type { Transaction, WriteWork } from './sql.ts'
import type { StorageMonitor } from './storage-monitor.ts'

type Change<Result> = (transaction: Transaction) => WriteWork<Result>

/** Changes that share a transaction. */
export interface CommitGroup {
  readonly size: number
  /** Null before the first entry: the transaction that appends it sees no entry of others. */
  logEnd: LogEnd | null
}

/** @param group absent for a change alone in its transaction */
export type RunInTransaction = <Result>(change: Change<Result>, group?: CommitGroup) => Result

interface Job {
  readonly change: Change<unknown>
  readonly settle: (result: never) => void
  readonly fail: (cause: unknown) => void
  result?: unknown
}

/** How long and how often a busy database is tried. */
export const busyPatienceMs = 5_000
const busyPauseMs = 20

/** A group grows with later turns of the event loop, up to these limits. */
const mostTurns = 12
const mostJobs = 64

/** Writes that arrive together share one transaction and one sync, and are answered after it: that makes it fast. */
export class GroupCommit {
  readonly #database: Database
  readonly #begin: Statement
  readonly #end: Statement
  readonly #within: RunInTransaction
  readonly #monitor: StorageMonitor
  #waiting: Job[] = []
  /** How many waited at the last turn, and for how many turns the group has grown. */
  #seen = 0
  #turns = 0
  /** By the steady clock. */
  #busySinceMs: number | null = null

  constructor(database: Database, within: RunInTransaction, monitor: StorageMonitor) {
    this.#database = database
    this.#within = within
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#end = database.prepare('COMMIT')
    this.#monitor = monitor
  }

  /**
   * @param change runs again if a neighbour in its group failed @returns the result, once it is durable
   * @throws StorageFailure if it is not durable; what the change throws
   */
  readonly transact = <Result>(change: Change<Result>): Promise<Result> => {
    const { refusal } = this.#monitor
    if (refusal) return Promise.reject(refusal)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ change, settle: resolve, fail: reject })
    if (this.#waiting.length === 1) setImmediate(this.#grow)
    return this.#monitor.timed(promise)
  }

  write<Result>(work: () => Result): Promise<Result> {
    return this.transact(function* () {
      yield* []
      return work()
    })
  }

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
      const group: CommitGroup = { size: jobs.length, logEnd: null }
      for (const job of jobs) job.result = this.#within(job.change, group)
      this.#end.run()
    } catch (cause) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
      if (troubleOf(cause) !== 'busy' || !this.#isTriedAgain(jobs)) this.#failed(jobs, cause)
      return
    }
    for (const job of jobs) job.settle(job.result as never)
  }

  /** The event loop must not wait for another program: the group joins the next one. */
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
    // A damaged page is no fault of the disk: other pages can be written.
    const isOfDisk = trouble !== null && trouble !== 'busy' && !isDamage(cause)
    // If one is bad, each runs alone.
    if (jobs.length > 1 && trouble !== 'busy' && !(isOfDisk && trouble === 'failing')) {
      for (const job of jobs) this.#commit([job])
      return
    }
    const failure = trouble && new StorageFailure('the write is not durable', { cause })
    if (failure && isOfDisk) this.#monitor.failed(failure)
    for (const job of jobs) job.fail(failure ?? cause)
  }
}
