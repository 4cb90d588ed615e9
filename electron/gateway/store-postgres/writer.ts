import { setTimeout as pause } from 'node:timers/promises'
import { finding } from '../../../shared/domain/journal-finding.ts'
import { StorageFailure, type StorageTrouble } from '../store/refusal.ts'
import { StorageMonitor } from '../store/storage-monitor.ts'
import type { Ask } from './ask.ts'
import { type Connections, codeOf, isPassing } from './connect.ts'
import { Ledger } from './ledger.ts'

/** A running transaction of the one writer there is. */
export interface Transaction {
  readonly ask: Ask
  readonly ledger: Ledger
}

/** Keeps nothing, and finds out whether anything could be kept. */
const nothing = async (): Promise<void> => undefined

interface Job {
  /** Of the sender that it must be under; undefined if it is not about sending. */
  readonly generation: number | undefined
  readonly isNews: boolean
  run(transaction: Transaction): Promise<void>
  settle(): void
  fail(cause: unknown): void
}

/** All processes know it by this number: the one that holds it writes alone, and commits before the next one reads. */
const writersLock = 0x7265_7369

/** How long the writer waits for a server that went away before it says so: some twelve seconds in all. */
const pausesMs = [50, 100, 250, 500, 1000, 2000, 4000, 4000]

/** A server that went away, or is behind, is found out before the next sale comes. */
const beatMs = 5_000

/** So many changes at most wait for one commit together: none of them waits long. */
const mostJobs = 100

/** `unknown`: the server does not say whether it was committed, so it must not be done again. */
type Tried = 'committed' | 'unknown' | { readonly again: unknown } | { readonly refused: unknown }

interface WriterOptions {
  /** @returns a new UUID */
  readonly newId: () => string
  /** Told after each commit of something. */
  readonly committed: () => void
}

/**
 * Makes writes that arrive together durable together: one transaction for all of them, and no answer before its commit.
 * One transaction writes at a time, in all processes: numbers have no gaps, and become visible in their order.
 */
export class Writer {
  readonly #connection: Connections
  readonly #probe = () => this.write(nothing)
  readonly storage = new StorageMonitor()
  readonly #options: WriterOptions
  readonly #beat: NodeJS.Timeout
  /** Of the row that says how many groups of writes this process has committed. */
  #id: string
  #commits = 0
  /** The server has less than it answered for, and that is not written down yet. */
  #isRolledBack = false
  #waiting: Job[] = []
  #running: Promise<void> | null = null

  constructor(connection: Connections, options: WriterOptions) {
    this.#connection = connection
    this.#options = options
    this.#id = options.newId()
    this.#beat = setInterval(() => void this.#probe().catch(() => undefined), beatMs).unref()
  }

  /**
   * @param work writes; runs again by itself if a neighbour in its group failed or the connection was lost
   * @param generation of the sender under which it is done; nothing is written once another process sends
   * @returns what the work returned, once it is durable
   * @throws StorageFailure if the server does not say that it is, or the generation is over; what the work throws
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, generation?: number): Promise<Result> {
    const written = new Promise<Result>((resolve, reject) => {
      let result: Result
      this.#waiting.push({
        generation,
        isNews: (work as unknown) !== nothing,
        run: async (transaction) => {
          result = await work(transaction)
        },
        settle: () => resolve(result),
        fail: reject,
      })
      this.#running ??= this.#flush()
    })
    return this.storage.timed(written)
  }

  /** Behind every write that was asked for before. */
  async close(): Promise<void> {
    clearInterval(this.#beat)
    this.storage.close()
    while (this.#running) await this.#running
    await this.#connection.ask('DELETE FROM writer WHERE id = $1::uuid', this.#id).catch(() => undefined)
  }

  async #flush(): Promise<void> {
    // What is asked for in the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve))
    for (let jobs = this.#next(); jobs.length > 0; jobs = this.#next()) await this.#answer(jobs)
    this.#running = null
  }

  #next(): readonly Job[] {
    return this.#waiting.splice(0, mostJobs)
  }

  /** If one of them is bad, each stands or falls alone. */
  async #answer(jobs: readonly Job[]): Promise<void> {
    const why = await this.#commit(jobs)
    if (!why) return
    if (jobs.length === 1) for (const job of jobs) job.fail(why.refused)
    else for (const job of jobs) await this.#answer([job])
  }

  /** @returns why not, where the group has to be taken apart or its one job fails; null where all were answered */
  async #commit(jobs: readonly Job[]): Promise<{ readonly refused: unknown } | null> {
    let cause: unknown
    for (const pauseMs of [0, ...pausesMs]) {
      if (pauseMs > 0) await pause(pauseMs)
      const tried = await this.#try(jobs)
      if (tried === 'committed') {
        for (const job of jobs) job.settle()
        return null
      }
      if (tried === 'unknown') {
        // What its row says by now cannot be told.
        this.#beginRow()
        break
      }
      if ('refused' in tried) return tried
      cause = tried.again
    }
    const failure = new StorageFailure('the write is not known to be durable', { cause, trouble: troubleIn(cause) })
    this.storage.failed(failure, this.#probe)
    for (const job of jobs) job.fail(failure)
    return null
  }

  async #try(jobs: readonly Job[]): Promise<Tried> {
    let isAsked = false
    try {
      await this.#connection.transact(async (ask) => {
        const locked = ask('SELECT pg_advisory_xact_lock($1)', writersLock)
        const [, ledger] = await Promise.all([locked, Ledger.read(ask), assertCurrent(ask, jobs)])
        if (this.#isRolledBack) await ledger.found([finding('rolled_back', { detail: 'the database server' })])
        for (const job of jobs) await job.run({ ask, ledger })
        await this.#count(ask)
        isAsked = true
      })
    } catch (cause) {
      if (cause instanceof CommitsLost) {
        this.#isRolledBack = true
        this.#beginRow()
        return { again: cause }
      }
      if (!isPassing(cause)) return { refused: cause }
      if (!isAsked) return { again: cause }
      const wasCommitted = await this.#wasCommitted()
      if (wasCommitted === null) return 'unknown'
      if (!wasCommitted) return { again: cause }
    }
    this.#commits += 1
    this.#isRolledBack = false
    if (jobs.some(({ isNews }) => isNews)) this.#options.committed()
    return 'committed'
  }

  #beginRow(): void {
    this.#id = this.#options.newId()
    this.#commits = 0
  }

  async #count(ask: Ask): Promise<void> {
    const before = this.#commits
    const { count } =
      before === 0
        ? await ask('INSERT INTO writer (id, commits) VALUES ($1::uuid, 1)', this.#id)
        : await ask('UPDATE writer SET commits = $2 WHERE id = $1::uuid AND commits = $3', this.#id, before + 1, before)
    if (count === 0) throw new CommitsLost('the server does not have what it answered for')
  }

  /**
   * The answer to a commit was lost. Under the lock it is known that the transaction is over, and how it ended stands in
   * the row that was written with it, also if another server has taken over.
   * @returns null if the server does not answer
   */
  async #wasCommitted(): Promise<boolean | null> {
    for (const pauseMs of pausesMs) {
      try {
        return await this.#connection.transact(async (ask) => {
          await ask('SELECT pg_advisory_xact_lock($1)', writersLock)
          // Written, because only then this waits for the replicas too: a server that was started again shows what it kept
          // before any of them has it.
          const text = 'UPDATE writer SET commits = commits WHERE id = $1::uuid RETURNING commits'
          const [row] = await ask<{ readonly commits: number }>(text, this.#id)
          return row?.commits === this.#commits + 1
        })
      } catch (cause) {
        if (!isPassing(cause)) return null
        await pause(pauseMs)
      }
    }
    return null
  }
}

/** @throws StorageFailure if one of them is under a generation that is over */
async function assertCurrent(ask: Ask, jobs: readonly Job[]): Promise<void> {
  const asked = new Set(jobs.flatMap(({ generation }) => generation ?? []))
  if (asked.size === 0) return
  const [row] = await ask<{ readonly generation: number }>('SELECT generation FROM sender')
  if ([...asked].some((generation) => generation !== row?.generation))
    throw new StorageFailure('another process sends by now: nothing was written')
}

/** Another server took over that was behind: what was claimed, sent or cancelled in its last moments may be unknown there. */
class CommitsLost extends Error {
  override readonly name = 'CommitsLost'
}

/** Of an error of its disk (class 58) the server tells itself; all else is that it is away, begins or ends. */
function troubleIn(cause: unknown): StorageTrouble {
  const code = codeOf(cause)
  if (code === '53100') return 'full'
  if (code === '25006') return 'read_only'
  return code.startsWith('58') ? 'failing' : 'unreachable'
}
