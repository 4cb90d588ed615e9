import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import type { Pkcs12Fault } from './pkcs12.ts'

/** A certificate with its key: what a company signs its documents with. Never written to a log. */
export interface SigningCertificate extends CertificateFacts {
  readonly privateKey: KeyObject
}

/** Why what was given cannot sign documents. `unsupported`: also a key that is not RSA. */
export type CertificateFault = Pkcs12Fault | 'key_does_not_match'

/** A certificate with its key from a PKCS#12 file (.p12, .pfx), or why it cannot sign documents. */
export async function openCertificate(
  pkcs12: Uint8Array,
  password: string,
): Promise<SigningCertificate | CertificateFault> {
  // A megabyte of forge that is only needed to open such a file.
  const { openPkcs12 } = await import('./pkcs12.ts')
  const content = openPkcs12(pkcs12, password)
  return typeof content === 'string' ? content : matching(content.certificates, content.key)
}

export interface PemPair {
  readonly certificate: string
  readonly key: string
}

/**
 * From PEM text, as the practice authority issues it.
 * @throws Error if it cannot sign documents
 */
export function certificateFromPem({ certificate, key }: PemPair): SigningCertificate {
  const found = matching([new X509Certificate(certificate).raw], createPrivateKey(key))
  if (typeof found === 'string') throw new Error(`the certificate cannot sign: ${found}`)
  return found
}

/** Of a chain, the certificate that belongs to the key. */
function matching(ders: readonly Uint8Array[], privateKey: KeyObject): SigningCertificate | CertificateFault {
  const readable = ders.map(certificateFacts).filter((facts) => facts !== null)
  if (readable.length === 0) return 'not_a_certificate'
  const own = readable.find(({ certificateDer }) => new X509Certificate(certificateDer).checkPrivateKey(privateKey))
  if (!own) return 'key_does_not_match'
  // The authority takes RSA with SHA-256 only (myinvois 7).
  return own.rsaBits === null ? 'unsupported' : { ...own, privateKey }
}
