import {
  addFindings,
  type FindingList,
  isTransient,
  type JournalFinding,
  maxListed,
  maySend,
  noFindings,
  removeFindings,
} from '../../../../shared/domain/journal-finding.ts'
import { type DataReader, type Engine, rowsOf, type WriteWork } from '../sql.ts'
import { readSetting, selectSetting, upsertSetting } from '../tables/settings.ts'

export const findingsSetting = 'findings'

/** @param text null for none */
export const parseFindings = (text: string | null | undefined): FindingList =>
  text ? (JSON.parse(text) as FindingList) : noFindings

export const readFindings = async (reader: DataReader): Promise<FindingList> =>
  parseFindings(await readSetting(reader, findingsSetting))

/** Findings that no person has trusted yet. They are in the database, for every process and every start. */
export class Findings {
  readonly #engine: Engine
  /** Being written now, so that a row that is read a thousand times is written once. */
  readonly #noted = new Set<string>()
  #noting: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async list(): Promise<FindingList> {
    await this.#noting
    return readFindings(this.#engine)
  }

  async isTrusted(): Promise<boolean> {
    return maySend((await this.list()).findings)
  }

  /** @param counted as in `addFindings` */
  async add(found: readonly JournalFinding[], counted = found.length): Promise<void> {
    if (found.length > 0) await this.#change((list) => addFindings(list, found, counted))
  }

  /** Does not wait: if it cannot be written now, it is found again. */
  note(found: JournalFinding): void {
    const key = JSON.stringify(found)
    // Very many are left to a proof of everything.
    if (this.#noted.size >= maxListed || this.#noted.has(key)) return
    this.#noted.add(key)
    const forget = () => void this.#noted.delete(key)
    this.#noting = Promise.all([this.#noting, this.add([found]).then(forget, forget)])
  }

  /** These are found again at the next start, if they still exist. */
  forgetPassing(): Promise<void> {
    return this.#change((list) => removeFindings(list, isTransient))
  }

  #change(to: (list: FindingList) => FindingList): Promise<void> {
    return this.#engine.transact(() => changeFindings(to))
  }
}

export function* readFindingsInTransaction(): WriteWork<FindingList> {
  const [row] = yield* rowsOf<{ readonly value: string }>(selectSetting(findingsSetting))
  return parseFindings(row?.value)
}

export function* changeFindings(to: (list: FindingList) => FindingList): WriteWork<void> {
  const list = yield* readFindingsInTransaction()
  const text = JSON.stringify(to(list))
  if (text !== JSON.stringify(list)) yield upsertSetting(findingsSetting, text)
}
