import type { Database } from 'better-sqlite3'

export interface CompanyName {
  readonly id: number
  readonly guid: string
  readonly code: string
}

/** The few companies of a shop, by every name rows use, so that no query has to join them in. */
export class CompanyIds {
  readonly #all: () => CompanyName[]
  #byId = new Map<number, CompanyName>()
  #byGuid = new Map<string, CompanyName>()
  #byCode = new Map<string, CompanyName>()

  constructor(database: Database) {
    const all = database.prepare<[], CompanyName>('SELECT id, guid, code FROM company')
    this.#all = () => all.all()
    this.reload()
  }

  reload(): void {
    const companies = this.#all()
    this.#byId = new Map(companies.map((company) => [company.id, company]))
    this.#byGuid = new Map(companies.map((company) => [company.guid, company]))
    this.#byCode = new Map(companies.map((company) => [company.code, company]))
  }

  /** @throws Error where no row can have that id: the foreign key forbids it */
  nameOf(id: number): CompanyName {
    const company = this.#byId.get(id)
    if (!company) throw new Error(`no company has the row id ${id}`)
    return company
  }

  /** @throws Error where the caller did not look the company up first */
  idOf(guid: string): number {
    const company = this.#byGuid.get(guid)
    if (!company) throw new Error(`company ${guid} is not set up`)
    return company.id
  }

  find(guid: string): CompanyName | undefined {
    return this.#byGuid.get(guid)
  }

  findByCode(code: string): CompanyName | undefined {
    return this.#byCode.get(code)
  }
}
