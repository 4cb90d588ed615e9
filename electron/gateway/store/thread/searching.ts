import type { ListedRecord, ListQuery, RecordCounts, Records } from '../port/records.ts'
import type { SearchIndex } from '../records/search-index.ts'

/** Of the newest first, so many are looked at in one go for whether they really match. */
const candidatesAtOnce = 1_000
/** To count more, one look through all there is takes no longer. */
const mostCounted = 20_000

/** Lists and counts by words: only what the index of letters finds is looked at, and what is not in it yet. */
export function searching(
  records: Pick<Records, 'list' | 'count'>,
  index: Pick<SearchIndex, 'behind' | 'candidates'>,
): Pick<Records, 'list' | 'count'> {
  /** The newest first. @returns null where everything there is has to be looked at */
  function mayMatch({ text, concerns }: Asked, beforeSeq: number, most: number): readonly number[] | null {
    const behind = text === null || concerns.length > 0 ? null : index.behind()
    const known = behind && index.candidates(text ?? '', beforeSeq, most)
    if (!behind || !known) return null
    const all = new Set([...known, ...behind.filter((seq) => seq < beforeSeq)])
    return [...all].toSorted((one, other) => other - one).slice(0, most)
  }

  return {
    async list(query) {
      const found: ListedRecord[] = []
      for (let before = query.beforeSeq ?? Number.MAX_SAFE_INTEGER; ; ) {
        const among = mayMatch(query, before, candidatesAtOnce)
        if (among === null) return records.list(query)
        found.push(...(await records.list({ ...query, among, limit: query.limit - found.length })))
        if (found.length === query.limit || among.length < candidatesAtOnce) return found
        before = among.at(-1) ?? 0
      }
    },
    async count(query): Promise<RecordCounts> {
      const among = mayMatch(query, Number.MAX_SAFE_INTEGER, mostCounted)
      return records.count(among === null || among.length === mostCounted ? query : { ...query, among })
    },
  }
}

type Asked = Pick<ListQuery, 'text' | 'concerns'>
