import { origin } from '../../store/kept/frame.ts'
import { logLine } from '../../store/kept/log-line.ts'
import type { Journal, LogLine } from '../../store/port/journal.ts'
import type { Ask } from '../ask.ts'
import { linesAfter } from './lines.ts'
import { chainAt } from './prove-lines.ts'

interface SpanRow {
  readonly chain: number
  readonly company: string | null
  readonly first: number
  readonly last: number
}

const spans = `SELECT chain_id AS chain, company.code AS company, min(line) AS first, max(line) AS last FROM journal_line
    LEFT JOIN event ON event.seq = event_seq LEFT JOIN act ON act.seq = act_seq
    LEFT JOIN company ON company.id = chain_id
  WHERE coalesce(event.at, act.at) >= $1 AND coalesce(event.at, act.at) < $2
  GROUP BY chain_id, company.code ORDER BY chain_id`

/** What was written down, as it goes into an export: a chain for each company. */
export function prepareLogLines(read: Ask): Pick<Journal, 'spans' | 'lines'> {
  const before = async (chainId: number, line: number) => (await chainAt(read, chainId, line)) ?? origin
  return {
    async spans(from, to) {
      const rows = await read<SpanRow>(spans, from, to)
      return Promise.all(
        rows.map(async (row) => ({
          ...row,
          before: Buffer.from(await before(row.chain, row.first - 1)).toString('hex'),
        })),
      )
    },
    async lines(chainId, { after, last }) {
      const found: LogLine[] = []
      let previous: Uint8Array = await before(chainId, after)
      for (const kept of await linesAfter(read, { chainId, line: after }, last - after)) {
        found.push(logLine(kept.line, kept.chain, kept.frame(previous)))
        previous = kept.chain
      }
      return found
    },
  }
}
