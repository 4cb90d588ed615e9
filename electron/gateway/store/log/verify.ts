import {
  addFindings,
  type FindingList,
  hasRoomOrNewCode,
  isSameFinding,
  type JournalFinding,
  journalFinding,
  rollbackFinding,
} from '../../../../shared/domain/journal-finding.ts'
import { workOf } from '../../../../shared/domain/status.ts'
import type { JournalHead, VerifyReport } from '../port/journal.ts'
import { type EventRow, type Extras, parseExtras, replayEventRows } from '../rows/event-row.ts'
import {
  changingColumns,
  columnNamesOf,
  fixedColumns,
  isIntact,
  type RecordRow,
  recordCells,
} from '../rows/record-row.ts'
import { raw, type Statement, sql } from '../sql.ts'
import { emptyLogEnd, type LogEnd } from './chain.ts'
import { readFindings } from './findings.ts'
import {
  hasHead,
  hexOf,
  isSameHash,
  type ReadEngine,
  readChainAt,
  readLinesAfter,
  readLogEnd,
  rechainLine,
} from './read-log.ts'

/** Reads one state of the database. Later writes are proved by themselves. */
export type WithSnapshot = <Seen>(look: (reader: ReadEngine) => Promise<Seen>) => Promise<Seen>

export interface VerifyDeps extends Pick<ReadEngine, 'isDamage'> {
  readonly moment: WithSnapshot
  /** How many of the last events; absent for all. */
  readonly recent?: number | undefined
  /** The sealed head; absent if it is compared elsewhere. */
  readonly sealed?: JournalHead | null | undefined
  /** Faults of pages, table by table; absent if a server looks after them. */
  readonly pages?: Iterable<readonly string[]> | undefined
}

/**
 * Proves the chain of the log against its rows, each record against its events and hash, and the pages of the database.
 */
export async function verifyStore({ moment, isDamage, recent, sealed, pages = [] }: VerifyDeps): Promise<VerifyReport> {
  const tally = new VerificationTally()
  let from = emptyLogEnd
  let end = emptyLogEnd
  try {
    end = await moment(readLogEnd)
    if (recent !== undefined) from = await moment((reader) => startOf(reader, end.seq - recent))
    if (sealed && !(await moment((reader) => hasHead(reader, sealed)))) tally.add(rollbackFinding(sealed.line))
    // Pages are checked together with everything on them, because it takes long.
    if (from.seq === 0)
      for (const damages of pages) tally.add(...damages.map((detail) => journalFinding('database_damaged', { detail })))
    const touched = await verifyLines(moment, { from, end }, tally)
    const spans = from.seq === 0 ? allSpans(await moment(newestRecord)) : spansOf(touched)
    for (const span of spans) await verifyRecords(moment, span, tally)
    // Findings of missing data cannot be seen again.
    tally.addKept(await moment(readFindings))
  } catch (cause) {
    // Nothing behind an unreadable page can be proved.
    if (!isDamage(cause)) throw cause
    tally.add(journalFinding('database_damaged', { detail: cause instanceof Error ? cause.message : String(cause) }))
  }
  return tally.verified(shortChainCodeOf(end))
}

async function startOf(reader: ReadEngine, seq: number): Promise<LogEnd> {
  const chain = seq > 0 ? await readChainAt(reader, seq) : undefined
  return chain ? { seq, chain } : emptyLogEnd
}

/** Short enough to print and compare. */
export const shortChainCodeOf = ({ chain }: LogEnd): string => hexOf(chain).slice(0, 8)

/** @returns the records of these events */
async function verifyLines(
  moment: WithSnapshot,
  { from, end }: { readonly from: LogEnd; readonly end: LogEnd },
  tally: VerificationTally,
): Promise<ReadonlySet<number>> {
  const touched = new Set<number>()
  for (let before: LogEnd = from; ; ) {
    const lines = await moment((reader) => readLinesAfter(reader, before.seq, { upTo: end.seq, limit: stepSize }))
    for (const kept of lines) {
      const { seq, record } = kept
      if (seq !== before.seq + 1)
        tally.add(journalFinding('lines_lost', { line: before.seq + 1, detail: String(seq - before.seq - 1) }))
      else if (kept.isBodyDamaged) tally.addOnce(journalFinding('body_damaged', { record }))
      else if (!isSameHash(rechainLine(kept, before.chain)?.chain, kept.chain))
        tally.add(journalFinding('entry_changed', { line: seq, record }))
      if (record !== null) touched.add(record)
      if (kept.hasBody) tally.bodies += 1
      tally.lines += 1
      before = kept
    }
    if (lines.length === 0) return touched
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

const newestRecord = async ({ read }: ReadEngine): Promise<number> => {
  // The newest rows may be gone: then events exist beyond the newest row.
  const newest = sql`SELECT max(seq) AS seq FROM record UNION ALL SELECT max(record_seq) FROM event
    WHERE seq > (SELECT coalesce(max(first_event), 0) FROM record WHERE seq = (SELECT max(seq) FROM record))`
  return Math.max(0, ...(await read<{ readonly seq: number | null }>(newest)).map(({ seq }) => seq ?? 0))
}

function* allSpans(newest: number): Generator<Span> {
  for (let from = 1; from <= newest; from += stepSize) yield { from, to: Math.min(newest, from + stepSize - 1) }
}

/** Neighbours are read together. */
function* spansOf(touched: ReadonlySet<number>): Generator<Span> {
  let span: Span | null = null
  for (const seq of [...touched].toSorted((one, other) => one - other)) {
    if (span && seq >= span.from + stepSize) yield span
    span = { from: span && seq < span.from + stepSize ? span.from : seq, to: seq }
  }
  if (span) yield span
}

async function verifyRecords(moment: WithSnapshot, span: Span, tally: VerificationTally): Promise<void> {
  const { rows, told, kept } = await moment((reader) => recordsIn(reader, span))
  tally.records += rows.size
  for (const [record, events] of told) {
    const row = rows.get(record)
    const differing = row ? differences(row, events, kept(record)) : ['the row is gone']
    const detail = differing.join(', ') || null
    if (!row || !isIntact(row)) tally.addOnce(journalFinding('row_damaged', { record, detail }))
    else if (detail !== null) tally.addOnce(journalFinding('row_differs', { record, detail }))
  }
}

interface ToldRow extends EventRow {
  readonly record_seq: number
  readonly beside: string | null
}

interface Named {
  readonly record: number
  readonly name: string | number
}

interface KeptBeside {
  readonly attempts: readonly (string | number)[]
  readonly outcomes: readonly (string | number)[]
  readonly originals: readonly (string | number)[]
}

async function recordsIn({ read }: ReadEngine, { from, to }: Span) {
  const columns = raw('record_seq, event.seq, event.version, at, type, by, facts, beside')
  const within = (column: Statement) => sql`${column} >= ${from} AND ${column} <= ${to}`
  const rows = await read<RecordRow>(sql`SELECT * FROM record WHERE ${within(sql`seq`)}`)
  const events = await read<ToldRow>(
    sql`SELECT ${columns} FROM record JOIN event ON event.seq = first_event AND record_seq = record.seq
          WHERE ${within(sql`record.seq`)}
        UNION ALL SELECT ${columns} FROM event WHERE ${within(sql`record_seq`)} AND event.version > 1
        ORDER BY record_seq, version`,
  )
  const named = async (query: Statement) => Map.groupBy(await read<Named>(query), ({ record }) => record)
  const attempts = await named(
    sql`SELECT record_seq AS record, id AS name FROM attempt WHERE ${within(sql`record_seq`)}`,
  )
  const outcomes = await named(
    sql`SELECT record_seq AS record, attempt_id AS name FROM attempt_outcome JOIN attempt ON id = attempt_id
        WHERE ${within(sql`record_seq`)}`,
  )
  const originals = await named(
    sql`SELECT note_seq AS record, original_seq AS name FROM reference WHERE ${within(sql`note_seq`)}`,
  )
  const namesIn = (found: Map<number, Named[]>, record: number) => (found.get(record) ?? []).map(({ name }) => name)
  const told = Map.groupBy(events, ({ record_seq }) => record_seq)
  // Record numbers have no gaps.
  for (let seq = from; seq <= to; seq += 1) if (!told.has(seq)) told.set(seq, [])
  return {
    rows: new Map(rows.map((row) => [row.seq, row])),
    told,
    kept: (record: number): KeptBeside => ({
      attempts: namesIn(attempts, record),
      outcomes: namesIn(outcomes, record),
      originals: namesIn(originals, record),
    }),
  }
}

/** @returns the columns and tables that differ from what the events say */
function differences(row: RecordRow, events: readonly ToldRow[], kept: KeptBeside): readonly string[] {
  const record = replayEventRows(events)
  if (!record) return ['events']
  const columns = [...fixedColumns, ...changingColumns]
  const cells = recordCells(columns, record)
  const besides = events.map(({ beside }) => parseExtras(beside) ?? {})
  const last = <Key extends keyof Extras>(key: Key) => besides.findLast((beside) => beside[key] !== undefined)?.[key]
  const isTold = (key: 'attempt' | 'outcome') => (name: string | number) => besides.some((each) => each[key] === name)
  return [
    ...columnNamesOf(columns).filter((name, at) => (row[name] ?? null) !== (cells[at] ?? null)),
    // The hash does not cover the schedule. A record without its work would never be sent, and no one would notice.
    ...((row['work'] ?? null) === workOf(record) ? [] : ['work']),
    ...(row['submitted_day'] === last('day') ? [] : ['submitted_day']),
    ...(isSameSet(kept.originals, last('originals') ?? []) ? [] : ['reference']),
    ...(kept.attempts.every(isTold('attempt')) ? [] : ['attempt']),
    ...(kept.outcomes.every(isTold('outcome')) ? [] : ['attempt_outcome']),
  ]
}

function isSameSet<Each>(one: readonly Each[], other: readonly Each[]): boolean {
  const [here, there] = [new Set(one), new Set(other)]
  return here.size === there.size && [...here].every((each) => there.has(each))
}

/** After so many lines or records, other work on the database has its turn. */
const stepSize = 200

/** Counts and findings, the first line first. */
class VerificationTally {
  lines = 0
  records = 0
  bodies = 0
  findings: JournalFinding[] = []
  findingCount = 0

  add(...found: readonly JournalFinding[]): void {
    this.findingCount += found.length
    for (const each of found) if (hasRoomOrNewCode(this.findings, each)) this.findings.push(each)
  }

  addOnce(...found: readonly JournalFinding[]): void {
    this.add(...found.filter((each) => !this.findings.some((known) => isSameFinding(each, known))))
  }

  /** Earlier findings that no person has judged yet. */
  addKept(kept: FindingList): void {
    const { findings, findingCount } = addFindings(this, kept.findings, kept.findingCount)
    this.findings = [...findings]
    this.findingCount = findingCount
  }

  verified(code: string): VerifyReport {
    const { lines, records, bodies, findings, findingCount } = this
    return { lines, records, bodies, findings, findingCount, code }
  }
}
