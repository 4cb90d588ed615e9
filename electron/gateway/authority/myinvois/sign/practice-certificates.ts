import { z } from 'zod'
import type { Clock, GatewayPorts } from '../../../ports.ts'
import type { CompanyProfile } from '../../../store/port/port.ts'
import { certificateFromPem, certificateWarnings, type SigningCertificate } from './certificate.ts'
import type { PracticeCa } from './practice-ca.ts'

type Secrets = GatewayPorts['secrets']

const kept = z.object({ certificatePem: z.string(), privateKeyPem: z.string() })
type Kept = z.infer<typeof kept>

const practiceCa = () => import('./practice-ca.ts')

/** Kept with the secrets. */
export class PracticeCertificates {
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #running = new Map<string, Promise<SigningCertificate>>()
  #ca: Promise<PracticeCa> | null = null

  constructor({ secrets, clock }: Pick<GatewayPorts, 'secrets' | 'clock'>) {
    this.#secrets = secrets
    this.#clock = clock
  }

  authority(): Promise<PracticeCa> {
    const make = async () => (await practiceCa()).makePracticeCa(this.#clock.now())
    this.#ca ??= this.#keptOr('practice/ca', make, () => true)
    return this.#ca
  }

  /** Issued again if it runs out or the company's TIN changes. */
  of(company: CompanyProfile): Promise<SigningCertificate> {
    const running = this.#running.get(company.companyGuid)
    if (running) return running
    const search = this.#findOrIssue(company).finally(() => this.#running.delete(company.companyGuid))
    this.#running.set(company.companyGuid, search)
    return search
  }

  async #findOrIssue(company: CompanyProfile): Promise<SigningCertificate> {
    const { companyGuid, tin, idNumber, name } = company
    const now = this.#clock.now()
    const isGood = (pair: Kept) => certificateWarnings(opened(pair), company, now).length === 0
    const issue = async () => {
      const { issueCertificate } = await practiceCa()
      return issueCertificate(await this.authority(), { tin, brn: idNumber, name }, now)
    }
    return opened(await this.#keptOr(`practice/${companyGuid}`, issue, isGood))
  }

  async #keptOr(name: string, make: () => Promise<Kept>, isGood: (pair: Kept) => boolean): Promise<Kept> {
    const text = await this.#secrets.get(name)
    const known = text === null ? null : kept.parse(JSON.parse(text))
    if (known && isGood(known)) return known
    const { certificatePem, privateKeyPem } = await make()
    await this.#secrets.set(name, JSON.stringify({ certificatePem, privateKeyPem }))
    return { certificatePem, privateKeyPem }
  }
}

const opened = ({ certificatePem, privateKeyPem }: Kept): SigningCertificate =>
  certificateFromPem({ certificate: certificatePem, key: privateKeyPem })
