import { z } from 'zod'
import type { Clock, GatewayPorts } from '../../../ports.ts'
import type { CompanyProfile } from '../../../store/port/port.ts'
import { certificateFromPem, type SigningCertificate } from './certificate.ts'
import { certificateWarnings } from './certificate-warnings.ts'
import type { PracticeCa } from './practice-ca.ts'

type Secrets = GatewayPorts['secrets']

const kept = z.object({ certificatePem: z.string(), privateKeyPem: z.string() })
type Kept = z.infer<typeof kept>
const caName = 'practice/ca'

/** Loaded when there is something to issue. */
const practiceCa = () => import('./practice-ca.ts')

/** The certificates of practice mode: an authority of this installation, and what it issued; kept with the secrets. */
export class PracticeCertificates {
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #running = new Map<string, Promise<SigningCertificate>>()
  #ca: Promise<PracticeCa> | null = null

  constructor({ secrets, clock }: Pick<GatewayPorts, 'secrets' | 'clock'>) {
    this.#secrets = secrets
    this.#clock = clock
  }

  /** Made at its first use. */
  authority(): Promise<PracticeCa> {
    this.#ca ??= this.#findOrMakeAuthority()
    return this.#ca
  }

  /** What a company signs with if it was given no other: issued again when it runs out or the company's TIN changes. */
  of(company: CompanyProfile): Promise<SigningCertificate> {
    const running = this.#running.get(company.companyGuid)
    if (running) return running
    const search = this.#findOrIssue(company).finally(() => this.#running.delete(company.companyGuid))
    this.#running.set(company.companyGuid, search)
    return search
  }

  async #findOrIssue(company: CompanyProfile): Promise<SigningCertificate> {
    const { companyGuid, tin, idNumber, name } = company
    const known = await this.#keptOf(companyGuid)
    if (known && certificateWarnings(known, company, this.#clock.now()).length === 0) return known
    const { issueCertificate } = await practiceCa()
    const asked = { tin, brn: idNumber, name }
    const { certificatePem, privateKeyPem } = await issueCertificate(await this.authority(), asked, this.#clock.now())
    await this.#keep(nameOf(companyGuid), { certificatePem, privateKeyPem })
    return certificateFromPem({ certificate: certificatePem, key: privateKeyPem })
  }

  async #keptOf(companyGuid: string): Promise<SigningCertificate | null> {
    const pair = await this.#find(nameOf(companyGuid))
    return pair && certificateFromPem({ certificate: pair.certificatePem, key: pair.privateKeyPem })
  }

  async #findOrMakeAuthority(): Promise<PracticeCa> {
    const known = await this.#find(caName)
    if (known) return known
    const { makePracticeCa } = await practiceCa()
    const ca = await makePracticeCa(this.#clock.now())
    await this.#keep(caName, ca)
    return ca
  }

  async #find(name: string): Promise<Kept | null> {
    const text = await this.#secrets.get(name)
    return text === null ? null : kept.parse(JSON.parse(text))
  }

  #keep(name: string, pair: Kept): Promise<void> {
    return this.#secrets.set(name, JSON.stringify(pair))
  }
}

const nameOf = (companyGuid: string) => `practice/${companyGuid}`
