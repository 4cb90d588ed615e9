import bundled from '../taxpayers.json' with { type: 'json' }
import { testRange } from './test-range.ts'

export interface PracticeTaxpayer {
  readonly tin: string
  readonly idType: string
  readonly idNumber: string
  readonly name: string
}

export const idTypes = ['NRIC', 'PASSPORT', 'BRN', 'ARMY'] as const

/** General TINs name a kind of party, nobody in particular (myinvois 6.7). */
export const generalTin = {
  generalPublic: 'EI00000000010',
  foreignBuyer: 'EI00000000020',
  foreignSupplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => Object.values<string>(generalTin).includes(tin)

/** Everybody the practice authority knows: who ships with it, and the companies imported on this machine. */
export class Taxpayers {
  readonly #companies: () => Promise<readonly PracticeTaxpayer[]>

  constructor(companies: () => Promise<readonly PracticeTaxpayer[]>) {
    this.#companies = companies
  }

  async all(): Promise<readonly PracticeTaxpayer[]> {
    const companies = await this.#companies()
    const imported = new Set(companies.map(({ tin }) => tin))
    return [...companies, ...[...bundled, ...testRange].filter(({ tin }) => !imported.has(tin))]
  }

  async find(tin: string): Promise<PracticeTaxpayer | undefined> {
    return (await this.all()).find((known) => known.tin === tin)
  }
}
