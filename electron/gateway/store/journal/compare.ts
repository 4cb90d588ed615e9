import type { Database } from 'better-sqlite3'
import type { FindingList } from '../../../../shared/domain/finding-list.ts'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { isIntact } from '../kept/row-hash.ts'
import type { RecordRow } from '../kept/rows.ts'
import { Tally } from '../kept/tally.ts'
import { isDamage, unlessDamaged } from '../recovery/damage.ts'
import type { AnchorRead } from './anchor.ts'
import { prepareChainAt } from './chain-at.ts'
import { filesIn, firstPlace, type Place, pathOf, sizeOf } from './files.ts'
import { holds } from './holds.ts'
import { endOf } from './journal-lines.ts'
import { prepareLineRows } from './line-rows.ts'
import { lastLineBehind, placeOf, walk } from './walk.ts'

/** What a start found out about the database and its journal, from the last anchor on. */
export interface Comparison extends FindingList {
  /** Where the lines end that both have; null where the journal's files lead nowhere the database has been. */
  readonly place: Place | null
  /** Behind which place the journal goes on alone; null where it does not. */
  readonly aheadFrom: Place | null
}

export interface Compared {
  readonly database: Database
  readonly directory: string
  readonly anchor: AnchorRead
  /** Of the last seconds; `none` where it is not asked for. */
  readonly head?: AnchorRead
}

/**
 * Line by line, each against the row it tells of. Fast where the anchor is young, however long the journal is. Where
 * pages of the database keep the two from being compared at all, that is what is found.
 */
export function compare(compared: Compared): Comparison {
  try {
    return compareAll(compared)
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    const tally = new Tally()
    tally.add(finding('database_damaged', { detail: cause.message }))
    return { ...found(tally), place: null, aheadFrom: null }
  }
}

function compareAll(compared: Compared): Comparison {
  const { database } = compared
  const tally = new Tally()
  const begin = startOf(compared)
  tally.add(...begin.findings)
  const { place, aheadFrom } = begin.place ? lockstep(compared, begin.place, tally) : { place: null, aheadFrom: null }
  for (const damaged of damagedRows(database, tally.touched)) tally.add(damaged)
  tally.add(...unlinedEntries(database), ...ofHead(compared, place))
  return { ...found(tally), place, aheadFrom }
}

const found = ({ findings, findingCounts }: Tally): FindingList => ({ findings, findingCounts })

interface Beginning {
  readonly findings: readonly JournalFinding[]
  readonly place: Place | null
}

function startOf({ database, directory, anchor }: Compared): Beginning {
  if (anchor.kind !== 'sealed') return { findings: [], place: firstPlace }
  const proven = anchor.anchor
  if (!holds(directory, proven)) return { findings: [finding('journal_cut', { line: proven.line })], place: null }
  const end = endOf(database)
  const chainHere = prepareChainAt(database)
  const place = end.line < proven.line ? placeOf(directory, end.line) : proven
  const line = Math.min(end.line, proven.line)
  const chain = line === 0 ? firstPlace.chain : chainHere(line)
  if (place && chain?.equals(place.chain)) return { findings: [], place }
  return { findings: [finding('line_differs', { line })], place: null }
}

function lockstep({ database, directory }: Compared, start: Place, tally: Tally): Omit<Comparison, keyof FindingList> {
  let aheadFrom: Place | null = null
  const rows = prepareLineRows(database).after(start.line)
  const lines = walk(directory, start)
  let place = start
  let kept = rows.next()
  let step = lines.next()
  for (; !step.done; step = lines.next()) {
    const { frame, place: next } = step.value
    if (kept.done) aheadFrom ??= place
    else {
      const { line, record, chain } = kept.value
      const entry = { line, record }
      if (!chain.equals(frame.chain)) {
        tally.add(finding('line_differs', entry))
        return { place: null, aheadFrom: null }
      }
      const change = kept.value.change(place.chain, () => frame)
      if (change) tally.addOnce(change)
      if (record !== null) tally.touched.add(record)
      kept = rows.next()
    }
    place = next
  }
  // What only the database has is proven by being written into the journal; what neither has is lost.
  if (kept.done && !step.value.isWhole) tally.add(...lostBehind(directory, step.value.place))
  for (; !kept.done; kept = rows.next()) if (kept.value.record !== null) tally.touched.add(kept.value.record)
  return { place, aheadFrom }
}

/**
 * More may follow what cannot be read: a crash tears the end of the last line and nothing else. Lines that nobody
 * knows any more were answered for.
 */
export function lostBehind(directory: string, place: Place): readonly JournalFinding[] {
  const last = lastLineBehind(directory, place)
  const isMore = filesIn(directory).some((number) => number > place.file && sizeOf(pathOf(directory, number)) > 0)
  if (last === null && !isMore) return []
  const line = place.line + 1
  return [finding('line_damaged', { line }), ...(last === null ? [] : [lost(line, last)])]
}

const lost = (line: number, last: number) => finding('lines_lost', { line, detail: String(last - line + 1) })

/** What the head proves and the journal does not have; where the anchor is not there either, that is said already. */
function ofHead({ database, directory, head }: Compared, place: Place | null): readonly JournalFinding[] {
  if (head?.kind !== 'sealed' || place === null || holds(directory, head.anchor)) return []
  const { line } = head.anchor
  const end = Math.max(place.line, endOf(database).line)
  return [finding('journal_cut', { line }), ...(end < line ? [lost(end + 1, line)] : [])]
}

function* damagedRows(database: Database, records: Iterable<number>): Generator<JournalFinding> {
  const rowOf = database.prepare<[number], RecordRow>('SELECT * FROM record WHERE seq = ?')
  for (const record of records) {
    const row = unlessDamaged(() => rowOf.get(record))
    if (!row || !isIntact(row)) yield finding('row_damaged', { record })
  }
}

/** Rows at the end that no line was made of: nobody but the store writes them, and it makes the line with the row. */
function unlinedEntries(database: Database): JournalFinding[] {
  const last = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0
  const lined = (column: string) =>
    last(`SELECT ${column} FROM journal_line WHERE ${column} IS NOT NULL ORDER BY line DESC LIMIT 1`)
  const event = last('SELECT max(seq) FROM event')
  const act = last('SELECT max(seq) FROM act')
  return [
    ...(event === lined('event_seq') ? [] : [finding('entry_unlined', { detail: `event ${event}` })]),
    ...(act === lined('act_seq') ? [] : [finding('entry_unlined', { detail: `act ${act}` })]),
  ]
}
