import type { Instant } from '../../../shared/domain/record.ts'
import type { Acts, Companies, Settings } from '../store/port.ts'

/** Somebody does not want anything sent for now. */
export interface Pause {
  readonly since: Instant
  readonly by: string
  readonly reason: string | null
}

/** Null for every company. */
export type Paused = string | null

interface PauseStore {
  readonly settings: Settings
  readonly companies: Pick<Companies, 'list'>
  readonly acts: Pick<Acts, 'add'>
}

/** The journal keeps whatever setting begins so (reliability ST10). */
const nameOf = (companyGuid: Paused): string => `sending_paused ${companyGuid ?? 'everything'}`

/** What is paused, known at once to whoever sends and kept over a restart. */
export class SendingPauses {
  readonly #store: PauseStore
  readonly #kept: Map<Paused, Pause>

  private constructor(store: PauseStore, kept: Map<Paused, Pause>) {
    this.#store = store
    this.#kept = kept
  }

  /** As they were when the gateway stopped. */
  static async keptIn(store: PauseStore): Promise<SendingPauses> {
    const companies = await store.companies.list()
    const kept = new Map<Paused, Pause>()
    for (const companyGuid of [null, ...companies.map(({ profile }) => profile.companyGuid)]) {
      const text = await store.settings.get(nameOf(companyGuid))
      if (text) kept.set(companyGuid, JSON.parse(text) as Pause)
    }
    return new SendingPauses(store, kept)
  }

  /** What keeps a company from sending; null where nothing does. */
  of(companyGuid: string): Pause | null {
    return this.#kept.get(null) ?? this.#kept.get(companyGuid) ?? null
  }

  /** Just the one pause, whatever else is paused. */
  at(paused: Paused): Pause | null {
    return this.#kept.get(paused) ?? null
  }

  /** From the moment it is asked for; pausing twice is pausing once. @throws StorageFailure, and then it is not paused */
  async pause(paused: Paused, pause: Pause): Promise<void> {
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
  async resume(paused: Paused, resumed: Pause): Promise<void> {
    if (!this.#kept.has(paused)) return
    await this.#write(paused, resumed, '')
    this.#kept.delete(paused)
  }

  async #write(paused: Paused, { by, since, reason }: Pause, value: string): Promise<void> {
    await this.#store.settings.set(nameOf(paused), value, by, since)
    const type = value === '' ? 'sending_resumed' : 'sending_paused'
    await this.#store.acts.add({ at: since, by, type, facts: { company_guid: paused, reason } })
  }
}
