import { setTimeout as pause } from 'node:timers/promises'
import { addFindings, type JournalFinding, journalFinding, maySend } from '../../../shared/domain/journal-finding.ts'
import { buildChainedInsert, emptyLogEnd, type LogEnd, selectLogEnd } from '../store/log/chain.ts'
import { findingsSetting, parseFindings } from '../store/log/findings.ts'
import { historyGapSetting, parseHistoryGap } from '../store/log/recheck.ts'
import { errorCodeOf, StorageFailure, type StorageTrouble } from '../store/refusal.ts'
import type { LogEntry } from '../store/rows/event-row.ts'
import { StorageMonitor } from '../store/storage-monitor.ts'
import { upsertSetting } from '../store/tables/settings.ts'
import { type Connections, isTemporaryError } from './connect.ts'
import { type Query, runStatement } from './query.ts'

export interface Transaction {
  readonly ask: Query
  readonly ledger: Awaited<ReturnType<typeof readLogState>>
}

/** Tries whether a commit works. */
const nothing = async (): Promise<void> => undefined

interface Job {
  /** The sender's generation; undefined if it is not about sending. */
  readonly generation: number | undefined
  readonly isNews: boolean
  run(transaction: Transaction): Promise<void>
  settle(): void
  fail(cause: unknown): void
}

/** Only its holder writes, and commits before the next one reads. */
const writersLock = 0x7265_7369

/** Pauses between tries to reach a server, twelve seconds in all. */
const pausesMs = [50, 100, 250, 500, 1000, 2000, 4000, 4000]

/** Finds a server that is gone or behind before the next sale does. */
const beatMs = 5_000

/** With more, the last would wait too long. */
const mostJobs = 100

/** `unknown`: the commit may have happened, so it must not be repeated. */
type Tried = 'committed' | 'unknown' | { readonly again: unknown } | { readonly refused: unknown }

interface WriterOptions {
  readonly newId: () => string
  readonly committed: () => void
}

/**
 * Writes that arrive together share one transaction, and are answered after its commit. Only one transaction writes at
 * a time, in all processes: numbers have no gaps and appear in order.
 */
export class Writer {
  readonly #connection: Connections
  readonly #probe = () => this.write(nothing)
  readonly storage = new StorageMonitor(this.#probe)
  readonly #options: WriterOptions
  readonly #beat: NodeJS.Timeout
  /** Names the row that counts this process's commits. */
  #id: string
  #commits = 0
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
   * @param work runs again if a neighbour in its group failed or the connection was lost @param generation nothing is
   * written if another process sends now @returns what the work returned, once it is durable @throws StorageFailure if
   * it is not durable, or the generation is over; what the work throws
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

  /** After every earlier write. */
  async close(): Promise<void> {
    clearInterval(this.#beat)
    this.storage.close()
    while (this.#running) await this.#running
    await this.#connection.ask('DELETE FROM writer WHERE id = $1::uuid', this.#id).catch(() => undefined)
  }

  async #flush(): Promise<void> {
    // Writes of the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve))
    for (let jobs = this.#next(); jobs.length > 0; jobs = this.#next()) await this.#answer(jobs)
    this.#running = null
  }

  #next(): readonly Job[] {
    return this.#waiting.splice(0, mostJobs)
  }

  /** If one is bad, each runs alone. */
  async #answer(jobs: readonly Job[]): Promise<void> {
    const why = await this.#commit(jobs)
    if (!why) return
    if (jobs.length === 1) for (const job of jobs) job.fail(why.refused)
    else for (const job of jobs) await this.#answer([job])
  }

  /** @returns null if all were answered; otherwise the reason why the group must be divided, or its one job fails */
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
        // It is not known what its row says now.
        this.#beginRow()
        break
      }
      if ('refused' in tried) return tried
      cause = tried.again
    }
    const failure = new StorageFailure('the write is not known to be durable', { cause, trouble: troubleIn(cause) })
    this.storage.failed(failure)
    for (const job of jobs) job.fail(failure)
    return null
  }

  async #try(jobs: readonly Job[]): Promise<Tried> {
    let isAsked = false
    try {
      await this.#connection.transact(async (ask) => {
        const locked = ask('SELECT pg_advisory_xact_lock($1)', writersLock)
        const [, ledger] = await Promise.all([locked, readLogState(ask), assertCurrent(ask, jobs)])
        if (this.#isRolledBack) await ledger.found([journalFinding('rolled_back', { detail: 'the database server' })])
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
      if (!isTemporaryError(cause)) return { refused: cause }
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

  async #count(ask: Query): Promise<void> {
    const before = this.#commits
    const { count } =
      before === 0
        ? await ask('INSERT INTO writer (id, commits) VALUES ($1::uuid, 1)', this.#id)
        : await ask('UPDATE writer SET commits = $2 WHERE id = $1::uuid AND commits = $3', this.#id, before + 1, before)
    if (count === 0) throw new CommitsLost('the server does not have what it answered for')
  }

  /**
   * The answer to a commit was lost. With the lock the transaction is over, and the row that was written with it tells
   * how it ended, also on another server. @returns null if the server does not answer
   */
  async #wasCommitted(): Promise<boolean | null> {
    for (const pauseMs of pausesMs) {
      try {
        return await this.#connection.transact(async (ask) => {
          await ask('SELECT pg_advisory_xact_lock($1)', writersLock)
          // A write waits for the replicas; a read could show what no replica has.
          const text = 'UPDATE writer SET commits = commits WHERE id = $1::uuid RETURNING commits'
          const [row] = await ask<{ readonly commits: number }>(text, this.#id)
          return row?.commits === this.#commits + 1
        })
      } catch (cause) {
        if (!isTemporaryError(cause)) return null
        await pause(pauseMs)
      }
    }
    return null
  }
}

/** @throws StorageFailure if the generation of one of them is over */
async function assertCurrent(ask: Query, jobs: readonly Job[]): Promise<void> {
  const asked = new Set(jobs.flatMap(({ generation }) => generation ?? []))
  if (asked.size === 0) return
  const [row] = await ask<{ readonly generation: number }>('SELECT generation FROM sender WHERE server = this_server()')
  if ([...asked].some((generation) => generation !== row?.generation))
    throw new StorageFailure('another process sends by now: nothing was written')
}

/** A server that was behind took over: what was claimed, sent or cancelled last may be unknown there. */
class CommitsLost extends Error {
  override readonly name = 'CommitsLost'
}

/** The server reports errors of its disk itself (class 58); otherwise it is away. */
function troubleIn(cause: unknown): StorageTrouble {
  const code = errorCodeOf(cause)
  if (code === '53100') return 'full'
  if (code === '25006') return 'read_only'
  return code.startsWith('58') ? 'failing' : 'unreachable'
}

const valueOf = (name: string) => `(SELECT value FROM setting WHERE name = '${name}')`
const settings = `SELECT ${valueOf(findingsSetting)} AS findings, ${valueOf(historyGapSetting)} AS "historyGap"`

interface SettingsRow {
  readonly findings: string | null
  readonly historyGap: string | null
}

/** Read once under the lock of writers; nothing is asked twice within the transaction. */
async function readLogState(ask: Query) {
  const [[row], [last]] = await Promise.all([ask<SettingsRow>(settings), runStatement<LogEnd>(ask, selectLogEnd)])
  if (!row) throw new Error('the database does not say how far it has come')
  const findings = parseFindings(row.findings)
  let end = last ?? emptyLogEnd
  return {
    historyGap: parseHistoryGap(row.historyGap),
    isTrusted: maySend(findings.findings),
    found: (given: readonly JournalFinding[]) =>
      runStatement(ask, upsertSetting(findingsSetting, JSON.stringify(addFindings(findings, given)))),
    /** Rows of the entry are already written, or sent before it. */
    append(entry: LogEntry) {
      const next = buildChainedInsert(end, entry)
      end = next.end
      return runStatement(ask, next.insert)
    },
  }
}
