import type { EpochMs } from '../../../../shared/domain/record.ts'
import type { Acts, Companies, Settings } from '../../store/port/port.ts'

export interface Pause {
  readonly since: EpochMs
  readonly by: string
  readonly reason: string | null
}

/** A paused company; null for all companies. */
export type PauseKey = string | null

interface PauseStore {
  readonly settings: Settings
  readonly companies: Pick<Companies, 'list'>
  readonly acts: Pick<Acts, 'add'>
}

/** The journal proves settings whose names begin like this (reliability ST10). */
const nameOf = (companyGuid: PauseKey): string => `sending_paused ${companyGuid ?? 'everything'}`

export class SendingPauses {
  readonly #store: PauseStore
  #kept: Map<PauseKey, Pause>
  /** How many writes began and ended: a read during a write may be old. */
  #writes = { begun: 0, ended: 0 }

  private constructor(store: PauseStore, kept: Map<PauseKey, Pause>) {
    this.#store = store
    this.#kept = kept
  }

  static async keptIn(store: PauseStore): Promise<SendingPauses> {
    return new SendingPauses(store, await readPauses(store, await everyPause(store)))
  }

  /** Reads what other processes changed. @returns false if this process wrote at the same moment: read again */
  async readAgain(companyGuid?: string): Promise<boolean> {
    const { ended } = this.#writes
    const asked = companyGuid === undefined ? await everyPause(this.#store) : [null, companyGuid]
    const read = await readPauses(this.#store, asked)
    if (this.#writes.begun !== ended) return false
    const others = [...this.#kept].filter(([paused]) => !asked.includes(paused))
    this.#kept = new Map([...others, ...read])
    return true
  }

  /** Null if the company is not paused. */
  of(companyGuid: string): Pause | null {
    return this.#kept.get(null) ?? this.#kept.get(companyGuid) ?? null
  }

  /** This pause alone, without a wider one. */
  at(paused: PauseKey): Pause | null {
    return this.#kept.get(paused) ?? null
  }

  /** Pausing twice is pausing once. @throws StorageFailure, and then it is not paused */
  async pause(paused: PauseKey, pause: Pause): Promise<void> {
    if (this.#kept.has(paused)) return
    this.#kept.set(paused, pause)
    try {
      await this.#write(paused, pause, JSON.stringify(pause))
    } catch (cause) {
      this.#kept.delete(paused)
      throw cause
    }
  }

  /** @throws StorageFailure, and then it stays paused */
  async resume(paused: PauseKey, resumed: Pause): Promise<void> {
    if (!this.#kept.has(paused)) return
    await this.#write(paused, resumed, '')
    this.#kept.delete(paused)
  }

  async #write(paused: PauseKey, { by, since, reason }: Pause, value: string): Promise<void> {
    const type = value === '' ? 'sending_resumed' : 'sending_paused'
    this.#writes.begun += 1
    try {
      await this.#store.settings.set(nameOf(paused), value, by, since)
      await this.#store.acts.add({ at: since, by, type, facts: { company_guid: paused, reason } })
    } finally {
      this.#writes.ended += 1
    }
  }
}

const everyPause = async ({ companies }: PauseStore): Promise<readonly PauseKey[]> => [
  null,
  ...(await companies.list()).map(({ profile }) => profile.companyGuid),
]

async function readPauses({ settings }: PauseStore, asked: readonly PauseKey[]): Promise<Map<PauseKey, Pause>> {
  const kept = new Map<PauseKey, Pause>()
  for (const paused of asked) {
    const text = await settings.get(nameOf(paused))
    if (text) kept.set(paused, JSON.parse(text) as Pause)
  }
  return kept
}
