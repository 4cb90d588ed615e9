import { createHash } from 'node:crypto'
import { type CodeBook, type CodeList, codeLists } from '../../../shared/document/codes.ts'
import type { Instant } from '../../../shared/domain/record.ts'
import { bundledAt, bundledLists, bundledSource, type CodeItem, retiredCodes } from './bundled.ts'

/** One reference list as it stands. */
export interface KnownList {
  readonly items: readonly CodeItem[]
  readonly refreshedAt: Instant
  readonly source: string
  /** Changes whenever anything of the list does. */
  readonly etag: string
}

/** The reference lists in use, and what stands in them. */
export class Codes {
  readonly #lists = new Map<CodeList, KnownList>()
  readonly #current = new Map<CodeList, ReadonlySet<string>>()

  constructor() {
    for (const list of codeLists)
      this.#take(list, bundledLists[list], { refreshedAt: bundledAt, source: bundledSource })
  }

  list(list: CodeList): KnownList {
    const known = this.#lists.get(list)
    if (!known) throw new Error(`no list is called ${list}`)
    return known
  }

  readonly standing: CodeBook = (list, code) => {
    if (this.#current.get(list)?.has(code)) return 'current'
    return retiredCodes[list]?.includes(code) ? 'obsolete' : 'unknown'
  }

  #take(list: CodeList, items: readonly CodeItem[], origin: Pick<KnownList, 'refreshedAt' | 'source'>): void {
    const digest = createHash('sha256')
      .update(JSON.stringify([items, origin]))
      .digest('base64url')
    this.#lists.set(list, { items, ...origin, etag: `"${digest}"` })
    this.#current.set(list, new Set(items.map(({ code }) => code)))
  }
}
