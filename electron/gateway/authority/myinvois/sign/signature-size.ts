import type { CertificateFacts } from './certificate-facts.ts'
import { type SignatureParts, signatureMembers } from './signature-block.ts'

/** How much longer a document becomes by being signed with a certificate, in bytes of UTF-8. */
export const signatureBytes = ({ certificateDer, issuerName, serialDecimal, rsaBits }: CertificateFacts): number =>
  bytesOf({
    certificate: base64Of(certificateDer.length),
    issuer: { name: issuerName, serial: serialDecimal },
    signatureValue: base64Of(Math.ceil((rsaBits ?? 0) / 8)),
  })

/**
 * As much as a signature is likely to need at most, where the certificate is not known yet: a key of 4096 bits, and
 * twice what the certificates of the official samples have.
 */
export const likelySignatureBytes = (): number =>
  bytesOf({
    certificate: base64Of(3072),
    issuer: { name: 'N'.repeat(160), serial: '9'.repeat(49) },
    signatureValue: base64Of(512),
  })

const base64Of = (bytes: number) => 'A'.repeat(Math.ceil(bytes / 3) * 4)
const digest = base64Of(32)

function bytesOf(given: {
  readonly certificate: string
  readonly issuer: SignatureParts['keyIssuer']
  readonly signatureValue: string
}): number {
  const { certificate, issuer, signatureValue } = given
  const members = signatureMembers({
    certificate,
    signatureValue,
    signedIssuer: issuer,
    keyIssuer: issuer,
    subjectName: issuer.name,
    signingTime: '2026-11-21T12:00:00Z',
    certificateDigest: digest,
    propertiesDigest: digest,
    documentDigest: digest,
  })
  // A comma takes the place of the two braces.
  return Buffer.byteLength(JSON.stringify(members), 'utf8') - 1
}
