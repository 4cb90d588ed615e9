import { hash, verify, X509Certificate } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import { type BrokenPart, brokenParts } from './broken-part.ts'
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import { readSignature, type SignedDocument } from './read-signature.ts'
import type { SignatureParts } from './signature-block.ts'

export type Verdict =
  | { readonly ok: true; readonly certificate: CertificateFacts; readonly signingTime: Instant }
  | { readonly ok: false; readonly broken: BrokenPart; readonly code: (typeof brokenParts)[BrokenPart] }

const refused = (broken: BrokenPart): Verdict => ({ ok: false, broken, code: brokenParts[broken] })

/**
 * Checks the signature in a document's text, minified or not, and names the first part that is broken. Digests are
 * over the text as it is written, numbers untouched. Neither who the signer is nor who vouches for the certificate
 * is judged here: see `verifyChain` and the facts.
 */
export function verifySignature(documentText: string): Verdict {
  const read = readSignature(documentText)
  if (typeof read === 'string') return refused(read)
  const { parts } = read
  const certificate = certificateIn(parts)
  if (!certificate) return refused('certificate')
  const broken = brokenNaming(parts, certificate) ?? brokenDigest(read) ?? brokenSignature(read, certificate)
  if (broken) return refused(broken)
  const signingTime = instantOf(parts.signingTime)
  if (signingTime === null || signingTime < certificate.validFrom || signingTime > certificate.validTo) {
    return refused('signing_time')
  }
  return { ok: true, certificate, signingTime }
}

function certificateIn({ certificate }: SignatureParts): CertificateFacts | null {
  const der = bytesOf(certificate)
  const facts = der && certificateFacts(der)
  return facts && facts.rsaBits !== null ? facts : null
}

/** Base64 written in the one canonical way: a decoder forgives what a digest over the text would not. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

function brokenNaming(parts: SignatureParts, certificate: CertificateFacts): BrokenPart | null {
  const { certificateDer, issuerName, subjectName, serialDecimal } = certificate
  if (parts.certificateDigest !== hash('sha256', certificateDer, 'base64')) return 'certificate_digest'
  const named = [parts.signedIssuer, parts.keyIssuer]
  if (named.some(({ name }) => name !== issuerName)) return 'issuer_name'
  if (named.some(({ serial }) => serial !== serialDecimal)) return 'serial_number'
  // Official samples carry the issuer's name where the subject's should be.
  return [issuerName, subjectName].includes(parts.subjectName) ? null : 'subject_name'
}

function brokenDigest({ parts, document, properties }: SignedDocument): BrokenPart | null {
  if (parts.propertiesDigest !== hash('sha256', properties, 'base64')) return 'properties_digest'
  return parts.documentDigest === hash('sha256', document, 'base64') ? null : 'document_digest'
}

function brokenSignature({ parts, document }: SignedDocument, certificate: CertificateFacts): BrokenPart | null {
  const signature = bytesOf(parts.signatureValue)
  const key = new X509Certificate(certificate.certificateDer).publicKey
  const holds = signature !== null && verify('RSA-SHA256', Buffer.from(document, 'utf8'), key, signature)
  return holds ? null : 'signature_value'
}

/** Null where it is not the one spelling the properties have, or no day of the calendar. */
function instantOf(signingTime: string): Instant | null {
  const instant = Date.parse(signingTime)
  if (Number.isNaN(instant)) return null
  return `${new Date(instant).toISOString().slice(0, 19)}Z` === signingTime ? instant : null
}
