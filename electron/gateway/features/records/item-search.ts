import { setImmediate } from 'node:timers/promises'
import type { CountQuery } from '../../store/port/records.ts'
import { parseSaleOrNull } from '../../stored-sale.ts'
import type { RecordDeps } from './find.ts'

/** No index has the items, so bodies are read: a tenth of a millisecond each. */
const mostRead = 1000

export type ItemFilter = (query: CountQuery) => Promise<CountQuery>

/**
 * Adds the records to a search whose items have all its words: of the newest ones that the other filters let through.
 * A list and its counts, asked for at the same time, share one look.
 */
export function createItemFilter({ records }: Pick<RecordDeps, 'records'>): ItemFilter {
  const running = new Map<string, Promise<readonly number[]>>()
  const look = async (query: CountQuery, words: readonly string[]) => {
    const seqs: number[] = []
    for (const { seq, record } of await records.list({ ...query, before: null, limit: mostRead })) {
      const sale = parseSaleOrNull(await records.body(seq, record.revision), record)
      const items = sale?.lines.map(({ description }) => description.toLowerCase()).join('\n') ?? ''
      if (words.every((word) => items.includes(word))) seqs.push(seq)
      // A till that sends meanwhile is answered in between.
      await setImmediate()
    }
    return seqs
  }
  return async (query) => {
    // Numbers, links and scanned codes are no items.
    if (!/^(?!(?=.*\d)\S{8,}$)[^/]*\p{L}[^/]*$/u.test(query.text ?? '')) return query
    const ofAnyStatus = { ...query, text: null, statuses: [], concerns: [], now: 0 }
    const words = (query.text ?? '').toLowerCase().trim().split(/\s+/)
    const key = JSON.stringify([ofAnyStatus, words])
    const found = running.get(key) ?? look(ofAnyStatus, words).finally(() => running.delete(key))
    running.set(key, found)
    return { ...query, foundByItem: await found }
  }
}
