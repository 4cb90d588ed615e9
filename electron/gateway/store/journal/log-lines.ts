import type { Database } from 'better-sqlite3'
import { origin } from '../kept/frame.ts'
import { logLine } from '../kept/log-line.ts'
import type { Journal, LogLine } from '../port/journal.ts'
import { prepareChainAt } from './journal-lines.ts'
import { prepareLineRows } from './line-rows.ts'

/** A shop has one chain. */
const chain = 1

/** What was written down, as it goes into an export. */
export function prepareLogLines(database: Database): Pick<Journal, 'spans' | 'lines'> {
  const bounds = database.prepare<[number, number], { readonly first: number | null; readonly last: number | null }>(
    `SELECT min(line) AS first, max(line) AS last FROM journal_line
     LEFT JOIN event ON event.seq = event_seq LEFT JOIN act ON act.seq = act_seq
     WHERE coalesce(event.at, act.at) >= ? AND coalesce(event.at, act.at) < ?`,
  )
  const rows = prepareLineRows(database)
  const chainAt = prepareChainAt(database)
  const before = (line: number) => chainAt(line) ?? origin
  return {
    async spans(from, to) {
      const { first = null, last = null } = bounds.get(from, to) ?? {}
      if (first === null || last === null) return []
      return [{ chain, company: null, first, last, before: before(first - 1).toString('hex') }]
    },
    async lines(_, { after, last }) {
      const found: LogLine[] = []
      let previous = before(after)
      for (const kept of rows.after(after, last)) {
        found.push(logLine(kept.line, kept.chain, kept.frame(previous)))
        previous = kept.chain
      }
      return found
    },
  }
}
