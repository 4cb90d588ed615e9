import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { type CertificateFacts, certificateFacts } from './certificate-facts.ts'
import { UnusableCertificate } from './unusable-certificate.ts'

/** A certificate with its key: what a company signs its documents with. Never written to a log. */
export interface SigningCertificate extends CertificateFacts {
  readonly privateKey: KeyObject
}

/**
 * From a PKCS#12 file (.p12, .pfx).
 * @throws UnusableCertificate
 */
export async function certificateFromPkcs12(bytes: Uint8Array, password: string): Promise<SigningCertificate> {
  // A megabyte of forge that only whoever opens such a file needs.
  const { openPkcs12 } = await import('./pkcs12.ts')
  const { certificates, keys } = openPkcs12(bytes, password)
  const [key] = keys
  if (!key) throw new UnusableCertificate('no_key')
  return matching(certificates, key)
}

export interface PemPair {
  /** One certificate, or a chain in any order. */
  readonly certificate: string
  readonly key: string
  /** Of the key, where it is encrypted. */
  readonly password?: string
}

/**
 * From PEM text.
 * @throws UnusableCertificate
 */
export function certificateFromPem({ certificate, key, password }: PemPair): SigningCertificate {
  const blocks = certificate.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const ders = blocks.map((block) => Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64'))
  return matching(ders, keyOfPem(key, password))
}

function keyOfPem(pem: string, password: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem', ...(password === undefined ? {} : { passphrase: password }) })
  } catch (cause) {
    throw new UnusableCertificate(
      /^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem) ? 'wrong_password' : 'no_key',
      {
        cause,
      },
    )
  }
}

/** Of a chain, the certificate that belongs to the key. */
function matching(ders: readonly Uint8Array[], privateKey: KeyObject): SigningCertificate {
  const readable = ders.map(certificateFacts).filter((facts) => facts !== null)
  if (readable.length === 0) throw new UnusableCertificate('not_a_certificate')
  const own = readable.find(({ certificateDer }) => new X509Certificate(certificateDer).checkPrivateKey(privateKey))
  if (!own) throw new UnusableCertificate('key_does_not_match')
  // The authority takes RSA with SHA-256 only (myinvois 7).
  if (own.rsaBits === null) throw new UnusableCertificate('unsupported')
  return { ...own, privateKey }
}
