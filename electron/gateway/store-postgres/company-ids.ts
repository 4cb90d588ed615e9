import { type Ask, first } from './ask.ts'

export interface CompanyName {
  readonly id: number
  readonly guid: string
  readonly code: string
}

/**
 * Companies by the numbers that rows name them with. A number and its GUID never change, so they are remembered; the
 * code does, in another process too, and is asked for.
 */
export class CompanyIds {
  readonly #ask: Ask
  readonly #idByGuid = new Map<string, number>()
  readonly #guidById = new Map<number, string>()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /**
   * @param ask of a running transaction, where it may have been written in that
   * @throws Error where the caller did not look the company up first
   */
  async idOf(guid: string, ask = this.#ask): Promise<number> {
    const known = this.#idByGuid.get(guid)
    if (known !== undefined) return known
    const row = await first(ask<CompanyName>('SELECT id, guid, code FROM company WHERE guid = $1', guid))
    if (!row) throw new Error(`company ${guid} is not set up`)
    // Only what is committed is remembered: a transaction may be undone.
    if (ask === this.#ask) this.#remember(row)
    return row.id
  }

  /** @returns null for null: no company in particular */
  async idOrNull(guid: string | null): Promise<number | null> {
    return guid === null ? null : this.idOf(guid)
  }

  /** @throws Error where no row can have that id: the foreign key forbids it */
  async guidOf(id: number): Promise<string> {
    const known = this.#guidById.get(id)
    if (known !== undefined) return known
    return (await this.nameOf(id)).guid
  }

  async nameOf(id: number): Promise<CompanyName> {
    const row = await first(this.#ask<CompanyName>('SELECT id, guid, code FROM company WHERE id = $1', id))
    if (!row) throw new Error(`no company has the row id ${id}`)
    this.#remember(row)
    return row
  }

  /** The names of all of them by id, to be shown beside rows. */
  async names(): Promise<ReadonlyMap<number, CompanyName>> {
    const rows = await this.#ask<CompanyName>('SELECT id, guid, code FROM company')
    for (const row of rows) this.#remember(row)
    return new Map(rows.map((row) => [row.id, row]))
  }

  #remember({ id, guid }: CompanyName): void {
    this.#idByGuid.set(guid, id)
    this.#guidById.set(id, guid)
  }
}
