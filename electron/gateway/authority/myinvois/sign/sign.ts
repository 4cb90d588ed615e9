import { hash, sign } from 'node:crypto'
import type { EpochMs } from '../../../../../shared/domain/record.ts'
import type { Clock } from '../../../ports.ts'
import type { CompanyProfile } from '../../../store/port/port.ts'
import { builtDocumentOf } from '../../ask.ts'
import { type BuiltDocument, CannotBuild } from '../../port.ts'
import type { UnsignedDocument } from '../ubl/document.ts'
import type { SigningCertificate } from './certificate.ts'
import type { CertificateFacts } from './certificate-facts.ts'
import { qualifyingProperties, signatureMembers } from './signature-block.ts'

const ending = '}]}'

/**
 * Signs a document (myinvois 7 steps 1 to 7). The text stays as it is, byte for byte: the two signing members are
 * inserted before the end of Invoice[0]. The signature is over the document alone; signing time and certificate name
 * are tied to it only by a digest that anyone can recompute. @param text of version 1.1 @param signingTime cut to the
 * second; within the certificate's validity @throws SyntaxError if the text does not end as a document does
 */
export function signDocument(
  text: UnsignedDocument,
  certificate: SigningCertificate,
  signingTime: EpochMs,
): BuiltDocument {
  if (!text.endsWith(ending)) throw new SyntaxError('not one Invoice to sign')
  const parts = partsWith(certificate, {
    signingTime: `${new Date(signingTime).toISOString().slice(0, 19)}Z`,
    certificate: Buffer.from(certificate.certificateDer).toString('base64'),
    certificateDigest: hash('sha256', certificate.certificateDer, 'base64'),
    documentDigest: hash('sha256', text, 'base64'),
    signatureValue: sign('RSA-SHA256', Buffer.from(text), certificate.privateKey).toString('base64'),
  })
  const propertiesDigest = hash('sha256', JSON.stringify(qualifyingProperties(parts)), 'base64')
  const members = JSON.stringify(signatureMembers({ ...parts, propertiesDigest }))
  return builtDocumentOf(`${text.slice(0, -ending.length)},${members.slice(1, -1)}${ending}`)
}

function partsWith<Own>(
  { issuerName, serialDecimal }: Pick<CertificateFacts, 'issuerName' | 'serialDecimal'>,
  own: Own,
) {
  const issuer = { name: issuerName, serial: serialDecimal }
  // The official samples carry the issuer here.
  return { ...own, signedIssuer: issuer, keyIssuer: issuer, subjectName: issuerName }
}

type Sizes = Pick<CertificateFacts, 'issuerName' | 'serialDecimal' | 'rsaBits'> & {
  readonly certificateDer: { readonly length: number }
}

/** A large guess for an unknown certificate: a 4096-bit key, and twice the official samples' size. */
const likely: Sizes = {
  certificateDer: { length: 3072 },
  issuerName: 'N'.repeat(160),
  serialDecimal: '9'.repeat(49),
  rsaBits: 4096,
}

/** In bytes of UTF-8. */
export function signatureSize(certificate: Sizes = likely): number {
  const digest = base64Of(32)
  const members = signatureMembers(
    partsWith(certificate, {
      certificate: base64Of(certificate.certificateDer.length),
      signatureValue: base64Of(Math.ceil((certificate.rsaBits ?? 0) / 8)),
      signingTime: '2026-11-21T12:00:00Z',
      certificateDigest: digest,
      propertiesDigest: digest,
      documentDigest: digest,
    }),
  )
  return Buffer.byteLength(JSON.stringify(members), 'utf8') - 1
}

const base64Of = (bytes: number) => 'A'.repeat(Math.ceil(bytes / 3) * 4)

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
