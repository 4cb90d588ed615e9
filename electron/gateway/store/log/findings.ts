import {
  type FindingList,
  isPassing,
  isSameFinding,
  type JournalFinding,
  mayGoOut,
  mostListed,
  noFindings,
  withFound,
  withoutFound,
} from '../../../../shared/domain/journal-finding.ts'
import { type DataReader, type Engine, rowsOf, type Work } from '../sql.ts'
import { keepSetting, type SettingRow, selectSetting, settingOf } from '../tables/settings.ts'

export const findingsSetting = 'findings'

/** @param text of the setting; null for none */
export const findingsIn = (text: string | null | undefined): FindingList =>
  text ? (JSON.parse(text) as FindingList) : noFindings

export const readFindings = async (reader: DataReader): Promise<FindingList> =>
  findingsIn(await settingOf(reader, findingsSetting))

/** What was found and no person has vouched for since: it stands in the database, for every process and every start. */
export class Findings {
  readonly #engine: Engine
  /** Being kept already, so that a row that is read a thousand times is written down once. */
  readonly #noted: JournalFinding[] = []
  #noting: Promise<unknown> = Promise.resolve()

  constructor(engine: Engine) {
    this.#engine = engine
  }

  async list(): Promise<FindingList> {
    await this.#noting
    return readFindings(this.#engine)
  }

  /** Whether anything may go out to the authority. */
  async isTrusted(): Promise<boolean> {
    return mayGoOut((await this.list()).findings)
  }

  /** @param counted as in `withFound` */
  async add(found: readonly JournalFinding[], counted = found.length): Promise<void> {
    if (found.length > 0) await this.#change((list) => withFound(list, found, counted))
  }

  /** As `add`, for a finding of another question: no caller waits for it, and if it cannot be kept now it is found again. */
  note(found: readonly JournalFinding[]): void {
    // Of very many the others are found by a look at everything.
    if (this.#noted.length >= mostListed) return
    const fresh = found.filter((each) => !this.#noted.some((known) => isSameFinding(each, known)))
    if (fresh.length === 0) return
    this.#noted.push(...fresh)
    const forget = () => {
      for (const each of fresh) this.#noted.splice(this.#noted.indexOf(each), 1)
    }
    const kept = this.add(fresh).then(forget, forget)
    this.#noting = Promise.all([this.#noting, kept])
  }

  /** What is found again at each start if it is still so. */
  forgetPassing(): Promise<void> {
    return this.#change((list) => withoutFound(list, isPassing))
  }

  #change(to: (list: FindingList) => FindingList): Promise<void> {
    return this.#engine.transact(() => changeFindings(to))
  }
}

export function* findingsWithin(): Work<FindingList> {
  const [row] = yield* rowsOf<SettingRow>(selectSetting(findingsSetting))
  return findingsIn(row?.value)
}

export function* changeFindings(to: (list: FindingList) => FindingList): Work<void> {
  const list = yield* findingsWithin()
  const text = JSON.stringify(to(list))
  if (text !== JSON.stringify(list)) yield keepSetting(findingsSetting, text)
}
