import { hash, verify, X509Certificate } from 'node:crypto'
import type { EpochMs } from '../../../../../shared/domain/record.ts'
import { type CertificateFacts, certificateFacts, type Subject } from './certificate-facts.ts'
import { readSignature, type SignedDocument } from './read-signature.ts'
import type { SignatureParts } from './signature-block.ts'

/** In the words of the authority. */
interface Refusal {
  readonly ok: false
  readonly broken: Broken
  readonly code: string
  readonly message: string
}

const untrusted = ['DS329', 'The certificate was not issued by a trusted authority.'] as const

/**
 * The authority's code and words (myinvois 4). It has none for an unreadable certificate or a wrong X509SubjectName:
 * both count as its failure to parse.
 */
const refusals = {
  structure: ['DS300', 'The signature cannot be parsed.'],
  signature_missing: ['DS301', 'No signature was found.'],
  signature_count: ['DS302', 'There must be exactly one signature.'],
  certificate: ['DS300', 'The certificate cannot be read.'],
  certificate_digest: ['DS318', "Certificate digest value doesn't match the certificate."],
  issuer_name: [
    'DS326',
    "Certificate X509IssuerName doesn't match the X509IssuerName value provided in the signed properties section.",
  ],
  serial_number: [
    'DS328',
    "Certificate X509SerialNumber doesn't match the value provided in the signed properties section.",
  ],
  subject_name: ['DS300', "Certificate X509SubjectName doesn't match the certificate."],
  properties_digest: ['DS320', "Signed properties digest value doesn't match."],
  document_digest: [
    'DS322',
    "Document digest value doesn't match digest calculated value from existing document content.",
  ],
  signature_value: ['DS333', "Signature value doesn't match the document."],
  signing_time: ['DS304', "Signing time is outside the certificate's validity."],
  self_signed: untrusted,
  untrusted,
  issuer_not_valid: untrusted,
} as const satisfies Readonly<Record<string, readonly [code: string, message: string]>>

type Broken = keyof typeof refusals

function refused(broken: Broken): Refusal {
  const [code, message] = refusals[broken]
  return { ok: false, broken, code, message }
}

export type Judgement = { readonly ok: true } | Omit<Refusal, 'broken'>

/**
 * Whether a signed document is whole, and its certificate trusted and issued to its issuer (myinvois 4, 7). @param
 * documentText with a valid structure @param issuer of a self-billed document the buyer
 */
export function verifyDocument(documentText: string, issuer: IssuerIds, trusted: readonly EncodedCert[]): Judgement {
  const verdict = verifySignature(documentText)
  if (!verdict.ok) return verdict
  const chain = verifyCertificate(verdict.certificate.certificateDer, trusted, verdict.signingTime)
  return chain.ok ? judgeSigner(verdict.certificate.subject, issuer) : chain
}

export interface IssuerIds {
  readonly tin: string
  readonly idNumber: string
}

function judgeSigner({ tin, brn }: Subject, issuer: IssuerIds): Judgement {
  const say = (code: string, message: string): Judgement => ({ ok: false, code, message })
  if (!brn) return say('DS306', 'SERIALNUMBER is empty in the certificate.')
  if (!tin) return say('DS307', 'OI is empty in the certificate.')
  if (tin !== issuer.tin)
    return say('DS311', "Signer of invoice doesn't match the submitter of document. TIN doesn't match with the OI.")
  if (brn !== issuer.idNumber)
    return say('DS312', "Submitter registration/identity number doesn't match with the certificate SERIALNUMBER.")
  return { ok: true }
}

export type SignatureVerdict =
  | { readonly ok: true; readonly certificate: CertificateFacts; readonly signingTime: EpochMs }
  | Refusal

/**
 * Names the first part that is broken. Digests are over the text as written. The certificate is judged by
 * `verifyDocument`.
 */
export function verifySignature(documentText: string): SignatureVerdict {
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

/** Only canonical base64: a decoder accepts texts that the digest would not. */
function bytesOf(base64: string): Buffer | null {
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes : null
}

function brokenNaming(parts: SignatureParts, certificate: CertificateFacts): Broken | null {
  const { certificateDer, issuerName, subjectName, serialDecimal } = certificate
  if (parts.certificateDigest !== hash('sha256', certificateDer, 'base64')) return 'certificate_digest'
  const named = [parts.signedIssuer, parts.keyIssuer]
  if (named.some(({ name }) => name !== issuerName)) return 'issuer_name'
  if (named.some(({ serial }) => serial !== serialDecimal)) return 'serial_number'
  // Official samples carry the issuer's name here.
  return [issuerName, subjectName].includes(parts.subjectName) ? null : 'subject_name'
}

function brokenDigest({ parts, document, properties }: SignedDocument): Broken | null {
  if (parts.propertiesDigest !== hash('sha256', properties, 'base64')) return 'properties_digest'
  return parts.documentDigest === hash('sha256', document, 'base64') ? null : 'document_digest'
}

function brokenSignature({ parts, document }: SignedDocument, certificate: CertificateFacts): Broken | null {
  const signature = bytesOf(parts.signatureValue)
  const key = new X509Certificate(certificate.certificateDer).publicKey
  const holds = signature !== null && verify('RSA-SHA256', Buffer.from(document, 'utf8'), key, signature)
  return holds ? null : 'signature_value'
}

/** Null if it is written in another way, or is no day of the calendar. */
function instantOf(signingTime: string): EpochMs | null {
  const instant = Date.parse(signingTime)
  if (Number.isNaN(instant)) return null
  return `${new Date(instant).toISOString().slice(0, 19)}Z` === signingTime ? instant : null
}

export type EncodedCert = Uint8Array | string

/**
 * Whether a trusted authority issued the certificate itself: a document carries no chain. @param at when the issuer
 * must have been valid @throws what node:crypto throws at bytes that are no certificate
 */
export function verifyCertificate(
  certificate: EncodedCert,
  trusted: readonly EncodedCert[],
  at: EpochMs,
): { readonly ok: true } | Refusal {
  const signer = new X509Certificate(certificate)
  if (signer.subject === signer.issuer && signer.verify(signer.publicKey)) return refused('self_signed')
  const issuers = trusted
    .map((authority) => new X509Certificate(authority))
    .filter((authority) => authority.ca && signer.checkIssued(authority) && signer.verify(authority.publicKey))
  if (issuers.length === 0) return refused('untrusted')
  const isValid = issuers.some((issuer) => issuer.validFromDate.getTime() <= at && at <= issuer.validToDate.getTime())
  return isValid ? { ok: true } : refused('issuer_not_valid')
}
