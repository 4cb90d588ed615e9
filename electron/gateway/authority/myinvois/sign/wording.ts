import { hash } from 'node:crypto'
import type { SigningCertificate } from './certificate.ts'
import { qualifyingProperties, type SignatureParts, signatureMembers } from './signature-block.ts'

/** What ends every document: Invoice[0], the array, the root. */
export const ending = '}]}'

/** What no two signatures with a certificate share. */
type OwnParts = Pick<SignatureParts, 'signingTime' | 'signatureValue' | 'propertiesDigest' | 'documentDigest'>

/** The text that all signatures with a certificate share, with gaps for their own parts; both minified. */
export interface Wording {
  readonly properties: GappedText
  /** The two members that sign, after the members of Invoice[0] and to the end of the document. */
  readonly members: GappedText
}

/** Pieces of text, every second one the name of what stands there. */
type GappedText = readonly string[]

const gaps = {
  signingTime: '{signingTime}',
  signatureValue: '{signatureValue}',
  propertiesDigest: '{propertiesDigest}',
  documentDigest: '{documentDigest}',
} as const satisfies OwnParts

const gap = /(?<=")\{(signingTime|signatureValue|propertiesDigest|documentDigest)\}(?=")/

const wordings = new WeakMap<SigningCertificate, Wording>()

/** Made once for each certificate. */
export function wordingOf(signer: SigningCertificate): Wording {
  const known = wordings.get(signer)
  if (known) return known
  const issuer = { name: signer.issuerName, serial: signer.serialDecimal }
  const parts: SignatureParts = {
    certificate: Buffer.from(signer.certificateDer).toString('base64'),
    certificateDigest: hash('sha256', signer.certificateDer, 'base64'),
    signedIssuer: issuer,
    keyIssuer: issuer,
    // The official samples carry the issuer here.
    subjectName: signer.issuerName,
    ...gaps,
  }
  const members = JSON.stringify(signatureMembers(parts)).slice(1, -1)
  const wording = {
    properties: gapped(JSON.stringify(qualifyingProperties(parts))),
    members: gapped(`,${members}${ending}`),
  }
  wordings.set(signer, wording)
  return wording
}

const gapped = (text: string): GappedText => text.split(gap)

/** @param own in characters that JSON writes as they are */
export const filled = (text: GappedText, own: Partial<OwnParts>): string =>
  text.map((piece, at) => (at % 2 === 0 ? piece : own[piece as keyof OwnParts])).join('')
