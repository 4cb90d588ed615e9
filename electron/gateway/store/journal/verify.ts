import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { origin } from '../kept/frame.ts'
import type { Beside } from '../kept/line-row.ts'
import { ofRecord } from '../kept/record-proof.ts'
import { isIntact } from '../kept/row-hash.ts'
import type { RecordRow } from '../kept/rows.ts'
import { isSameSet } from '../kept/same-set.ts'
import { stepSize, Tally } from '../kept/tally.ts'
import type { Verification } from '../port/journal.ts'
import { isDamage, unlessDamaged } from '../recovery/damage.ts'
import { checkPages } from '../recovery/page-check.ts'
import { codeOf } from './journal.ts'
import { type End, endOf, prepareChainAt } from './journal-lines.ts'
import { KeptFindings } from './kept-findings.ts'
import { type KeptLine, prepareLineRows } from './line-rows.ts'
import { prepareHistory } from './repair.ts'

export interface VerifyDeps {
  readonly database: Database
  /** The last line that must be there; absent for the last one of the database. */
  readonly end?: End
  /** Up to here everything was proved before and is not looked at again; absent for nothing. */
  readonly from?: End
}

export interface Verified {
  readonly verification: Verification
  /** The last line that was proved; null if something did not hold. */
  readonly reached: End | null
}

const beginning: End = { line: 0, chain: origin }

/**
 * Proves everything from the first line on, or behind what was proved before: the chain of the journal, each line against
 * the rows it tells of, each record against its events and its hash, the pages of the database. Yields now and then; ends
 * with what it found.
 */
export function* verifyJournal({ database, from = beginning, ...asked }: VerifyDeps): Generator<undefined, Verified> {
  const tally = new Tally()
  let end = beginning
  try {
    end = asked.end ?? endOf(database)
    // Pages take as long as the database is large: they are looked at together with all that is on them.
    if (from.line === 0) yield* verifyPages(database, tally)
    yield* verifyLines(database, { from, end }, tally)
    yield* from.line === 0 ? verifyRecords(database, tally) : verifyTouched(database, tally)
    // What cannot be seen any more, and no person has looked at: an older directory, lines that are gone.
    tally.addKept(new KeptFindings(database).read())
  } catch (cause) {
    // A page that cannot be read keeps everything behind it from being proven.
    if (!isDamage(cause)) throw cause
    tally.add(finding('database_damaged', { detail: cause.message }))
  }
  const verification = tally.verified({ provedBefore: from.line, code: codeOf(end.chain) })
  return { verification, reached: verification.findings.length === 0 ? end : null }
}

/** A start looks at so many lines: what was changed shortly before it shows at once. */
const linesAtStart = 200

/** @returns what does not hold of the last lines, of the records they tell of, and behind them */
export function verifyEnd(database: Database): readonly JournalFinding[] {
  const tally = new Tally()
  try {
    const end = endOf(database)
    const line = Math.max(0, end.line - linesAtStart)
    const from = { line, chain: prepareChainAt(database)(line) ?? origin }
    for (const _ of verifyLines(database, { from, end }, tally)) continue
    const rowOf = database.prepare<[number], RecordRow>('SELECT * FROM record WHERE seq = ?')
    for (const record of tally.touched) {
      const row = unlessDamaged(() => rowOf.get(record))
      if (!row || !isIntact(row)) tally.addOnce(finding('row_damaged', { record }))
    }
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    tally.add(finding('database_damaged', { detail: cause.message }))
  }
  return tally.findings
}

function* verifyPages(database: Database, tally: Tally): Generator<undefined> {
  for (const damages of checkPages(database)) {
    tally.add(...damages.map((detail) => finding('database_damaged', { detail })))
    yield
  }
}

interface Extent {
  readonly from: End
  /** What is written after it proves itself. */
  readonly end: End
}

function* verifyLines(database: Database, { from, end }: Extent, tally: Tally): Generator<undefined> {
  const seen = { event: lastSeq(database, 'event', from.line), act: lastSeq(database, 'act', from.line) }
  const beside = new BesideProof(database)
  let before = from
  for (const kept of prepareLineRows(database).after(from.line, end.line)) {
    const { line, chain, record, eventSeq, actSeq } = kept
    const change = line === before.line + 1 ? kept.change(before.chain) : missing(before.line + 1)
    if (change) tally.addOnce(change)
    if (eventSeq !== null && eventSeq !== ++seen.event) tally.add(unlined('event', seen.event, line))
    if (actSeq !== null && actSeq !== ++seen.act) tally.add(unlined('act', seen.act, line))
    tally.add(...beside.differences(kept))
    if (record !== null) tally.touched.add(record)
    if (kept.hasBody) tally.bodies += 1
    before = { line, chain }
    tally.lines += 1
    if (line % stepSize === 0) yield
  }
  if (before.line < end.line) tally.add(lost(before.line + 1, end.line))
  // A line with the right number that follows from another line is a history that was written again.
  else if (!before.chain.equals(end.chain)) tally.addOnce(finding('entry_changed', { line: end.line }))
  // What came meanwhile is not counted.
  if (endOf(database).line !== end.line) return
  for (const table of ['event', 'act'] as const) {
    const last = database.prepare<[], number>(`SELECT coalesce(max(seq), 0) FROM ${table}`).pluck().get() ?? 0
    if (last !== seen[table]) tally.add(unlined(table, last, null))
  }
  if (from.line === 0) tally.add(...beside.counted())
}

/** The last row of a table that lines up to this one tell of. */
const lastSeq = (database: Database, table: 'event' | 'act', line: number): number =>
  database
    .prepare<[number], number>(
      `SELECT ${table}_seq FROM journal_line WHERE line <= ? AND ${table}_seq IS NOT NULL ORDER BY line DESC LIMIT 1`,
    )
    .pluck()
    .get(line) ?? 0

const missing = (line: number) => finding('entry_unlined', { line, detail: 'the line is missing' })
const lost = (line: number, last: number) => finding('lines_lost', { line, detail: String(last - line + 1) })
const unlined = (table: string, seq: number, line: number | null) =>
  finding('entry_unlined', { line, detail: `${table} ${seq}` })

/** What stands in tables of its own: each says as much as the lines do, and no more. */
class BesideProof {
  readonly #database: Database
  readonly #day
  readonly #originals = new Map<number, { readonly line: number; readonly seqs: readonly number[] }>()
  #attempts = 0
  #outcomes = 0

  constructor(database: Database) {
    this.#database = database
    this.#day = database.prepare<[number], string>('SELECT submitted_day FROM record WHERE seq = ?').pluck()
  }

  differences({ line, record, beside }: KeptLine): readonly JournalFinding[] {
    const { day, originals, attempt, outcome }: Beside = beside
    if (attempt !== undefined) this.#attempts += 1
    if (outcome !== undefined) this.#outcomes += 1
    if (record === null) return []
    if (originals) this.#originals.set(record, { line, seqs: originals })
    const kept = day === undefined ? day : unlessDamaged(() => this.#day.get(record))
    // Of a row that cannot be read the proof of the records tells.
    if (kept === day || kept === null) return []
    return [finding('row_differs', { line, record, detail: 'submitted_day' })]
  }

  counted(): readonly JournalFinding[] {
    const count = (table: string) => this.#database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
    const originalsOf = this.#database
      .prepare<[number], number>('SELECT original_seq FROM reference WHERE note_seq = ?')
      .pluck()
    const differing = [...this.#originals].filter(([record, { seqs }]) => !isSameSet(originalsOf.all(record), seqs))
    return [
      ...differing.map(([record, { line }]) => finding('row_differs', { line, record, detail: 'reference' })),
      ...(count('attempt') === this.#attempts ? [] : [finding('entry_unlined', { detail: 'attempt' })]),
      ...(count('attempt_outcome') === this.#outcomes ? [] : [finding('entry_unlined', { detail: 'attempt_outcome' })]),
    ]
  }
}

function* verifyRecords(database: Database, tally: Tally): Generator<undefined> {
  const page = database.prepare<[number, number, number], RecordRow>(
    'SELECT * FROM record WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?',
  )
  // What is written meanwhile proves itself: sales may come faster than this goes on.
  const newest = database.prepare<[], number>('SELECT coalesce(max(seq), 0) FROM record').pluck().get() ?? 0
  const historyOf = prepareHistory(database)
  for (let after = 0; ; ) {
    const rows = page.all(after, newest, stepSize)
    for (const row of rows) {
      tally.records += 1
      tally.addOnce(...ofRecord(row, historyOf(row.seq)))
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
    yield
  }
}

function* verifyTouched(database: Database, tally: Tally): Generator<undefined> {
  const rowOf = database.prepare<[number], RecordRow>('SELECT * FROM record WHERE seq = ?')
  const historyOf = prepareHistory(database)
  for (const record of tally.touched) {
    const row = rowOf.get(record)
    tally.records += 1
    tally.addOnce(...(row ? ofRecord(row, historyOf(record)) : [finding('row_damaged', { record })]))
    if (tally.records % stepSize === 0) yield
  }
}
