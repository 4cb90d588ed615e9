import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import type { LineRead } from '../kept/frame.ts'
import { type Line, lineOf } from '../kept/line.ts'
import { ofRecord } from '../kept/record-proof.ts'
import type { RecordRow } from '../kept/rows.ts'
import { isSameSet } from '../kept/same-set.ts'
import { stepSize, Tally } from '../kept/tally.ts'
import type { Verification } from '../port/journal.ts'
import { isDamage } from '../recovery/damage.ts'
import { checkPages } from '../recovery/page-check.ts'
import { type AnchorRead, codeOf } from './anchor.ts'
import { prepareChainAt } from './chain-at.ts'
import { lostBehind } from './compare.ts'
import { filesIn, firstPlace, type Place } from './files.ts'
import { holds } from './holds.ts'
import { type End, endOf } from './journal-lines.ts'
import { KeptFindings } from './kept-findings.ts'
import { prepareLineRows } from './line-rows.ts'
import { prepareHistory } from './repair.ts'
import { ofFiles } from './start.ts'
import { lineIn, walk } from './walk.ts'

export interface VerifyDeps {
  readonly database: Database
  readonly directory: string
  readonly anchor: AnchorRead
  /** Whether this journal is one that is sealed. */
  readonly isSealed: boolean
  /** When whoever asks opened the database. */
  readonly now: Instant
  /** The last line that is asked for, which the files have; the last of the database where nothing is said. */
  readonly end?: End
  /** Up to where everything was proved before and is not looked at again; the first place where nothing is said. */
  readonly from?: Place
}

type Verifying = VerifyDeps & { readonly from: Place }

export interface Verified {
  readonly verification: Verification
  /** Where the last line ends that was asked for, in the files; null where something did not hold, or nothing was there. */
  readonly reached: Place | null
}

/**
 * Proves everything from the first line on, or behind what was proved before: the chain of the journal, each line against
 * the rows it tells of, each record against its events and its hash, the anchor, the pages of the database. Yields now and
 * then; ends with what it found.
 */
export function* verifyJournal(asked: VerifyDeps): Generator<undefined, Verified> {
  const deps = { from: firstPlace, ...asked }
  const { database, directory, from } = deps
  const tally = new Tally()
  let end: End = firstPlace
  let reached: Place | null = null
  try {
    end = asked.end ?? endOf(database)
    // Pages take as long as the database is large: they are looked at with all that is on them.
    if (from.line === 0) yield* verifyPages(database, tally)
    yield* verifyRows(deps, end.line, tally)
    reached = yield* verifyFiles(deps, end.line, tally)
    tally.add(...ofFiles(directory, deps.anchor), ...ofAnchor(deps))
    yield* from.line === 0 ? verifyRecords(database, tally) : verifyTouched(database, tally)
    // What cannot be seen any more and no person has looked at: lines that are gone, an older directory.
    tally.addKept(new KeptFindings(database).read())
  } catch (cause) {
    // A page that cannot be read keeps everything behind it from being proven.
    if (!isDamage(cause)) throw cause
    tally.add(finding('database_damaged', { detail: cause.message }))
  }
  const counted = { provedBefore: from.line, files: filesIn(directory).length, code: codeOf(end.chain) }
  const verification = tally.verified(counted)
  return { verification, reached: verification.findingCount === 0 ? reached : null }
}

function* verifyPages(database: Database, tally: Tally): Generator<undefined> {
  for (const damages of checkPages(database)) {
    tally.add(...damages.map(damaged))
    yield
  }
}

const damaged = (detail: string) => finding('database_damaged', { detail })

/** @param upTo what is written meanwhile proves itself */
function* verifyRows({ database, directory, from }: Verifying, upTo: number, tally: Tally): Generator<undefined> {
  let { line: before, chain } = from
  const seen = { event: lastSeq(database, 'event', before), act: lastSeq(database, 'act', before) }
  for (const kept of prepareLineRows(database).after(before, upTo)) {
    const { line, record, eventSeq, actSeq } = kept
    const change = line === before + 1 ? kept.change(chain, () => lineIn(directory, line)?.frame ?? null) : null
    if (line !== before + 1) tally.add(finding('entry_unlined', { line: before + 1, detail: 'the line is missing' }))
    else if (change) tally.addOnce(change)
    if (eventSeq !== null && eventSeq !== ++seen.event) tally.add(unlined('event', seen.event, line))
    if (actSeq !== null && actSeq !== ++seen.act) tally.add(unlined('act', seen.act, line))
    if (record !== null) tally.touched.add(record)
    before = line
    chain = kept.chain
    tally.lines += 1
    if (line % stepSize === 0) yield
  }
  if (endOf(database).line !== upTo) return
  for (const table of ['event', 'act'] as const) {
    const last = database.prepare<[], number>(`SELECT coalesce(max(seq), 0) FROM ${table}`).pluck().get() ?? 0
    if (last !== seen[table]) tally.add(unlined(table, last, null))
  }
}

/** The last row of a table that lines up to this one tell of. */
const lastSeq = (database: Database, table: 'event' | 'act', line: number): number =>
  database
    .prepare<[number], number>(
      `SELECT ${table}_seq FROM journal_line WHERE line <= ? AND ${table}_seq IS NOT NULL ORDER BY line DESC LIMIT 1`,
    )
    .pluck()
    .get(line) ?? 0

const unlined = (table: string, seq: number, line: number | null) =>
  finding('entry_unlined', { line, detail: `${table} ${seq}` })

/** @returns where the line ends up to which this goes; null where it does not come there */
function* verifyFiles(
  { database, directory, from }: Verifying,
  upTo: number,
  tally: Tally,
): Generator<undefined, Place | null> {
  const chainAt = prepareChainAt(database)
  const beside = new Beside(database, from)
  const lines = walk(directory, from)
  let reached: Place | null = null
  let step = lines.next()
  for (; !step.done && step.value.place.line <= upTo; step = lines.next()) {
    const { frame, place } = step.value
    const said = saidIn(frame)
    const record = said?.kind === 'event' ? said.record : null
    // Every line behind one that differs differs too.
    if (said?.line !== place.line || !chainAt(place.line)?.equals(place.chain)) {
      tally.add(finding('line_differs', { line: place.line, record }))
      return null
    }
    reached = place
    tally.add(...beside.differences(said))
    if (said.kind === 'event' && said.body) tally.bodies += 1
    if (place.line % stepSize === 0) yield
  }
  const end = step.done ? step.value : null
  if (end && (!end.isWhole || end.place.line < upTo)) {
    const next = { line: end.place.line + 1, record: recordOf(database, end.place.line + 1) }
    tally.add(
      finding(end.isWhole ? 'journal_cut' : 'line_damaged', next),
      ...(end.place.line === upTo ? lostBehind(directory, end.place).slice(1) : []),
    )
    return null
  }
  // A state of the database that has what the files had.
  yield
  // What came while this looked is counted by nobody.
  if (endOf(database).line !== upTo) return reached
  if (!end) tally.add(finding('line_differs', { line: upTo + 1, detail: 'only the journal has it' }))
  tally.add(...beside.counted())
  return reached
}

function saidIn(frame: LineRead): Line | null {
  try {
    return lineOf(frame)
  } catch {
    return null
  }
}

const recordOf = (database: Database, line: number): number | null =>
  database
    .prepare<[number], number>('SELECT record_seq FROM journal_line JOIN event ON event.seq = event_seq WHERE line = ?')
    .pluck()
    .get(line) ?? null

/** What stands in tables of its own: each says as much as the lines do, and no more. */
class Beside {
  readonly #database: Database
  readonly #day
  readonly #originals = new Map<number, { readonly line: number; readonly seqs: readonly number[] }>()
  /** Whether every line is met: of some of them nobody can say how many rows there must be. */
  readonly #isOfAll: boolean
  #attempts = 0
  #outcomes = 0

  constructor(database: Database, from: Place) {
    this.#database = database
    this.#isOfAll = from.line === 0
    this.#day = database.prepare<[number], string>('SELECT submitted_day FROM record WHERE seq = ?').pluck()
  }

  differences(said: Line): readonly JournalFinding[] {
    if (said.kind === 'act') return []
    const { line, record, day, originals, attempt, outcome } = said
    if (attempt) this.#attempts += 1
    if (outcome) this.#outcomes += 1
    if (originals) this.#originals.set(record, { line, seqs: originals })
    if (day === null || this.#day.get(record) === day) return []
    return [finding('row_differs', { line, record, detail: 'submitted_day' })]
  }

  counted(): readonly JournalFinding[] {
    if (!this.#isOfAll) return []
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

function ofAnchor({ database, directory, anchor, isSealed }: VerifyDeps): readonly JournalFinding[] {
  switch (anchor.kind) {
    case 'none':
      return isSealed ? [finding('anchor_missing')] : []
    case 'forged':
      return [finding('anchor_forged')]
    case 'foreign':
      return [finding('seal_missing')]
    case 'locked':
      return [finding('seal_locked')]
    case 'sealed': {
      const { line, chain } = anchor.anchor
      if (!holds(directory, anchor.anchor)) return [finding('journal_cut', { line })]
      const here = prepareChainAt(database)(line)
      return line === 0 || here?.equals(chain) ? [] : [finding('line_differs', { line })]
    }
  }
}
