import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

const dayMs = 86_400_000

export interface ServerCertificate {
  readonly key: string
  readonly cert: string
}

export interface CertificateWish {
  /** The host names in the certificate. */
  readonly names?: readonly string[]
  readonly notBefore?: number
  readonly notAfter?: number
}

export interface CertificateAuthority {
  readonly certificatePem: string
  issue(wish?: CertificateWish): ServerCertificate
  /** A certificate that no authority signed. */
  selfSigned(wish?: CertificateWish): ServerCertificate
}

const nameOf = (commonName: string) => [{ name: 'commonName', value: commonName }]
const keys = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  return {
    public: forge.pki.publicKeyFromPem(publicKey),
    private: forge.pki.privateKeyFromPem(privateKey),
    pem: privateKey,
  }
}

/** An authority that signs server certificates for one test. No computer trusts it. */
export function makeCertificateAuthority(commonName: string): CertificateAuthority {
  const own = keys()
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = own.public
  certificate.serialNumber = '01'
  certificate.validity = { notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) }
  certificate.setSubject(nameOf(commonName))
  certificate.setIssuer(nameOf(commonName))
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(own.private, forge.md.sha256.create())
  let serial = 1
  const make = (
    { names = ['localhost'], notBefore, notAfter }: CertificateWish,
    isSelfSigned: boolean,
  ): ServerCertificate => {
    const server = keys()
    const made = forge.pki.createCertificate()
    made.publicKey = server.public
    made.serialNumber = String((serial += 1)).padStart(2, '0')
    made.validity = {
      notBefore: new Date(notBefore ?? Date.now() - dayMs),
      notAfter: new Date(notAfter ?? Date.now() + dayMs),
    }
    made.setSubject(nameOf(names[0] ?? ''))
    made.setIssuer(nameOf(isSelfSigned ? (names[0] ?? '') : commonName))
    made.setExtensions([{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) }])
    made.sign(isSelfSigned ? server.private : own.private, forge.md.sha256.create())
    return { key: server.pem, cert: forge.pki.certificateToPem(made) }
  }
  return {
    certificatePem: forge.pki.certificateToPem(certificate),
    issue: (wish = {}) => make(wish, false),
    selfSigned: (wish = {}) => make(wish, true),
  }
}
