import type { Database } from 'better-sqlite3'
import { finding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { isDamage } from '../damage.ts'
import type { Proof } from '../port-journal.ts'
import type { RecordRow } from '../rows.ts'
import { firstPlace, holds, type Place } from './files.ts'
import { prepareLineRows } from './line-rows.ts'
import { prepareHistory } from './repair.ts'
import { ofRecord } from './verify.ts'
import { walk } from './walk.ts'

/** Of lines, and then of records: a few milliseconds. */
const stepSize = 100
/** What is proved is proved anew after a day. */
const roundMs = 24 * 3_600_000
/** Where it is gone on from after a stop is written down every so many steps: each is a sync. */
const stepsBetweenNotes = 50

const name = 'proof_place'

/** How far a round of the proof has come. */
interface Progress extends Omit<Place, 'chain'> {
  /** Hex. */
  readonly chain: string
  /** The last record that was proved, after all lines were. */
  readonly record: number
  /** When the round before it ended; null in the first. */
  readonly doneAt: Instant | null
}

/** How far the files have what the database has: while a disk is full they may be behind. */
interface Written {
  readonly directory: string
  readonly place: Pick<Place, 'line'>
}

interface Step extends Proof {
  readonly next: Progress
}

const fresh = ({ chain, ...place }: Place, doneAt: Instant | null): Progress => ({
  ...place,
  chain: chain.toString('hex'),
  record: 0,
  doneAt,
})

/**
 * Proves everything that is kept, a little at a time, whenever it is asked to go on: each line of the journal against
 * the rows it tells of, then each record against its events and its hash. A shop that closes at night goes on in the
 * morning where it was; after the last record it rests for a day and begins anew.
 */
export class GradualProof {
  readonly #database: Database
  readonly #journal: Written
  readonly #rows
  readonly #records
  readonly #history
  #progress: Progress | null = null
  #stepsToNote = stepsBetweenNotes

  constructor(database: Database, journal: Written) {
    this.#database = database
    this.#journal = journal
    this.#rows = prepareLineRows(database)
    this.#records = database.prepare<[number, number], RecordRow>(
      'SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?',
    )
    this.#history = prepareHistory(database)
  }

  /** One step, between two transactions; its place is written down now and then. */
  goOn(at: Instant): Proof {
    const progress = this.#progress ?? this.#kept()
    const isResting = progress.record === 0 && progress.line === 0 && progress.doneAt !== null
    if (isResting && progress.doneAt !== null && Math.abs(at - progress.doneAt) < roundMs)
      return { findings: [], isRoundOver: true }
    const { next, ...proof } = this.#safely(progress, at)
    this.#progress = next
    this.#stepsToNote -= 1
    if (proof.isRoundOver || this.#stepsToNote <= 0) this.note()
    return proof
  }

  /** Writes down where to go on, as a transaction of its own. */
  note(): void {
    if (!this.#progress) return
    this.#stepsToNote = stepsBetweenNotes
    this.#database
      .prepare(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      )
      .run(name, JSON.stringify(this.#progress))
  }

  /** A place that the files no longer have, or that cannot be read, is begun anew from. */
  #kept(): Progress {
    const text = this.#database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(name)
    if (text === undefined) return fresh(firstPlace, null)
    const kept = JSON.parse(text) as Progress
    return kept.line === 0 || holds(this.#journal.directory, placeOf(kept)) ? kept : fresh(firstPlace, kept.doneAt)
  }

  #safely(progress: Progress, at: Instant): Step {
    try {
      return progress.line < this.#journal.place.line ? this.#lines(progress) : this.#page(progress, at)
    } catch (cause) {
      // A page that cannot be read keeps everything behind it from being proved.
      if (!isDamage(cause)) throw cause
      const findings = [finding('database_damaged', { detail: cause.message })]
      return { findings, isRoundOver: true, next: fresh(firstPlace, at) }
    }
  }

  #lines(progress: Progress): Step {
    const findings: JournalFinding[] = []
    const lines = walk(this.#journal.directory, placeOf(progress))
    let place = placeOf(progress)
    for (const kept of this.#rows.after(progress.line, Math.min(progress.line + stepSize, this.#journal.place.line))) {
      const { line, record } = kept
      if (!kept.frame(place.chain)?.chain.equals(kept.chain)) findings.push(finding('entry_changed', { line, record }))
      const step = lines.next()
      // Nothing behind it can be compared; the records still prove themselves.
      if (step.done || !step.value.frame.chain.equals(kept.chain)) {
        findings.push(finding(step.done ? 'line_damaged' : 'line_differs', { line, record }))
        return { findings, isRoundOver: false, next: { ...progress, line: Number.MAX_SAFE_INTEGER } }
      }
      place = step.value.place
    }
    const { chain, ...rest } = place
    return { findings, isRoundOver: false, next: { ...progress, ...rest, chain: chain.toString('hex') } }
  }

  #page(progress: Progress, at: Instant): Step {
    const rows = this.#records.all(progress.record, stepSize)
    const findings = rows.flatMap((row) => ofRecord(row, this.#history(row.seq)))
    const last = rows.at(-1)
    if (!last) return { findings, isRoundOver: true, next: fresh(firstPlace, at) }
    return { findings, isRoundOver: false, next: { ...progress, record: last.seq } }
  }
}

const placeOf = ({ file, offset, line, chain, lastBytes }: Progress): Place => ({
  file,
  offset,
  line,
  chain: Buffer.from(chain, 'hex'),
  lastBytes,
})
