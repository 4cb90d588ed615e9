import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { type ArchivedLine, linesOf, recordsIn } from '../../store/kept/archive-block.ts'
import { type EventLine, type Line, lineOf } from '../../store/kept/line.ts'
import { isSameSet } from '../../store/kept/same-set.ts'
import { stepSize } from '../../store/kept/tally.ts'
import { blockAt } from '../archive/blocks.ts'
import { type ArchivedMonth, lostIn, monthWith } from '../archive/months.ts'
import { type Ask, numbersCell } from '../ask.ts'
import { linesAfter } from './lines.ts'

/** Behind which line of which chain it is gone on. */
export interface ChainPlace {
  readonly chainId: number
  readonly line: number
  /** With which that line ends. */
  readonly chain: Uint8Array
}

export interface LinesProved {
  readonly lines: number
  readonly bodies: number
  readonly findings: readonly JournalFinding[]
  /** What archived lines tell of the records that notes refer to. */
  readonly originals: ReadonlyMap<number, readonly number[]>
  /** Null where there are no more. */
  readonly next: Pick<ChainPlace, 'line' | 'chain'> | null
}

/**
 * Proves the next lines of a chain: a block where an archive has them, with whatever rows are still there of it, else a
 * page of rows. Of a month that cannot be read the end is known: it is gone on from there.
 * @param ask of one transaction that sees one moment
 */
export async function proveLines(ask: Ask, place: ChainPlace, now: Instant): Promise<LinesProved> {
  const row = await monthWith(ask, place.chainId, place.line + 1)
  if (!row) return proveRows(ask, place)
  const lines = await archivedFrom(ask, row, place)
  if (lines) return proveArchived(ask, row, lines)
  const next = { line: row.last_line, chain: row.chain_after }
  return { lines: 0, bodies: 0, findings: lostIn(row, now), originals: new Map(), next }
}

async function proveRows(ask: Ask, { chainId, line: start, chain: startChain }: ChainPlace): Promise<LinesProved> {
  const lines = await linesAfter(ask, chainId, start, { limit: stepSize })
  const findings: JournalFinding[] = []
  let [before, chain] = [start, startChain]
  for (const kept of lines) {
    const { line, record } = kept
    if (line !== before + 1)
      findings.push(finding('entry_unlined', { line: before + 1, detail: `chain ${chainId}: line missing` }))
    else if (!kept.frame(chain)?.chain.equals(kept.chain)) findings.push(finding('entry_changed', { line, record }))
    before = line
    chain = kept.chain
  }
  findings.push(...(await besideOf(ask, lines)))
  const next = lines.length === 0 ? null : { line: before, chain }
  const bodies = lines.filter(({ hasBody }) => hasBody).length
  return { lines: lines.length, bodies, findings, originals: new Map(), next }
}

/**
 * The lines of the block that has the next one. A proof that was broken off in the middle of what was archived since
 * begins with the whole block.
 * @returns null where they are not what was kept
 */
async function archivedFrom(ask: Ask, row: ArchivedMonth, place: ChainPlace): Promise<readonly ArchivedLine[] | null> {
  const block = await blockAt(ask, row, place.line + 1)
  if (!block || block.last_line <= place.line || block.last_line > row.last_line) return null
  if (block.first_line === place.line + 1 && !block.chain_before.equals(place.chain)) return null
  if (block.first_line === row.first_line && !block.chain_before.equals(row.chain_before)) return null
  if (block.last_line === row.last_line && !block.chain_after.equals(row.chain_after)) return null
  const lines = linesOf(block)
  if (!lines) return null
  // Whoever looks for a record must find it where it is.
  return isSameSet(JSON.parse(block.records) as number[], recordsIn(lines)) ? lines : null
}

async function proveArchived(ask: Ask, row: ArchivedMonth, archived: readonly ArchivedLine[]): Promise<LinesProved> {
  const [first] = archived
  const last = archived.at(-1)
  if (!first || !last) throw new Error('a block has a line at least')
  const said = archived.map(lineOf)
  const events = said.filter(isEvent)
  const originals = new Map(events.flatMap(({ record, originals: seqs }) => (seqs ? [[record, seqs]] : [])))
  const findings = [...(await changedRows(ask, row, archived)), ...(await besideOf(ask, events))]
  const bodies = events.filter(({ body }) => body !== null).length
  return { lines: archived.length, bodies, findings, originals, next: { line: last.line, chain: last.chain } }
}

const isEvent = (line: Line): line is EventLine => line.kind === 'event'

/** Rows that are still there say what the archive says, and none is gone but those of records that were taken away. */
async function changedRows(ask: Ask, { chain_id }: ArchivedMonth, archived: readonly ArchivedLine[]) {
  const [first] = archived
  const before = (first?.line ?? 1) - 1
  const page = { limit: archived.length, upTo: before + archived.length }
  const rows = new Map((await linesAfter(ask, chain_id, before, page)).map((kept) => [kept.line, kept]))
  const whole = await wholeAmong(ask, recordsIn(archived))
  return archived.flatMap((written) => {
    const { line } = written
    const said = lineOf(written)
    const record = isEvent(said) ? said.record : null
    const isRemoved = record !== null && !whole.has(record)
    const kept = rows.get(line)
    if (!kept)
      return isRemoved ? [] : [finding('entry_unlined', { line, record, detail: `chain ${chain_id}: line missing` })]
    const made = kept.frame(written.previous, isRemoved && isEvent(said) ? said : undefined)
    const isSame = made?.chain.equals(written.chain) === true && written.chain.equals(kept.chain)
    return isSame ? [] : [finding('entry_changed', { line, record: kept.record })]
  })
}

/** Those of these records of which no row was taken away. */
async function wholeAmong(ask: Ask, records: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const text = 'SELECT record_seq FROM event WHERE record_seq = ANY ($1::bigint[]) AND version = 1'
  const rows = await ask<{ readonly record_seq: number }>(text, numbersCell(records))
  return new Set(rows.map(({ record_seq }) => record_seq))
}

interface Told {
  readonly line: number
  readonly record: number | null
  readonly day: string | null
}

/** What stands in tables of its own says what the lines say. */
async function besideOf(ask: Ask, lines: readonly Told[]): Promise<readonly JournalFinding[]> {
  const told = lines.filter(({ day }) => day !== null)
  if (told.length === 0) return []
  const days = await ask<{ readonly seq: number; readonly submitted_day: string }>(
    'SELECT seq, submitted_day FROM record WHERE seq = ANY ($1::bigint[])',
    numbersCell(told.map(({ record }) => record ?? 0)),
  )
  const dayOf = new Map(days.map(({ seq, submitted_day }) => [seq, submitted_day]))
  return told
    .filter(({ day, record }) => dayOf.get(record ?? 0) !== day)
    .map(({ line, record }) => finding('row_differs', { line, record, detail: 'submitted_day' }))
}

/**
 * With which chain a line ends.
 * @returns null where nobody here knows; `lost` where it is in a month that cannot be read
 */
export async function chainAt(ask: Ask, chainId: number, line: number): Promise<Uint8Array | 'lost' | null> {
  const text = 'SELECT chain FROM journal_line WHERE chain_id = $1 AND line = $2'
  const [live] = await ask<{ readonly chain: Buffer }>(text, chainId, line)
  if (live) return live.chain
  const row = await monthWith(ask, chainId, line)
  if (!row) return null
  if (row.last_line === line) return row.chain_after
  const block = await blockAt(ask, row, line)
  if (block?.last_line === line) return block.chain_after
  const found = block && linesOf(block)?.find((each) => each.line === line)
  return found?.chain ?? 'lost'
}
