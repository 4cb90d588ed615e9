import type { Database, Statement } from 'better-sqlite3'
import { StorageFailure } from './refusal.ts'

interface Job {
  readonly work: () => unknown
  readonly settle: (result: never) => void
  readonly fail: (cause: unknown) => void
  /** Once it has run. */
  result?: unknown
}

/** What counts on in memory while a transaction runs, and has to know how it ended. */
export interface InTransaction {
  committed(): void
  rolledBack(): void
}

/**
 * Makes writes that arrive together durable together: one transaction and one sync for all of them, and no answer
 * before it. Waiting for the disk once instead of thirty times is where the speed comes from.
 */
export class GroupCommit {
  readonly #database: Database
  readonly #begin: Statement
  readonly #end: Statement
  readonly #lines: InTransaction | null
  #waiting: Job[] = []
  /** After an I/O error the file may not hold what SQLite believes: nothing is promised until it is opened anew. */
  #broken: Error | null = null

  /** @param lines null for a database that has none of its own to count */
  constructor(database: Database, lines: InTransaction | null = null) {
    this.#database = database
    this.#begin = database.prepare('BEGIN IMMEDIATE')
    this.#end = database.prepare('COMMIT')
    this.#lines = lines
  }

  /**
   * @param work writes synchronously; runs again by itself where a neighbour in its group failed
   * @returns what the work returned, once it is durable
   * @throws StorageFailure where it could not be made durable; whatever the work throws
   */
  write<Result>(work: () => Result): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#waiting.push({ work, settle: resolve, fail: reject })
    if (this.#waiting.length === 1) setImmediate(this.#commitWaiting)
    return promise
  }

  readonly #commitWaiting = (): void => this.#commit(this.#waiting.splice(0))

  #commit(jobs: readonly Job[]): void {
    try {
      if (this.#broken) throw this.#broken
      this.#begin.run()
      for (const job of jobs) job.result = job.work()
      this.#end.run()
    } catch (cause) {
      this.#rollBack()
      if (isInputOutput(cause)) this.#broken = cause
      // One of them is bad: let each stand or fall alone.
      if (jobs.length > 1 && !this.#broken) {
        for (const job of jobs) this.#commit([job])
        return
      }
      for (const job of jobs)
        job.fail(isStorage(cause) ? new StorageFailure('the write is not durable', { cause }) : cause)
      return
    }
    this.#lines?.committed()
    for (const job of jobs) job.settle(job.result as never)
  }

  #rollBack(): void {
    if (this.#database.inTransaction) this.#database.exec('ROLLBACK')
    this.#lines?.rolledBack()
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
const isInputOutput = (cause: unknown): cause is Error =>
  /^SQLITE_(IOERR(?!_SHMSIZE)|CORRUPT|NOTADB)/.test(codeOf(cause))
const isStorage = (cause: unknown) => /^SQLITE_(IOERR|CORRUPT|NOTADB|FULL|READONLY|BUSY|CANTOPEN)/.test(codeOf(cause))
