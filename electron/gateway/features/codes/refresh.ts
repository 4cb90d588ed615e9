import {
  type CodeListData,
  type CodeListId,
  type CodeRefresh,
  codeListIds,
  type RefreshFault,
} from '../../../../shared/document/codes.ts'
import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Clock } from '../../ports.ts'
import type { Codes } from './codes.ts'
import { mergeList } from './codes.ts'
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
