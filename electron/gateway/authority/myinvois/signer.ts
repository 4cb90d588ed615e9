import type { Clock } from '../../ports.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { type BuiltDocument, CannotBuild } from '../port.ts'
import type { SigningCertificate } from './sign/certificate.ts'
import { signatureSize, signDocument } from './sign/sign.ts'
import type { UnsignedDocument } from './ubl/document.ts'

/** @returns null if none are set up */
export type CertificateFor = (company: CompanyProfile) => Promise<SigningCertificate | null>

/** Certificates are fetched before documents are claimed, so that building needs no waiting. */
export class Signer {
  readonly #certificateFor: CertificateFor
  readonly #clock: Clock
  readonly #fetched = new Map<string, SigningCertificate>()

  constructor(certificateFor: CertificateFor, clock: Clock) {
    this.#certificateFor = certificateFor
    this.#clock = clock
  }

  /**
   * Fetched each time, because the owner may have changed it.
   * @returns false if there is none to sign with now: a signature outside its validity is refused for good (DS304)
   */
  async prepare(company: CompanyProfile): Promise<boolean> {
    const certificate = await this.#certificateFor(company)
    const now = this.#clock.now()
    if (!certificate || now < certificate.validFrom || now > certificate.validTo) {
      this.#fetched.delete(company.companyGuid)
      return false
    }
    this.#fetched.set(company.companyGuid, certificate)
    return true
  }

  /** @throws CannotBuild if no certificate was fetched */
  sign(text: UnsignedDocument, company: CompanyProfile): BuiltDocument {
    const certificate = this.#fetched.get(company.companyGuid)
    if (!certificate) throw new CannotBuild('the company has no certificate to sign with')
    return signDocument(text, certificate, this.#clock.now())
  }

  addedBytes({ companyGuid }: CompanyProfile): number {
    return signatureSize(this.#fetched.get(companyGuid))
  }
}
