import { countsIn, type FindingCounts, findingsOf, mostListed } from '../../../../shared/domain/finding-list.ts'
import { isPassing, isSameFinding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { type Ask, settingOf } from '../ask.ts'
import { findingCountsSetting, findingsSetting } from '../ledger.ts'
import type { Writer } from '../writer.ts'

/** What was found and no person has looked at: while there is anything, nothing goes out, from any process. */
export class Findings {
  readonly #read: Ask
  readonly #writer: Writer
  /** Being kept already, so that a row that is read a thousand times is written down once. */
  readonly #noted: JournalFinding[] = []
  /** What is gone when its cause is, by what it is of: months that cannot be read. Each process finds them by itself. */
  #passing = new Map<string, JournalFinding>()
  /** Those that were found since the round of the proof began. */
  #ofRound = new Map<string, JournalFinding>()

  constructor(read: Ask, writer: Writer) {
    this.#read = read
    this.#writer = writer
  }

  async all(): Promise<readonly JournalFinding[]> {
    const kept = await settingOf(this.#read, findingsSetting)
    return [...(kept === null ? [] : (JSON.parse(kept) as JournalFinding[])), ...this.#passing.values()]
  }

  /** How many there are at least, by their codes. */
  async counts(): Promise<FindingCounts> {
    return JSON.parse((await settingOf(this.#read, findingCountsSetting)) ?? '{}') as FindingCounts
  }

  /**
   * Somebody found out; once this is over it is kept.
   * @param counted as in `withFound`
   */
  async add(found: readonly JournalFinding[], counted: FindingCounts = countsIn(found)): Promise<void> {
    for (const each of found.filter(isPassing)) {
      this.#passing.set(subjectOf(each), each)
      this.#ofRound.set(subjectOf(each), each)
    }
    const lasting = findingsOf({ findings: found, findingCounts: counted }, (each) => !isPassing(each))
    if (lasting.findings.length > 0)
      await this.#writer.write(({ ledger }) => ledger.found(lasting.findings, lasting.findingCounts))
  }

  /** Everything was looked at: what was not found again passed. */
  provedAll(): void {
    this.#passing = new Map()
  }

  /** The same of a round that began with the last one's end. */
  provedRound(): void {
    this.#passing = this.#ofRound
    this.#ofRound = new Map()
  }

  /** As `add`, from within a transaction that may be undone: it is kept by one of its own, behind it. */
  note(found: readonly JournalFinding[]): void {
    // Of very many the others are found by whoever looks at everything.
    if (this.#noted.length >= mostListed) return
    const fresh = found.filter((each) => !this.#noted.some((known) => isSameFinding(each, known)))
    if (fresh.length === 0) return
    this.#noted.push(...fresh)
    const forget = () => {
      for (const each of fresh) this.#noted.splice(this.#noted.indexOf(each), 1)
    }
    // Where it cannot be kept now it is found again by whoever reads the row next.
    this.add(fresh).then(forget, forget)
  }
}

const subjectOf = ({ code, line, detail }: JournalFinding): string => JSON.stringify([code, line, detail])
