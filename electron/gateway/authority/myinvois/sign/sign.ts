import { createHash, hash, privateEncrypt } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import type { BuiltDocument } from '../../port.ts'
import type { UnsignedDocument } from '../ubl/document.ts'
import type { SigningCertificate } from './certificate.ts'
import type { CertificateFacts } from './certificate-facts.ts'
import { qualifyingProperties, type SignatureParts, signatureMembers } from './signature-block.ts'

/** What ends every document: Invoice[0], the array, the root. */
const ending = '}]}'

/**
 * Signs a document (myinvois 7 steps 1 to 7). The signature is over the text as given, which stays as it is, byte for
 * byte: the two members that sign are put in before the end of Invoice[0].
 * The authority's signature is over the document alone: signing time and certificate name are tied to it only by
 * their digest, which anybody can recompute.
 * @param text of version 1.1
 * @param signingTime cut to the second; should lie in the certificate's validity
 * @throws SyntaxError if the text does not end as a document does
 */
export function signDocument(
  text: UnsignedDocument,
  certificate: SigningCertificate,
  signingTime: Instant,
): BuiltDocument {
  if (!text.endsWith(ending)) throw new SyntaxError('not one Invoice to sign')
  const head = text.slice(0, -ending.length)
  // Signed and unsigned text begin alike: the long part is digested once.
  const digestOfHead = createHash('sha256').update(head)
  const digest = digestOfHead.copy().update(ending).digest()
  const { properties, members } = wordingOf(certificate)
  const time = { signingTime: `${new Date(signingTime).toISOString().slice(0, 19)}Z` }
  const tail = filled(members, {
    ...time,
    propertiesDigest: hash('sha256', filled(properties, time), 'base64'),
    documentDigest: digest.toString('base64'),
    signatureValue: signatureOver(digest, certificate).toString('base64'),
  })
  return { bytes: Buffer.from(head + tail), sha256: digestOfHead.update(tail).digest('hex') }
}

/** The DER of DigestInfo up to the digest, for SHA-256 (RFC 8017, 9.2 note 1). */
const digestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** RSASSA-PKCS1-v1_5 over a digest already taken; what `sign` of node:crypto does after it has read all the text. */
const signatureOver = (digest: Buffer, { privateKey }: SigningCertificate): Buffer =>
  privateEncrypt(privateKey, Buffer.concat([digestInfo, digest]))

/** What no two signatures with a certificate share. */
type OwnParts = Pick<SignatureParts, 'signingTime' | 'signatureValue' | 'propertiesDigest' | 'documentDigest'>

/** Pieces of text, every second one the name of what stands there. */
type GappedText = readonly string[]

/** The text that all signatures with a certificate share, with gaps for their own parts; both minified. */
interface Wording {
  readonly properties: GappedText
  /** The two members that sign, after the members of Invoice[0] and to the end of the document. */
  readonly members: GappedText
}

const gaps = {
  signingTime: '{signingTime}',
  signatureValue: '{signatureValue}',
  propertiesDigest: '{propertiesDigest}',
  documentDigest: '{documentDigest}',
} as const satisfies OwnParts

const gap = /(?<=")\{(signingTime|signatureValue|propertiesDigest|documentDigest)\}(?=")/

const wordings = new WeakMap<SigningCertificate, Wording>()

/** Made once for each certificate. */
function wordingOf(signer: SigningCertificate): Wording {
  const known = wordings.get(signer)
  if (known) return known
  const parts = partsWith(signer, {
    certificate: Buffer.from(signer.certificateDer).toString('base64'),
    certificateDigest: hash('sha256', signer.certificateDer, 'base64'),
    ...gaps,
  })
  const wording = {
    properties: JSON.stringify(qualifyingProperties(parts)).split(gap),
    members: `,${JSON.stringify(signatureMembers(parts)).slice(1, -1)}${ending}`.split(gap),
  }
  wordings.set(signer, wording)
  return wording
}

type CertificateParts = Pick<SignatureParts, 'certificate' | 'certificateDigest'>

function partsWith(
  { issuerName, serialDecimal }: Pick<CertificateFacts, 'issuerName' | 'serialDecimal'>,
  parts: CertificateParts & OwnParts,
): SignatureParts {
  const issuer = { name: issuerName, serial: serialDecimal }
  // The official samples carry the issuer for the subject.
  return { ...parts, signedIssuer: issuer, keyIssuer: issuer, subjectName: issuerName }
}

/** @param own in characters that JSON writes as they are */
const filled = (text: GappedText, own: Partial<OwnParts>): string =>
  text.map((piece, at) => (at % 2 === 0 ? piece : own[piece as keyof OwnParts])).join('')

type Sizes = Pick<CertificateFacts, 'issuerName' | 'serialDecimal' | 'rsaBits'> & {
  readonly certificateDer: { readonly length: number }
}

/**
 * As much as a signature is likely to need at most if the certificate is not known yet: a key of 4096 bits, and twice
 * what the certificates of the official samples have.
 */
const likely: Sizes = {
  certificateDer: { length: 3072 },
  issuerName: 'N'.repeat(160),
  serialDecimal: '9'.repeat(49),
  rsaBits: 4096,
}

/** How much longer a document becomes by being signed with a certificate, in bytes of UTF-8. */
export function signatureBytes(certificate: Sizes = likely): number {
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
  // A comma takes the place of the two braces.
  return Buffer.byteLength(JSON.stringify(members), 'utf8') - 1
}

const base64Of = (bytes: number) => 'A'.repeat(Math.ceil(bytes / 3) * 4)
