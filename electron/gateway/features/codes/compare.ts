import type { CodeItem, ListChanges, ListState } from '../../../../shared/document/codes.ts'

interface Succession {
  readonly state: ListState
  /** Null where nothing changed. */
  readonly changes: ListChanges | null
}

/** A list after other items came in the place of its own: what is missing becomes obsolete, what is back is current. */
export function succeed(
  was: ListState,
  found: readonly CodeItem[],
  origin: Pick<ListState, 'refreshedAt' | 'source'>,
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
