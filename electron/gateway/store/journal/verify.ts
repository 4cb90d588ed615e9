import { isDeepStrictEqual } from 'node:util'
import type { Database } from 'better-sqlite3'
import { finding, isSameFinding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { RecordState } from '../../../../shared/domain/record.ts'
import { isDamage } from '../damage.ts'
import { checkPages } from '../page-check.ts'
import type { Verification } from '../port-journal.ts'
import { copiedColumns, isIntact } from '../row-hash.ts'
import { type Cell, cellsOf, fixedColumns, livingColumns, namesOf, type RecordRow } from '../rows.ts'
import { type AnchorRead, codeOf } from './anchor.ts'
import { type End, endOf } from './book.ts'
import { lostBehind } from './compare.ts'
import { filesIn, firstPlace, holds } from './files.ts'
import type { FrameRead } from './frame.ts'
import { KeptFindings } from './kept-findings.ts'
import { type Line, lineOf } from './line.ts'
import { prepareLineRows } from './line-rows.ts'
import { prepareHistory } from './repair.ts'
import { ofFiles } from './start.ts'
import { walk } from './walk.ts'

export interface VerifyParts {
  readonly database: Database
  readonly directory: string
  readonly anchor: AnchorRead
  /** Whether this journal is one that is sealed. */
  readonly isSealed: boolean
  /** What is wrong with the pages, where somebody looked already. */
  readonly damages?: readonly string[]
}

/** Of very many findings so many are listed: the first is what counts. */
const mostListed = 100
/** After so many lines or records whoever else needs the database may come in between. */
const stepSize = 200

/** Everything counted and everything found wrong, the first line first. */
class Tally {
  lines = 0
  records = 0
  bodies = 0
  findingCount = 0
  readonly findings: JournalFinding[] = []

  add(...found: readonly JournalFinding[]): void {
    this.findingCount += found.length
    this.findings.push(...found.slice(0, Math.max(0, mostListed - this.findings.length)))
  }
}

/**
 * Proves everything from the first line on: the chain of the journal, each line against the rows it tells of, each record
 * against its events and its hash, the anchor, the pages of the database. Yields now and then; ends with what it found.
 */
export function* verifyJournal(parts: VerifyParts): Generator<undefined, Verification> {
  const { database, directory } = parts
  const tally = new Tally()
  let end: End = firstPlace
  try {
    end = endOf(database)
    if (parts.damages) tally.add(...parts.damages.map(damaged))
    else yield* verifyPages(database, tally)
    yield* verifyRows(parts, end.line, tally)
    yield* verifyFiles(parts, end.line, tally)
    tally.add(...ofFiles(directory, parts.anchor), ...ofAnchor(parts))
    yield* verifyRecords(database, tally)
    // What cannot be seen any more and no person has looked at: lines that are gone, an older directory.
    tally.add(
      ...new KeptFindings(database).read().filter((kept) => !tally.findings.some((each) => isSameFinding(each, kept))),
    )
  } catch (cause) {
    // A page that cannot be read keeps everything behind it from being proven.
    if (!isDamage(cause)) throw cause
    tally.add(finding('database_damaged', { detail: cause.message }))
  }
  const { lines, records, bodies, findingCount, findings } = tally
  return { lines, records, bodies, files: filesIn(directory).length, code: codeOf(end.chain), findingCount, findings }
}

function* verifyPages(database: Database, tally: Tally): Generator<undefined> {
  for (const damages of checkPages(database)) {
    tally.add(...damages.map(damaged))
    yield
  }
}

const damaged = (detail: string) => finding('database_damaged', { detail })

/** @param upTo what is written meanwhile proves itself */
function* verifyRows({ database }: VerifyParts, upTo: number, tally: Tally): Generator<undefined> {
  let { line: before, chain } = firstPlace
  const seen = { event: 0, act: 0 }
  for (const kept of prepareLineRows(database).after(0, upTo)) {
    const { line, record, eventSeq, actSeq } = kept
    if (line !== before + 1) tally.add(finding('entry_unlined', { line: before + 1, detail: 'the line is missing' }))
    else if (!kept.frame(chain)?.chain.equals(kept.chain)) tally.add(finding('entry_changed', { line, record }))
    if (eventSeq !== null && eventSeq !== ++seen.event) tally.add(unlined('event', seen.event, line))
    if (actSeq !== null && actSeq !== ++seen.act) tally.add(unlined('act', seen.act, line))
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

const unlined = (table: string, seq: number, line: number | null) =>
  finding('entry_unlined', { line, detail: `${table} ${seq}` })

function* verifyFiles({ database, directory }: VerifyParts, upTo: number, tally: Tally): Generator<undefined> {
  const chainAt = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck()
  const beside = new Beside(database)
  const lines = walk(directory, firstPlace)
  let step = lines.next()
  for (; !step.done && step.value.place.line <= upTo; step = lines.next()) {
    const { frame, place } = step.value
    const said = saidIn(frame)
    const record = said?.kind === 'event' ? said.record : null
    // Every line behind one that differs differs too.
    if (said?.line !== place.line || !chainAt.get(place.line)?.equals(place.chain))
      return tally.add(finding('line_differs', { line: place.line, record }))
    tally.add(...beside.differences(said))
    if (said.kind === 'event' && said.body) tally.bodies += 1
    if (place.line % stepSize === 0) yield
  }
  const end = step.done ? step.value : null
  if (end && (!end.isWhole || end.place.line < upTo)) {
    const next = { line: end.place.line + 1, record: recordOf(database, end.place.line + 1) }
    return tally.add(
      finding(end.isWhole ? 'journal_cut' : 'line_damaged', next),
      ...(end.place.line === upTo ? lostBehind(directory, end.place).slice(1) : []),
    )
  }
  // What came while this looked is counted by nobody.
  if (endOf(database).line !== upTo) return
  if (!end) tally.add(finding('line_differs', { line: upTo + 1, detail: 'only the journal has it' }))
  tally.add(...beside.counted())
}

function saidIn(frame: FrameRead): Line | null {
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
  #attempts = 0
  #outcomes = 0

  constructor(database: Database) {
    this.#database = database
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

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  [...one].toSorted((a, b) => a - b).join() === [...other].toSorted((a, b) => a - b).join()

function* verifyRecords(database: Database, tally: Tally): Generator<undefined> {
  const page = database.prepare<[number, number], RecordRow>('SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?')
  const historyOf = prepareHistory(database)
  for (let after = 0; ; ) {
    const rows = page.all(after, stepSize)
    for (const row of rows) {
      tally.records += 1
      tally.add(...ofRecord(row, historyOf(row.seq)))
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
    yield
  }
}

/** @param record what its events make of it */
export function ofRecord(row: RecordRow, record: RecordState | null): readonly JournalFinding[] {
  const differing = differences(row, record)
  return [
    ...(isIntact(row) ? [] : [finding('row_damaged', { record: row.seq })]),
    ...(differing.length > 0 ? [finding('row_differs', { record: row.seq, detail: differing.join(', ') })] : []),
  ]
}

/** @returns the columns that say something else than the record's events do */
function differences(row: RecordRow, record: RecordState | null): readonly string[] {
  if (!record) return ['events']
  const columns = [...fixedColumns, ...livingColumns]
  const cells = cellsOf(columns, record)
  return namesOf(columns).filter(
    (name, at) => !copiedColumns.includes(name) && !isSame(name, row[name] ?? null, cells[at] ?? null),
  )
}

/** An older Resit left out of a cancellation what it did not know yet; a step that adds it may write it elsewhere. */
function isSame(name: string, kept: Cell, made: Cell): boolean {
  if (kept === made) return true
  if (name !== 'cancellation' || typeof kept !== 'string' || typeof made !== 'string') return false
  return isDeepStrictEqual({ doubtedAt: null, ...(JSON.parse(kept) as object) }, JSON.parse(made))
}

function ofAnchor({ database, directory, anchor, isSealed }: VerifyParts): readonly JournalFinding[] {
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
      const here = database.prepare<[number], Buffer>('SELECT chain FROM journal_line WHERE line = ?').pluck().get(line)
      return line === 0 || here?.equals(chain) ? [] : [finding('line_differs', { line })]
    }
  }
}
