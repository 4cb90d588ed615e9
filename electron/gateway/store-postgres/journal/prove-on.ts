import type { Instant } from '../../../../shared/domain/record.ts'
import { origin } from '../../store/kept/frame.ts'
import type { Proof } from '../../store/port/journal.ts'
import { type Ask, first, keepSetting, settingOf } from '../ask.ts'
import { type Connections, oneMoment } from '../connect.ts'
import type { Writer } from '../writer.ts'
import { chainAt, proveLines } from './prove-lines.ts'
import { proveRecords } from './verify.ts'

/** What is proved is proved anew after a day. */
const roundMs = 24 * 3_600_000
/** Where it is gone on from after a stop is written down every so many steps. */
const stepsBetweenNotes = 50

const name = 'proof_place'

export interface ProofDeps {
  readonly read: Ask
  readonly reading: Connections
  readonly writer: Writer
}

/** How far a round of the proof has come: the chains by their ids, then the records. */
interface Progress {
  /** Null after all chains. */
  readonly chain: number | null
  readonly line: number
  readonly record: number
  /** When the round before it ended; null in the first. */
  readonly doneAt: Instant | null
}

const fresh = (doneAt: Instant | null): Progress => ({ chain: 0, line: 0, record: 0, doneAt })

/**
 * Proves everything that is kept, a little at a time, whenever it is asked to go on: each line against the rows it tells
 * of, then each record against its events and its hash. After the last record it rests for a day and begins anew.
 */
export class GradualProof {
  readonly #read: Ask
  readonly #reading: Connections
  readonly #writer: Writer
  #progress: Progress | null = null
  #stepsToNote = stepsBetweenNotes

  constructor({ read, reading, writer }: ProofDeps) {
    this.#read = read
    this.#reading = reading
    this.#writer = writer
  }

  async goOn(at: Instant): Promise<Proof> {
    const progress = this.#progress ?? (await this.#kept())
    const { chain, line, record, doneAt } = progress
    const isResting = chain === 0 && line === 0 && record === 0 && doneAt !== null
    if (isResting && Math.abs(at - doneAt) < roundMs) return { findings: [], isRoundOver: true }
    const { next, findings } = chain === null ? await this.#records(progress, at) : await this.#lines(progress, chain)
    this.#progress = next
    const isRoundOver = next.doneAt !== doneAt
    this.#stepsToNote -= 1
    if (isRoundOver || this.#stepsToNote <= 0) await this.#note(next)
    return { findings, isRoundOver }
  }

  async #lines(progress: Progress, chainId: number) {
    const { line } = progress
    const { findings, next: place } = await this.#reading.transact(async (ask) => {
      const chain = (line === 0 ? null : await chainAt(ask, chainId, line)) ?? origin
      return proveLines(ask, { chainId, line, chain })
    }, oneMoment)
    if (place) return { findings, next: { ...progress, line: place.line } }
    const further = 'SELECT min(id) AS id FROM chain WHERE id > $1'
    const following = (await first(this.#read<{ readonly id: number | null }>(further, chainId)))?.id ?? null
    return { findings, next: { ...progress, chain: following, line: 0 } }
  }

  async #records(progress: Progress, at: Instant) {
    // All of it at one moment: a record that goes on between two looks is not one that differs.
    const { last, findings } = await this.#reading.transact((ask) => proveRecords(ask, progress.record), oneMoment)
    return { findings, next: last === null ? fresh(at) : { ...progress, record: last } }
  }

  async #kept(): Promise<Progress> {
    const kept = await settingOf(this.#read, name)
    return kept === null ? fresh(null) : (JSON.parse(kept) as Progress)
  }

  async #note(progress: Progress): Promise<void> {
    this.#stepsToNote = stepsBetweenNotes
    await this.#writer.write(({ ask }) => keepSetting(ask, name, JSON.stringify(progress)))
  }
}
