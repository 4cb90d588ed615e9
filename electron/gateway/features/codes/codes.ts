import { createHash } from 'node:crypto'
import {
  type CodeItem,
  type CodeListData,
  type CodeListId,
  type CodeLookup,
  codeListIds,
  type ListChanges,
} from '../../../../shared/document/codes.ts'
import { bundledAt, bundledLists, bundledSource, retiredCodes } from './bundled.ts'
import type { listFiles } from './read-file.ts'

interface Succession {
  readonly state: CodeListData
  /** Null if nothing changed. */
  readonly changes: ListChanges | null
}

/** Items that are missing in the new list become obsolete; items that are back become current. */
export function mergeList(
  was: CodeListData,
  found: readonly CodeItem[],
  origin: Pick<CodeListData, 'refreshedAt' | 'source'>,
): Succession {
  const known = new Map(was.items.map((item) => [item.code, item]))
  const current = new Set(found.map(({ code }) => code))
  const removed = was.items.filter(({ code }) => !current.has(code))
  const changed = found.flatMap((is) => {
    const before = known.get(is.code)
    return before && !isSame(before, is) ? [{ was: before, is }] : []
  })
  const added = found.filter(({ code }) => !known.has(code))
  const obsolete = [
    ...was.obsolete.filter(({ item }) => !current.has(item.code)),
    ...removed.map((item) => ({ item, since: origin.refreshedAt })),
  ]
  const isUnchanged = added.length + removed.length + changed.length === 0
  return {
    state: { list: was.list, items: found, obsolete, ...origin },
    changes: isUnchanged ? null : { added, removed, changed },
  }
}

const isSame = (one: CodeItem, other: CodeItem): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.keys(one).every((field) => one[field] === other[field])

type ItemOf<List extends CodeListId> = List extends CodeListId
  ? CodeItem & Readonly<Record<(typeof listFiles)[List]['texts'][number]['name'], string>>
  : never

export interface KnownList<List extends CodeListId = CodeListId> extends CodeListData {
  readonly items: readonly ItemOf<List>[]
  readonly etag: string
}

interface Indexed extends CodeListData {
  readonly etag: string
  readonly current: ReadonlySet<string>
  readonly gone: ReadonlySet<string>
}

export class Codes {
  #lists: ReadonlyMap<CodeListId, Indexed>

  /** @param kept lists of earlier refreshes; for all others the bundled ones are used */
  constructor(kept: readonly CodeListData[] = []) {
    this.#lists = new Map([...shippedIndexes, ...kept.map((state) => [state.list, inUse(state)] as const)])
  }

  list<List extends CodeListId>(list: List): KnownList<List> {
    const known = this.#lists.get(list)
    if (!known) throw new Error(`no list is called ${list}`)
    // Bundled lists have every text, and `readListFile` takes no list without them.
    return known as Indexed & Pick<KnownList<List>, 'items'>
  }

  readonly statusOf: CodeLookup = (list, code) => {
    const known = this.#lists.get(list)
    if (known?.current.has(code)) return 'current'
    return known?.gone.has(code) ? 'obsolete' : 'unknown'
  }

  /** Whether the list in use is an older state of it. */
  isOlderThan({ list, refreshedAt }: Pick<CodeListData, 'list' | 'refreshedAt'>): boolean {
    return refreshedAt > (this.#lists.get(list)?.refreshedAt ?? 0)
  }

  /** Replaces lists in use, all at one moment. */
  take(states: readonly CodeListData[]): void {
    this.#lists = new Map([...this.#lists, ...states.map((state) => [state.list, indexed(state)] as const)])
  }
}

const shipped = { refreshedAt: bundledAt, source: bundledSource }

/** Made once for all gateways of a process: what ships never changes while it runs. */
const shippedIndexes = new Map(
  codeListIds.map((list) => [list, indexed({ list, items: bundledLists[list], obsolete: [], ...shipped })] as const),
)

/** The kept list, unless a newer product brought a newer one. */
function inUse(kept: CodeListData): Indexed {
  return indexed(kept.refreshedAt >= bundledAt ? kept : mergeList(kept, bundledLists[kept.list], shipped).state)
}

function indexed(state: CodeListData): Indexed {
  const { list, items, obsolete, refreshedAt, source } = state
  let etag: string | null = null
  return {
    ...state,
    // Made when it is first asked for: it takes ten milliseconds for all lists, and most starts never need it.
    get etag() {
      etag ??= etagOf(items, refreshedAt, source)
      return etag
    },
    current: new Set(items.map(({ code }) => code)),
    gone: new Set([...obsolete.map(({ item }) => item.code), ...(retiredCodes[list] ?? [])]),
  }
}

function etagOf(...facts: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
  return `"${digest}"`
}
