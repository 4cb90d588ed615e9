import { Cron } from 'croner'
import {
  type CodeListData,
  type CodeListId,
  type CodeRefresh,
  codeListIds,
  type RefreshFault,
} from '../../../../shared/document/codes.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Clock, Log, Randomness } from '../../ports.ts'
import { type Codes, mergeList } from './codes.ts'
import { listFiles, readListFile } from './read-file.ts'

/** @returns why there is no file if it did not come whole */
export type Download = (url: string, stopping: AbortSignal) => Promise<Uint8Array | RefreshFault>

export interface RefreshDeps {
  readonly codes: Codes
  readonly download: Download
  /** Where the authority's files are, without a slash at the end. */
  readonly url: string
  /** False in practice mode, where no other computer is asked. */
  readonly isReachable?: boolean
  readonly clock: Clock
  /** Makes lists and tries durable, all or nothing. */
  readonly keep: (states: readonly CodeListData[], tries: readonly CodeRefresh[]) => Promise<void>
}

interface Refreshed {
  readonly made: CodeRefresh
  /** Null if the list stays as it is. */
  readonly state: CodeListData | null
}

/** Fetches the reference lists again; one that does not come whole and sound stays as it was (contract 9). */
export class CodeRefresher {
  readonly #deps: RefreshDeps
  readonly #stopping = new AbortController()
  #running: Promise<readonly CodeRefresh[]> | null = null

  constructor(deps: RefreshDeps) {
    this.#deps = deps
  }

  /**
   * If a refresh is running, the caller gets its outcome.
   * @throws StorageFailure if the lists cannot be kept; then they stay as they were
   */
  refresh(by: string): Promise<readonly CodeRefresh[]> {
    this.#running ??= this.#refresh(by).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running?.catch(() => undefined)
  }

  async #refresh(by: string): Promise<readonly CodeRefresh[]> {
    const { codes, clock, keep } = this.#deps
    const at = clock.now()
    const all = await Promise.all(codeListIds.map((list) => this.#fetch(list, at, by)))
    const states = all.flatMap(({ state }) => state ?? [])
    const tries = all.map(({ made }) => made)
    if (this.#stopping.signal.aborted) return tries
    // Kept before they are used: after a power cut the lists must be those that were used.
    await keep(states, tries)
    codes.take(states)
    return tries
  }

  async #fetch(list: CodeListId, at: EpochMs, by: string): Promise<Refreshed> {
    const { codes, url, download, isReachable = true } = this.#deps
    const source = `${url}/${listFiles[list].file}`
    const bytes = isReachable ? await download(source, this.#stopping.signal) : 'unreachable'
    const kept = (keptBecause: RefreshFault) => ({
      made: { list, at, by, source, keptBecause, changes: null },
      state: null,
    })
    if (typeof bytes === 'string') return kept(bytes)
    const was = codes.list(list)
    const items = readListFile(bytes, was)
    if (!items) return kept('unreadable')
    if (items.length === 0) return kept('empty')
    if (items.length * 2 <= was.items.length) return kept('shrunk')
    const { state, changes } = mergeList(was, items, { refreshedAt: at, source })
    return { made: { list, at, by, source, keptBecause: null, changes }, state }
  }
}

export interface ScheduleDeps {
  readonly codes: Codes
  readonly refresher: Pick<CodeRefresher, 'refresh' | 'stop'>
  /** False: lists are fetched only if a person asks for it. */
  readonly isNightly: boolean
  readonly clock: Clock
  readonly randomness: Randomness
  readonly log: Log
  /** False if another process does it. */
  readonly isInCharge: () => boolean
}

/** So that not all tills of the country ask at the same second. */
const mostJitterMs = 30 * 60_000
const mostPauseAtStartMs = 5 * 60_000

/** Refreshes the reference lists at night, by the clock of Malaysia. */
export class CodesSchedule {
  readonly #deps: ScheduleDeps
  readonly #job: Cron | null
  #soon: NodeJS.Timeout | null = null

  constructor(deps: ScheduleDeps) {
    this.#deps = deps
    this.#job = !deps.isNightly
      ? null
      : new Cron('30 3 * * *', { timezone: 'Asia/Kuala_Lumpur', paused: true, unref: true }, () =>
          this.#refreshWithin(mostJitterMs),
        )
  }

  start(): void {
    if (!this.#job) return
    this.#job.resume()
    // A shop's computer is switched off at night: what it slept through is made up for.
    const { codes, clock } = this.#deps
    const [missed] = this.#job.previousRuns(1, new Date(clock.now()))
    const oldest = Math.min(...codeListIds.map((list) => codes.list(list).refreshedAt))
    if (missed && oldest < missed.getTime()) this.#refreshWithin(mostPauseAtStartMs)
  }

  async stop(): Promise<void> {
    this.#job?.stop()
    if (this.#soon) clearTimeout(this.#soon)
    await this.#deps.refresher.stop()
  }

  #refreshWithin(mostMs: number): void {
    if (this.#soon) clearTimeout(this.#soon)
    this.#soon = setTimeout(() => void this.#refresh(), this.#deps.randomness.fraction() * mostMs)
    this.#soon.unref()
  }

  async #refresh(): Promise<void> {
    const { refresher, log, isInCharge } = this.#deps
    if (!isInCharge()) return
    try {
      const tries = await refresher.refresh('gateway')
      const changed = tries.filter(({ changes }) => changes).map(({ list }) => list)
      const kept = tries.flatMap(({ list, keptBecause }) => (keptBecause ? [`${list} ${keptBecause}`] : []))
      if (kept.length > 0) log.warn({ changed, kept }, 'reference codes refreshed in part')
      else log.info({ changed }, 'reference codes refreshed')
    } catch (err) {
      log.error({ err }, 'reference codes could not be kept')
    }
  }
}
