import { setTimeout as pause } from 'node:timers/promises'
import { finding } from '../../../shared/domain/journal-finding.ts'
import type { Lease } from '../store/port/processes.ts'
import { StorageFailure, type StorageTrouble } from '../store/refusal.ts'
import type { Ask } from './ask.ts'
import { type Connections, codeOf, isPassing } from './connect.ts'
import { graceOf, type LeaseTerms, OwnLease } from './lease.ts'
import { Ledger } from './ledger.ts'
import { ServerClock } from './server-clock.ts'
import { StorageMonitor } from './storage-monitor.ts'

/** A running transaction of the one writer there is. */
export interface Transaction {
  readonly ask: Ask
  readonly ledger: Ledger
  /** Of the row under which this process claims. */
  readonly writerId: string
}

interface Job {
  /** The lease that it must be under; undefined where any will do. */
  readonly under: Lease | undefined
  run(transaction: Transaction): Promise<void>
  settle(): void
  fail(cause: unknown): void
}

/** All processes know it by this number: whoever holds it writes alone, and commits before the next one reads. */
const writersLock = 0x7265_7369

/** How long the writer waits for a server that went away before it says so: some twelve seconds in all. */
const pausesMs = [50, 100, 250, 500, 1000, 2000, 4000, 4000]

/** A lease outlasts a few renewals that come late. */
const beatsInLease = 4

/** So many changes at most wait for one commit together: none of them waits long. */
const mostJobs = 100

/** `unknown`: nobody answers whether it was committed, so it must not be done again. */
type Tried = 'committed' | 'unknown' | { readonly again: unknown } | { readonly refused: unknown }

/**
 * Makes writes that arrive together durable together: one transaction for all of them, and no answer before its commit.
 * One transaction writes at a time, in all processes: numbers have no gaps, and become visible in their order.
 */
export class Writer {
  readonly #connection: Connections
  readonly storage = new StorageMonitor()
  readonly serverClock: ServerClock
  readonly #probe = () => this.write(async () => undefined)
  readonly #newLease: () => OwnLease
  readonly #told: () => void
  #lease: OwnLease
  readonly #beat: NodeJS.Timeout
  /** The one whose row is in the database. */
  #registered: OwnLease | null = null
  /** The server has less than it answered for, and that is not written down yet. */
  #isRolledBack = false
  /** Each has a number of its own. */
  #tries = 0
  #waiting: Job[] = []
  #running: Promise<void> | null = null

  constructor(connection: Connections, { newId, committed, ...terms }: WriterOptions) {
    this.#connection = connection
    this.#told = committed
    this.serverClock = new ServerClock(terms.clock)
    this.#newLease = () => new OwnLease(newId(), terms)
    this.#lease = this.#newLease()
    // Every commit renews the lease. One that fails is heard of by whoever wants something written.
    const beat = () => void this.write(async () => undefined).catch(() => undefined)
    this.#beat = setInterval(beat, terms.leaseMs / beatsInLease).unref()
  }

  /** Under which this process claims and writes now; a new one where the last is over. */
  lease(): OwnLease {
    if (!this.#lease.isHeld()) this.#lease = this.#newLease()
    return this.#lease
  }

  /**
   * @param work writes; runs again by itself where a neighbour in its group failed or the connection was lost
   * @returns what the work returned, once it is durable
   * @param under the lease that it must be under, of a claim above all; absent, whichever there is by then
   * @throws StorageFailure where nobody can tell that it is, or the lease is over; whatever the work throws
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, under?: Lease): Promise<Result> {
    const written = new Promise<Result>((resolve, reject) => {
      let result: Result
      this.#waiting.push({
        under,
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
    this.#lease.giveUp()
    const id = this.#registered?.id ?? null
    await this.#connection.ask('DELETE FROM writer WHERE id = $1::uuid', id).catch(() => undefined)
  }

  async #flush(): Promise<void> {
    // What is asked for in the same turn goes together.
    await new Promise((resolve) => setImmediate(resolve))
    for (let jobs = this.#next(); jobs.length > 0; jobs = this.#next()) {
      const cause = await this.#commit(jobs)
      if (!cause) continue
      // One of them is bad: let each stand or fall alone.
      if (jobs.length === 1) for (const job of jobs) job.fail(cause.refused)
      else for (const job of jobs) await this.#alone(job)
    }
    this.#running = null
  }

  #next(): readonly Job[] {
    return this.#waiting.splice(0, mostJobs)
  }

  async #alone(job: Job): Promise<void> {
    const cause = await this.#commit([job])
    if (cause) job.fail(cause.refused)
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
      if (tried === 'unknown') break
      if ('refused' in tried) return tried
      cause = tried.again
    }
    // What became of a claim may be among them: whoever holds the next lease finds out.
    this.#lease.giveUp()
    const failure = new StorageFailure('the write is not known to be durable', { cause, ...troubleIn(cause) })
    this.storage.failed(failure, this.#probe)
    for (const job of jobs) job.fail(failure)
    return null
  }

  async #try(jobs: readonly Job[]): Promise<Tried> {
    const lease = this.lease()
    if (jobs.some(({ under }) => under && under !== lease)) return { refused: overslept() }
    const begun = lease.moment()
    this.#tries += 1
    const number = this.#tries
    let isAsked = false
    try {
      await this.#register(lease)
      await this.#connection.transact(async (ask) => {
        const [, ledger] = await Promise.all([ask('SELECT pg_advisory_xact_lock($1)', writersLock), Ledger.read(ask)])
        if (this.#isRolledBack) await ledger.found([finding('rolled_back', { detail: 'the database server' })])
        for (const job of jobs) await job.run({ ask, ledger, writerId: lease.id })
        await Promise.all([ledger.keep(), this.#mark(ask, lease, number)])
        isAsked = true
      })
      lease.renew(begun)
      return this.#committed(lease, number)
    } catch (cause) {
      if (cause instanceof CommitsLost) this.#isRolledBack = true
      if (cause instanceof LeaseLost) return { again: cause }
      if (!isPassing(cause)) return { refused: cause }
      if (!isAsked) return { again: cause }
      const wasCommitted = await this.#wasCommitted(lease, number)
      if (wasCommitted === null) return 'unknown'
      return wasCommitted ? this.#committed(lease, number) : { again: cause }
    }
  }

  async #mark(ask: Ask, lease: OwnLease, number: number): Promise<void> {
    const asked = lease.moment()
    const shown = await mark(ask, lease, number)
    this.serverClock.heard({ shown, asked, answered: lease.moment() })
  }

  #committed(lease: OwnLease, number: number): 'committed' {
    lease.committed = number
    this.#isRolledBack = false
    this.#told()
    return 'committed'
  }

  async #register(lease: OwnLease): Promise<void> {
    if (this.#registered === lease) return
    const { ask } = this.#connection
    await ask('INSERT INTO writer (id, commits) VALUES ($1::uuid, 0) ON CONFLICT DO NOTHING', lease.id)
    const before = this.#registered
    this.#registered = lease
    if (before) await ask('DELETE FROM writer WHERE id = $1::uuid', before.id)
  }

  /**
   * The answer to a commit was lost. Whoever has the lock knows that the transaction is over, and how it ended stands in
   * the row that was written with it: also where another server has taken over.
   * @returns null where nobody can tell
   */
  async #wasCommitted(lease: OwnLease, number: number): Promise<boolean | null> {
    for (const pauseMs of pausesMs) {
      try {
        return await this.#connection.transact(async (ask) => {
          await ask('SELECT pg_advisory_xact_lock($1)', writersLock)
          // Written, because only then this waits for the replicas too: a server that was started anew shows what it kept
          // before any of them has it.
          const text = 'UPDATE writer SET commits = commits WHERE id = $1::uuid RETURNING commits'
          const [row] = await ask<{ readonly commits: number }>(text, lease.id)
          // Without its row, which others take away from whoever sleeps too long, nobody can tell.
          return row ? row.commits === number : null
        })
      } catch (cause) {
        if (!isPassing(cause)) return null
        await pause(pauseMs)
      }
    }
    return null
  }
}

interface WriterOptions extends LeaseTerms {
  /** @returns a new UUID */
  readonly newId: () => string
  /** Told after each commit. */
  readonly committed: () => void
}

/** @returns what time it is for the server */
async function mark(ask: Ask, lease: OwnLease, number: number): Promise<number> {
  const text = `UPDATE writer SET commits = $2, seen_at = clock_timestamp() WHERE id = $1::uuid AND commits = $3
    RETURNING extract(epoch FROM seen_at)::float8 * 1000 AS shown`
  const [marked] = await ask<{ readonly shown: number }>(text, lease.id, number, lease.committed)
  if (marked) return marked.shown
  lease.giveUp()
  const [row] = await ask('SELECT commits FROM writer WHERE id = $1::uuid', lease.id)
  if (row) throw new CommitsLost('the server does not have what it answered for')
  throw new LeaseLost('others have taken over what this process claimed')
}

/** Nothing was written; what needs no certain lease goes again under a new one. */
class LeaseLost extends Error {
  override readonly name: string = 'LeaseLost'
}

/** Another server took over that was behind: what was claimed, sent or cancelled in its last moments may be unknown there. */
class CommitsLost extends LeaseLost {
  override readonly name = 'CommitsLost'
}

const overslept = () =>
  new StorageFailure('this process was away for so long that others have taken over: nothing was written')

/**
 * Takes the leases away that other processes cannot count on any more: they ended, or sleep.
 * @returns how many
 */
export async function endLeases({ ask, writerId }: Transaction, leaseMs: number): Promise<number> {
  const afterMs = leaseMs + graceOf(leaseMs)
  const text = `DELETE FROM writer
    WHERE id <> $1::uuid AND seen_at < clock_timestamp() - $2 * interval '1 millisecond'`
  return (await ask(text, writerId, afterMs)).count
}

const troubleIn = (cause: unknown): { readonly trouble?: StorageTrouble } => {
  const code = codeOf(cause)
  if (code === '53100') return { trouble: 'full' }
  return code === '25006' ? { trouble: 'read_only' } : {}
}
