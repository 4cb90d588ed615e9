import { countsIn, type FindingCounts, mostListed } from '../../../../shared/domain/finding-list.ts'
import { isSameFinding, type JournalFinding } from '../../../../shared/domain/journal-finding.ts'
import { type Ask, settingOf } from '../ask.ts'
import { findingCountsSetting, findingsSetting } from '../ledger.ts'
import type { Writer } from '../writer.ts'

/** What was found and no person has vouched for since, for all processes. */
export class Findings {
  readonly #read: Ask
  readonly #writer: Writer
  /** Being kept already, so that a row that is read a thousand times is written down once. */
  readonly #noted: JournalFinding[] = []

  constructor(read: Ask, writer: Writer) {
    this.#read = read
    this.#writer = writer
  }

  async all(): Promise<readonly JournalFinding[]> {
    return JSON.parse((await settingOf(this.#read, findingsSetting)) ?? '[]') as JournalFinding[]
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
    if (found.length > 0) await this.#writer.write(({ ledger }) => ledger.found(found, counted))
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
