import type { JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type Block, linesOf, recordNumber } from '../../store/kept/archive-block.ts'
import { type EventLine, lineOf } from '../../store/kept/line.ts'
import { type Ask, first, numbersCell } from '../ask.ts'
import { type ArchivedMonth, archivedMonths, lostIn } from './months.ts'

/** A row of `archive_block`. */
export interface KeptBlock extends Block {
  readonly chain_id: number
  /** JSON. */
  readonly records: string
}

export const blockColumns =
  'chain_id, first_line, last_line, chain_before, chain_after, to_json(records)::text AS records, bytes'

/** The block of a month in which a line is, or would be. */
export const blockAt = (ask: Ask, { month, chain_id }: ArchivedMonth, line: number): Promise<KeptBlock | undefined> =>
  first(
    ask<KeptBlock>(
      `SELECT ${blockColumns} FROM archive_block WHERE month = $1 AND chain_id = $2 AND first_line <= $3
       ORDER BY first_line DESC LIMIT 1`,
      month,
      chain_id,
      line,
    ),
  )

/** What happened to a record as far as it was archived, in order; and what of that cannot be read. */
export interface ArchivedHistory {
  readonly lines: readonly EventLine[]
  /** Some of it cannot be read, whether or not anybody is told. */
  readonly isLost: boolean
  readonly lost: readonly JournalFinding[]
}

const nothing: ArchivedHistory = { lines: [], isLost: false, lost: [] }

/** The same of one record. */
export async function archivedHistory(ask: Ask, record: number, now: Instant): Promise<ArchivedHistory> {
  return (await archivedHistories(ask, [record], now)).get(record) ?? nothing
}

/** @returns what the archives have of these records; those that they know nothing of are left out */
export async function archivedHistories(
  ask: Ask,
  records: readonly number[],
  now: Instant,
): Promise<ReadonlyMap<number, ArchivedHistory>> {
  const seqs = numbersCell(records)
  // Of any company: a row that was changed may tell another than its lines.
  const months = await ask<ArchivedMonth & { readonly of_records: string }>(
    `SELECT found.*, met.of_records FROM (${archivedMonths}) found JOIN (
       SELECT chain_id, first_line,
         coalesce(json_agg(wanted.seq) FILTER (WHERE company_id = chain_id), '[]')::text AS of_records
       FROM unnest($1::bigint[]) AS wanted (seq) JOIN archive ON wanted.seq BETWEEN first_record AND last_record
       LEFT JOIN record ON record.seq = wanted.seq GROUP BY chain_id, first_line
     ) met USING (chain_id, first_line)`,
    seqs,
  )
  if (months.length === 0) return new Map()
  const blocks = await ask<KeptBlock>(
    `SELECT ${blockColumns} FROM archive_block WHERE month = ANY ($1::text[]) AND records && $2::bigint[]
     ORDER BY chain_id, first_line`,
    `{${[...new Set(months.map(({ month }) => month))].join()}}`,
    seqs,
  )
  const histories = new Histories(new Set(records))
  for (const row of months) if (!row.is_there) histories.lose(row, JSON.parse(row.of_records) as number[], now)
  for (const block of blocks) {
    const row = months.find((each) => each.chain_id === block.chain_id && isWithin(each, block))
    // What is being made nobody relies on yet.
    if (!row) continue
    const lines = linesOf(block)
    if (lines) for (const { head, rest } of lines) histories.add(recordNumber(head), { head, rest })
    else histories.lose(row, JSON.parse(block.records) as number[], now)
  }
  return histories.found
}

const isWithin = (row: ArchivedMonth, block: Block): boolean =>
  row.first_line <= block.first_line && block.last_line <= row.last_line

class Histories {
  readonly found = new Map<number, ArchivedHistory>()
  readonly #wanted: ReadonlySet<number>

  constructor(wanted: ReadonlySet<number>) {
    this.#wanted = wanted
  }

  add(record: number | null, line: Parameters<typeof lineOf>[0]): void {
    if (record === null || !this.#wanted.has(record)) return
    const said = lineOf(line)
    if (said.kind !== 'event') return
    const known = this.found.get(record) ?? nothing
    this.found.set(record, { ...known, lines: [...known.lines, said] })
  }

  lose(row: ArchivedMonth, records: readonly number[], now: Instant): void {
    for (const record of records) {
      if (!this.#wanted.has(record)) continue
      const known = this.found.get(record) ?? nothing
      this.found.set(record, { ...known, isLost: true, lost: [...known.lost, ...lostIn(row, now)] })
    }
  }
}
