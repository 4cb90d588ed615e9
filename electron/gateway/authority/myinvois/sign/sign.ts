import { hash, sign } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import type { SigningCertificate } from './certificate.ts'
import { membersOf, valueAt } from './json-text.ts'
import { qualifyingProperties, type SignatureParts, signatureMembers } from './signature-block.ts'

/**
 * Signs a document (myinvois 7 steps 1 to 7). The signature is over the text as given, which stays as it is, byte for
 * byte: the two members that sign are put in before the end of Invoice[0].
 * The authority's signature is over the document alone: signing time and certificate name are tied to it only by
 * their digest, which anybody can recompute.
 * @param text minified, of version 1.1, without UBLExtensions and Signature
 * @param signingTime cut to the second; should lie in the certificate's validity
 * @throws SyntaxError where the text is not such a document
 */
export function signDocument(text: string, certificate: SigningCertificate, signingTime: Instant): string {
  const end = endOfInvoice(text)
  const bytes = Buffer.from(text, 'utf8')
  const constants = constantsOf(certificate)
  const properties = { ...constants, signingTime: `${new Date(signingTime).toISOString().slice(0, 19)}Z` }
  const members = JSON.stringify(
    signatureMembers({
      ...properties,
      propertiesDigest: hash('sha256', JSON.stringify(qualifyingProperties(properties)), 'base64'),
      documentDigest: hash('sha256', bytes, 'base64'),
      signatureValue: sign('RSA-SHA256', bytes, certificate.privateKey).toString('base64'),
    }),
  )
  return `${text.slice(0, end)},${members.slice(1, -1)}${text.slice(end)}`
}

/** Where the closing brace of Invoice[0] stands; the scan refuses white space on its way (myinvois 7 step 1). */
function endOfInvoice(text: string): number {
  const invoices = valueAt(text, 0, 'Invoice')
  if (invoices === undefined || text[invoices] !== '[') throw new SyntaxError('no Invoice to sign')
  const { members, end } = membersOf(text, invoices + 1)
  // One Invoice, and the last member of the root (myinvois 6.1).
  if (text.slice(end) !== ']}' || members.length === 0) throw new SyntaxError('not one Invoice to sign')
  if (members.some(({ name }) => name === 'UBLExtensions' || name === 'Signature'))
    throw new SyntaxError('signed already')
  // A lone surrogate has no bytes of its own: what is signed and what is sent could differ.
  if (!text.isWellFormed()) throw new SyntaxError('a lone surrogate')
  return end - 1
}

type Constants = Pick<
  SignatureParts,
  'certificate' | 'certificateDigest' | 'signedIssuer' | 'keyIssuer' | 'subjectName'
>

const constantsByCertificate = new WeakMap<SigningCertificate, Constants>()

function constantsOf(signer: SigningCertificate): Constants {
  const known = constantsByCertificate.get(signer)
  if (known) return known
  const issuer = { name: signer.issuerName, serial: signer.serialDecimal }
  const constants: Constants = {
    certificate: Buffer.from(signer.certificateDer).toString('base64'),
    certificateDigest: hash('sha256', signer.certificateDer, 'base64'),
    signedIssuer: issuer,
    keyIssuer: issuer,
    // The official samples carry the issuer here.
    subjectName: signer.issuerName,
  }
  constantsByCertificate.set(signer, constants)
  return constants
}
