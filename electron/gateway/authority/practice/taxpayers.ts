import type { NamedParty } from './ledger.ts'
import bundled from './taxpayers.json' with { type: 'json' }

/** A party has one of these besides its TIN. */
export const idTypes: readonly string[] = ['NRIC', 'PASSPORT', 'BRN', 'ARMY']

/** They name a kind of party (myinvois 6.7). */
export const generalTins = {
  generalPublic: 'EI00000000010',
  foreignBuyer: 'EI00000000020',
  foreignSupplier: 'EI00000000030',
  government: 'EI00000000040',
} as const

export const isGeneralTin = (tin: string): boolean => Object.values<string>(generalTins).includes(tin)

/**
 * Invented TINs, each for a case that a vendor wants to try (docs/rehearse.md). All others that begin with C9900000 are
 * unknown.
 */
export const testTaxpayers: readonly NamedParty[] = [
  { tin: 'C99000000010', idType: 'BRN', idNumber: '209901000010', name: 'Latihan Sah Sdn. Bhd.' },
  { tin: 'C99000000030', idType: 'BRN', idNumber: '209901000030', name: 'Latihan Kembar Satu Sdn. Bhd.' },
  { tin: 'C99000000040', idType: 'BRN', idNumber: '209901000030', name: 'Latihan Kembar Dua Sdn. Bhd.' },
  { tin: 'IG99000000050', idType: 'NRIC', idNumber: '990101145050', name: 'Aminah binti Latihan' },
  { tin: 'C99000000050', idType: 'NRIC', idNumber: '990101145050', name: 'Kedai Aminah Latihan' },
  { tin: 'C99000000060', idType: 'BRN', idNumber: '209901000060', name: 'Latihan Tidak Aktif Sdn. Bhd.' },
]

/** Known, but no document may name it any more. */
export const isInactiveTin = (tin: string): boolean => tin === 'C99000000060'

/** The bundled taxpayers and the companies of this machine. */
export class Taxpayers {
  readonly #companies: () => Promise<readonly NamedParty[]>

  constructor(companies: () => Promise<readonly NamedParty[]>) {
    this.#companies = companies
  }

  async all(): Promise<readonly NamedParty[]> {
    const companies = await this.#companies()
    const imported = new Set(companies.map(({ tin }) => tin))
    return [...companies, ...[...bundled, ...testTaxpayers].filter(({ tin }) => !imported.has(tin))]
  }

  async find(tin: string): Promise<NamedParty | undefined> {
    return (await this.all()).find((known) => known.tin === tin)
  }
}
