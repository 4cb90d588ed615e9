import type { Database } from 'better-sqlite3'
import { finding, isSameFinding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import type { Instant } from '../../../../shared/domain/record.ts'
import { prepareSetting } from '../areas/setting.ts'
import { ofRecord } from '../kept/record-proof.ts'
import type { RecordRow } from '../kept/rows.ts'
import type { Proof } from '../port/journal.ts'
import { isDamage } from '../recovery/damage.ts'
import { firstPlace, type Place } from './files.ts'
import { holds } from './holds.ts'
import { prepareLineRows } from './line-rows.ts'
import { prepareHistory } from './repair.ts'
import { walk } from './walk.ts'

/** Of lines, and then of records: a few milliseconds. */
const stepSize = 100
/** What is proved is proved anew after a day. */
const roundMs = 24 * 3_600_000
/** Where it is gone on from after a stop is written down every so many steps: each is a sync. */
const stepsBetweenNotes = 50

const name = 'proof_place'

interface KeptPlace extends Omit<Place, 'chain'> {
  /** Hex. */
  readonly chain: string
}

/** How far a round of the proof has come. */
interface Progress extends KeptPlace {
  /** The last record that was proved, after all lines were. */
  readonly record: number
  /** When the round before it ended; null in the first. */
  readonly doneAt: Instant | null
  /** Where the lines ended when the first record was proved: what came to be since is of the next round. */
  readonly reached?: KeptPlace
  /** Something did not hold in this round. */
  readonly isDoubted?: boolean
  /** Up to where everything held in the last whole round, or in a proof of everything at once since. */
  readonly proved?: KeptPlace
}

/** How far the files have what the database has: while a disk is full they may be behind. */
interface Written {
  readonly directory: string
  readonly place: Pick<Place, 'line'>
}

interface Step extends Proof {
  readonly next: Progress
}

const fresh = (doneAt: Instant | null, proved?: KeptPlace): Progress => ({
  ...keptPlace(firstPlace),
  record: 0,
  doneAt,
  ...(proved && { proved }),
})

const keptPlace = ({ file, offset, line, chain, lastBytes }: Place): KeptPlace => ({
  file,
  offset,
  line,
  chain: chain.toString('hex'),
  lastBytes,
})

/**
 * Proves everything that is kept, a little at a time, whenever it is asked to go on: each line of the journal against
 * the rows it tells of, then each record against its events and its hash. A shop that closes at night goes on in the
 * morning where it was; after the last record it rests for a day and begins anew.
 */
export class GradualProof {
  readonly #journal: Written
  readonly #setting
  readonly #rows
  readonly #records
  readonly #history
  #progress: Progress | null = null
  #stepsToNote = stepsBetweenNotes
  /** Something is proved that was not written down. */
  #owesNote = false

  constructor(database: Database, journal: Written) {
    this.#setting = prepareSetting(database)
    this.#journal = journal
    this.#rows = prepareLineRows(database)
    this.#records = database.prepare<[number, number], RecordRow>(
      'SELECT * FROM record WHERE seq > ? ORDER BY seq LIMIT ?',
    )
    this.#history = prepareHistory(database)
  }

  /** One step, between two transactions; its place is written down now and then. */
  goOn(at: Instant): Proof {
    if (this.#owesNote) this.note()
    const progress = this.#progress ?? this.#kept()
    const isResting = progress.record === 0 && progress.line === 0 && progress.doneAt !== null
    if (isResting && progress.doneAt !== null && Math.abs(at - progress.doneAt) < roundMs)
      return { findings: [], isRoundOver: true }
    const { next, ...proof } = this.#safely(progress, at)
    this.#progress = proof.findings.length === 0 || proof.isRoundOver ? next : { ...next, isDoubted: true }
    this.#stepsToNote -= 1
    if (proof.isRoundOver || this.#stepsToNote <= 0) this.note()
    return proof
  }

  /**
   * Everything from the first line up to a place held, and each record after that was its end: line by line and record by
   * record as in a round, and what no round looks at besides. The round that goes on is not shortened by it. It is written
   * down with the next step: whoever asked for that proof does not wait for the disk.
   */
  provedAtOnce(place: Place): void {
    this.#progress = { ...(this.#progress ?? this.#kept()), proved: keptPlace(place) }
    this.#owesNote = true
  }

  /** @returns up to where everything was proved in the last round, or at once since; null where that is not known, or is there no more */
  provedTo(): Place | null {
    const { proved } = this.#progress ?? this.#kept()
    const place = proved ? placeOf(proved) : null
    return place && holds(this.#journal.directory, place) ? place : null
  }

  /** Writes down where to go on, as a transaction of its own. */
  note(): void {
    if (!this.#progress) return
    this.#stepsToNote = stepsBetweenNotes
    this.#owesNote = false
    this.#setting.set(name, JSON.stringify(this.#progress))
  }

  /** A place that the files no longer have, or that cannot be read, is begun anew from. */
  #kept(): Progress {
    const text = this.#setting.get(name)
    if (text === undefined) return fresh(null)
    const kept = JSON.parse(text) as Progress
    return kept.line === 0 || holds(this.#journal.directory, placeOf(kept)) ? kept : fresh(kept.doneAt, kept.proved)
  }

  #safely(progress: Progress, at: Instant): Step {
    try {
      return progress.line < this.#journal.place.line ? this.#lines(progress) : this.#page(progress, at)
    } catch (cause) {
      // A page that cannot be read keeps everything behind it from being proved.
      if (!isDamage(cause)) throw cause
      const findings = [finding('database_damaged', { detail: cause.message })]
      return { findings, isRoundOver: true, next: fresh(at) }
    }
  }

  #lines(progress: Progress): Step {
    const findings: JournalFinding[] = []
    const lines = walk(this.#journal.directory, placeOf(progress))
    let place = placeOf(progress)
    for (const kept of this.#rows.after(progress.line, Math.min(progress.line + stepSize, this.#journal.place.line))) {
      const { line, record } = kept
      const step = lines.next()
      const change = kept.change(place.chain, () => (step.done ? null : step.value.frame))
      if (change && !findings.some((each) => isSameFinding(each, change))) findings.push(change)
      // Nothing behind it can be compared; the records still prove themselves.
      if (step.done || (kept.chain && !step.value.frame.chain.equals(kept.chain))) {
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
    const reached = progress.reached ?? keptPlace(placeOf(progress))
    if (!last) return { findings, isRoundOver: true, next: fresh(at, progress.isDoubted ? undefined : reached) }
    return { findings, isRoundOver: false, next: { ...progress, reached, record: last.seq } }
  }
}

const placeOf = ({ file, offset, line, chain, lastBytes }: KeptPlace): Place => ({
  file,
  offset,
  line,
  chain: Buffer.from(chain, 'hex'),
  lastBytes,
})
