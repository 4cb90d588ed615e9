import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import type { EpochMs } from '../../../../../shared/domain/record.ts'
import { documentSigningOid, subjectOids } from './certificate-facts.ts'

export interface PracticeCa {
  readonly certificatePem: string
  readonly privateKeyPem: string
}

export interface CertificateSubject {
  readonly tin: string
  readonly brn: string
  readonly name: string
}

const dayMs = 86_400_000
const caDays = 3650
const signerDays = 365
/** The clocks of issuer and signer may differ. */
const backdatedMs = 3_600_000
/** The limit of RFC 5280. */
const longestName = 64

const generate = promisify(generateKeyPair)

/** Valid for ten years. */
export async function makePracticeCa(now: EpochMs): Promise<PracticeCa> {
  const keys = await makeKeys()
  const certificate = blank(keys.publicKey, now, caDays)
  const name = [country, utf8('2.5.4.10', 'Resit Practice'), utf8('2.5.4.3', 'Resit Practice CA')]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(keys.privateKey), forge.md.sha256.create())
  return { certificatePem: forge.pki.certificateToPem(certificate), privateKeyPem: keys.privateKey }
}

/** Like the licensed authorities' (myinvois 7), valid for a year. */
export async function issueCertificate(
  ca: PracticeCa,
  request: CertificateSubject,
  now: EpochMs,
): Promise<PracticeCa & { readonly pkcs12: Uint8Array; readonly password: string }> {
  const keys = await makeKeys()
  const authority = forge.pki.certificateFromPem(ca.certificatePem)
  const certificate = blank(keys.publicKey, now, signerDays)
  certificate.setSubject(subjectOf(request))
  certificate.setIssuer(authority.subject.attributes)
  certificate.setExtensions(signerExtensions(authority))
  certificate.sign(forge.pki.privateKeyFromPem(ca.privateKeyPem), forge.md.sha256.create())
  const privateKey = forge.pki.privateKeyFromPem(keys.privateKey)
  const password = randomBytes(12).toString('base64url')
  const file = forge.pkcs12.toPkcs12Asn1(privateKey, [certificate, authority], password, { algorithm: 'aes256' })
  return {
    pkcs12: Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1'),
    password,
    certificatePem: forge.pki.certificateToPem(certificate),
    privateKeyPem: keys.privateKey,
  }
}

/** Made by node:crypto: forge would block the main thread for seconds. */
const makeKeys = () =>
  generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })

function blank(publicKeyPem: string, now: EpochMs, days: number): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKeyPem)
  // A leading zero byte would not be minimal, and a high bit would be negative.
  certificate.serialNumber = `4${randomBytes(16).toString('hex').slice(1)}`
  certificate.validity.notBefore = new Date(now - backdatedMs)
  certificate.validity.notAfter = new Date(now + days * dayMs)
  return certificate
}

const country = { type: '2.5.4.6', value: 'MY' }

const utf8 = (type: string, value: string): forge.pki.CertificateField => ({
  type,
  value,
  valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class,
})

function subjectOf({ tin, brn, name }: CertificateSubject): forge.pki.CertificateField[] {
  const short = [...name].slice(0, longestName).join('')
  return [
    country,
    utf8(subjectOids.organisation, short),
    utf8(subjectOids.tin, tin),
    utf8(subjectOids.brn, brn),
    utf8(subjectOids.commonName, short),
  ]
}

const signerExtensions = (authority: forge.pki.Certificate) => [
  { name: 'basicConstraints', cA: false, critical: true },
  { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
  { name: 'extKeyUsage', emailProtection: true, [documentSigningOid]: true },
  { name: 'subjectKeyIdentifier' },
  { name: 'authorityKeyIdentifier', keyIdentifier: authority.generateSubjectKeyIdentifier().getBytes() },
]
