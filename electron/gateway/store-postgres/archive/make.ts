import { monthOf } from '../../../../shared/domain/archive-month.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import {
  type ArchivedLine,
  blockApart,
  blockBytes,
  linesOf,
  recordNumber,
  recordsIn,
} from '../../store/kept/archive-block.ts'
import { frameAt, origin } from '../../store/kept/frame.ts'
import { type Line, lineOf } from '../../store/kept/line.ts'
import { type Ask, first, numbersCell } from '../ask.ts'
import { type Connections, oneMoment } from '../connect.ts'
import { linesAfter } from '../journal/lines.ts'
import { blockColumns, type KeptBlock } from './blocks.ts'
import { lastMonthOf, type MonthOfBlocks } from './months.ts'
import { preparePartition } from './partition.ts'

/** Whoever makes archives holds it for a block: two of them never write the same one. */
const archiversLock = 0x7265_7361

/** A clock of another process may be ahead of this one's for a while. */
const dayMs = 24 * 3_600_000

/** A month is read in pages of so many lines; those that do not fit into a block any more are read again for the next. */
const pageSize = 100

export interface Making {
  readonly chainId: number
  /** Only a month that ended before this is begun. */
  readonly endedBefore: Instant
  readonly now: Instant
}

/** `elsewhere`: another process is at it. `whole`: every line of the month is in a block. */
export type Made =
  | { readonly kind: 'nothing' | 'elsewhere' | 'written' }
  | { readonly kind: 'whole'; readonly month: string }

/**
 * Writes the next block of the oldest month that is not archived yet, each line proved against the rows that it tells
 * of. Where it goes on stands in the blocks that are there: it does not matter who wrote those.
 * @throws Error where a row does not say what was written
 */
export const writeBlock = (connection: Connections, making: Making): Promise<Made> =>
  connection.transact(async (ask) => {
    const text = 'SELECT pg_try_advisory_xact_lock($1) AS held'
    if ((await first(ask<{ readonly held: boolean }>(text, archiversLock)))?.held !== true) return { kind: 'elsewhere' }
    return nextBlock(ask, making)
  }, 'ISOLATION LEVEL REPEATABLE READ')

async function nextBlock(ask: Ask, { chainId, endedBefore, now }: Making): Promise<Made> {
  // Whether it is that line's clock that is wrong or this process's, a later line says.
  if ((await lastAt(ask, chainId)) >= now + dayMs) return { kind: 'nothing' }
  const before = await lastMonthOf(ask, chainId)
  const begun = await first(
    ask<{ readonly month: string; readonly last_line: number; readonly chain_after: Buffer }>(
      `SELECT month, last_line, chain_after FROM archive_block WHERE chain_id = $1 AND first_line > $2
       ORDER BY first_line DESC LIMIT 1`,
      chainId,
      before?.last_line ?? 0,
    ),
  )
  let month = begun?.month ?? null
  const taken: ArchivedLine[] = []
  let bytes = 0
  const { last_line, chain_after } = begun ?? before ?? { last_line: 0, chain_after: origin }
  for await (const { said, archived } of proved(ask, chainId, { line: last_line, chain: chain_after })) {
    // A line that a wrong clock dated ahead of all others holds none of them up.
    if (said.at < now) {
      const { name, endsAt } = monthOf(said.at)
      if (month === null && endsAt > endedBefore) return { kind: 'nothing' }
      // Nor does one that a wrong clock dated back: months of a chain follow from each other.
      month ??= before && before.month > name ? before.month : name
      if (name > month) break
    }
    taken.push(archived)
    bytes += archived.head.length + archived.rest.length
    if (bytes >= blockBytes) break
  }
  if (month === null) return { kind: 'nothing' }
  if (taken.length === 0) return { kind: 'whole', month }
  await preparePartition(ask, month)
  await insertBlock(ask, { month, chainId }, taken)
  return { kind: 'written' }
}

/** When the last line of a chain was written, as it says itself. */
async function lastAt(ask: Ask, chainId: number): Promise<Instant> {
  const last = await first(
    ask<{ readonly at: number | null }>(
      `SELECT coalesce(event.at, act.at) AS at FROM chain JOIN journal_line ON chain_id = id AND journal_line.line = chain.line
       LEFT JOIN event ON event.seq = event_seq LEFT JOIN act ON act.seq = act_seq WHERE id = $1`,
      chainId,
    ),
  )
  return last?.at ?? 0
}

async function insertBlock(
  ask: Ask,
  { month, chainId }: { readonly month: string; readonly chainId: number },
  lines: readonly ArchivedLine[],
): Promise<void> {
  const { first_line, last_line, chain_before, chain_after, bytes } = await blockApart(lines)
  await ask(
    `INSERT INTO archive_block (month, chain_id, first_line, last_line, chain_before, chain_after, records, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7::bigint[], $8)`,
    month,
    chainId,
    first_line,
    last_line,
    chain_before,
    chain_after,
    numbersCell(recordsIn(lines)),
    bytes,
  )
}

/** The lines behind a place, as the rows of the database tell them. @throws Error where they do not say what was written */
async function* proved(ask: Ask, chainId: number, from: { readonly line: number; readonly chain: Uint8Array }) {
  let { line: before, chain } = from
  for (;;) {
    const page = await linesAfter(ask, chainId, before, { limit: pageSize })
    for (const kept of page) {
      const frame = kept.line === before + 1 ? kept.frame(chain) : null
      const read = frame?.chain.equals(kept.chain) ? frameAt(frame.bytes, 0) : null
      if (!read) throw new Error(`line ${kept.line} of chain ${chainId} does not say what was written`)
      const { head, rest } = read
      const archived = { line: kept.line, previous: Buffer.from(chain), chain: read.chain, head, rest }
      yield { said: lineOf(read) satisfies Line, archived }
      before = kept.line
      chain = read.chain
    }
    if (page.length < pageSize) return
  }
}

/**
 * Reads back every block of a month that was written, and proves that they are the lines of the chain: all of it as it
 * stood at one moment, since another process may rely on them meanwhile, and take the lines away.
 * @returns null where there are none: another process relied on them, or threw them away
 * @throws Error where they are not
 */
export const proveWritten = (connection: Connections, chainId: number, month: string): Promise<MonthOfBlocks | null> =>
  connection.transact((ask) => provedMonth(ask, chainId, month), oneMoment)

async function provedMonth(ask: Ask, chainId: number, month: string): Promise<MonthOfBlocks | null> {
  const before = await lastMonthOf(ask, chainId)
  const start = { line: before?.last_line ?? 0, chain: before?.chain_after ?? origin }
  let [line, chain] = [start.line, start.chain]
  let [lastEvent, bytes] = [before?.last_event ?? 0, 0]
  const records = { first: Number.POSITIVE_INFINITY, last: 0 }
  for (;;) {
    const lines = await blockFrom(ask, { month, chainId }, line + 1)
    if (!lines) break
    if (!lines.first.previous.equals(chain))
      throw new Error(`the block of line ${line + 1} of ${month} does not follow`)
    for (const each of lines.all) {
      const record = recordNumber(each.head)
      if (record === null) continue
      records.first = Math.min(records.first, record)
      records.last = Math.max(records.last, record)
      const said = lineOf(each)
      if (said.kind === 'event') lastEvent = said.seq
    }
    line = lines.last.line
    chain = lines.last.chain
    bytes += lines.bytes
  }
  if (line === start.line) return null
  const live = 'SELECT chain FROM journal_line WHERE chain_id = $1 AND line = $2'
  const kept = await first(ask<{ readonly chain: Buffer }>(live, chainId, line))
  if (!kept?.chain.equals(chain))
    throw new Error(`the blocks of ${month} do not end as line ${line} of chain ${chainId}`)
  return {
    month,
    first_line: start.line + 1,
    last_line: line,
    chain_before: start.chain,
    chain_after: chain,
    last_event: lastEvent,
    first_record: records.last === 0 ? 0 : records.first,
    last_record: records.last,
    bytes,
  }
}

/** @returns null where none begins with that line. @throws Error where it is not what was written */
async function blockFrom(
  ask: Ask,
  { month, chainId }: { readonly month: string; readonly chainId: number },
  line: number,
) {
  const text = `SELECT ${blockColumns} FROM archive_block WHERE month = $1 AND chain_id = $2 AND first_line = $3`
  const block = await first(ask<KeptBlock>(text, month, chainId, line))
  if (!block) return null
  const all = linesOf(block)
  const [start] = all ?? []
  const last = all?.at(-1)
  if (!all || !start || !last) throw new Error(`the block of line ${line} of ${month} is not what was written`)
  return { all, first: start, last, bytes: block.bytes.length }
}

/**
 * Whether the blocks of a month are there that were read back, and stay: whoever would throw them away waits for this
 * transaction, and is refused then.
 */
export async function areKept(ask: Ask, chainId: number, { month, ...written }: MonthOfBlocks): Promise<boolean> {
  const blocks = await ask<Pick<KeptBlock, 'first_line' | 'last_line' | 'chain_before' | 'chain_after'>>(
    `SELECT first_line, last_line, chain_before, chain_after FROM archive_block
     WHERE month = $1 AND chain_id = $2 AND first_line >= $3 ORDER BY first_line FOR KEY SHARE`,
    month,
    chainId,
    written.first_line,
  )
  let [line, chain] = [written.first_line - 1, written.chain_before]
  for (const block of blocks) {
    if (block.first_line !== line + 1 || !block.chain_before.equals(chain)) return false
    line = block.last_line
    chain = block.chain_after
  }
  return line === written.last_line && chain.equals(written.chain_after)
}

/** What nobody relies on is written anew the next time. */
export const dropWritten = (ask: Ask, chainId: number, month: string) =>
  ask(
    `DELETE FROM archive_block block WHERE month = $2 AND chain_id = $1 AND NOT EXISTS
       (SELECT 1 FROM archive WHERE archive.chain_id = block.chain_id
          AND block.first_line BETWEEN archive.first_line AND archive.last_line)`,
    chainId,
    month,
  )
