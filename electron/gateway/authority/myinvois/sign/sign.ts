import { createHash, hash, privateEncrypt } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'
import type { BuiltDocument } from '../../port.ts'
import type { UnsignedDocument } from '../ubl/document.ts'
import type { SigningCertificate } from './certificate.ts'
import { ending, filled, wordingOf } from './wording.ts'

/**
 * Signs a document (myinvois 7 steps 1 to 7). The signature is over the text as given, which stays as it is, byte for
 * byte: the two members that sign are put in before the end of Invoice[0].
 * The authority's signature is over the document alone: signing time and certificate name are tied to it only by
 * their digest, which anybody can recompute.
 * @param text of version 1.1
 * @param signingTime cut to the second; should lie in the certificate's validity
 * @throws SyntaxError where the text does not end as a document does
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
