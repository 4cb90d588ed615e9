import type { CountQuery, ListQuery, Records } from '../port/records.ts'
import type { SearchIndex } from '../records/search-index.ts'

/** To look at more one by one takes longer than to go through the list, where so common a word is soon met. */
const mostListed = 5_000
/** To count more, one look through all there is takes no longer. */
const mostCounted = 20_000

/** Lists and counts by words: only what the index of letters finds is looked at, and what is not in it yet. */
export function searching(
  records: Pick<Records, 'list' | 'count'>,
  index: Pick<SearchIndex, 'behind' | 'candidates'>,
): Pick<Records, 'list' | 'count'> {
  /** The question about what may match alone; as it was where everything there is has to be looked at. */
  function narrowed<Query extends CountQuery>(query: Query, most: number): Query {
    const { text, concerns } = query
    const behind = text === null || concerns.length > 0 ? null : index.behind()
    const known = behind && index.candidates(text ?? '', most)
    if (!behind || !known || known.length === most) return query
    return { ...query, among: [...new Set([...known, ...behind])] }
  }

  return {
    list: (query: ListQuery) => records.list(narrowed(query, mostListed)),
    count: (query) => records.count(narrowed(query, mostCounted)),
  }
}
