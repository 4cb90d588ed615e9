import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import {
  openCertificate,
  type PemPair,
  type SigningCertificate,
} from '../../../electron/gateway/authority/myinvois/sign/certificate.ts'
import { documentSigningOid } from '../../../electron/gateway/authority/myinvois/sign/certificate-facts.ts'
import { issueCertificate, makePracticeCa } from '../../../electron/gateway/authority/myinvois/sign/practice-ca.ts'

export const noon = Date.parse('2026-11-21T12:00:00Z')
export const day = 86_400_000
export const company = { tin: 'C20830570210', idNumber: '202001234567' }
export const request = { tin: company.tin, brn: company.idNumber, name: 'Kedai Kopi Contoh Sdn. Bhd.' }

/** @throws Error with the reason if it cannot sign */
export async function opened(pkcs12: Uint8Array, password: string): Promise<SigningCertificate> {
  const certificate = await openCertificate(pkcs12, password)
  if (typeof certificate === 'string') throw new Error(certificate)
  return certificate
}

export const ca = await makePracticeCa(noon)
export const issued = await issueCertificate(ca, request, noon)
export const signer = await opened(issued.pkcs12, issued.password)
const otherIssued = await issueCertificate(ca, { ...request, name: 'Syarikat Lain Sdn. Bhd.' }, noon)
export const otherSigner = await opened(otherIssued.pkcs12, otherIssued.password)
export const otherPem = { certificate: otherIssued.certificatePem, key: otherIssued.privateKeyPem }

export interface Odd {
  readonly subject?: readonly forge.pki.CertificateField[]
  /** In hex. */
  readonly serial?: string
  readonly from?: number
  readonly to?: number
  readonly bits?: number
  /** In PEM; a new key if absent. */
  readonly key?: string
  /** The issuer: a name and a key in PEM. If absent, it signs itself. */
  readonly issuer?: { readonly name: readonly forge.pki.CertificateField[]; readonly key: string }
  readonly extensions?: readonly object[]
}

const usualExtensions = [
  { name: 'keyUsage', nonRepudiation: true },
  { name: 'extKeyUsage', [documentSigningOid]: true },
]

const makeKey = (bits = 2048): string =>
  String(generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ format: 'pem', type: 'pkcs1' }))

/** The key of all certificates that need no special one: making a key takes longer than the rest of a test. */
let usualKey: string | undefined

/** A certificate with any odd property that a test needs. It is self-signed unless an issuer is given. */
export function oddCertificate({ subject = [{ type: '2.5.4.3', value: 'Odd' }], ...odd }: Odd = {}): PemPair {
  const key = odd.key ?? (odd.bits === undefined ? (usualKey ??= makeKey()) : makeKey(odd.bits))
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(
    String(createPublicKey(key).export({ format: 'pem', type: 'spki' })),
  )
  certificate.serialNumber = odd.serial ?? '01'
  certificate.validity.notBefore = new Date(odd.from ?? noon - day)
  certificate.validity.notAfter = new Date(odd.to ?? noon + 365 * day)
  certificate.setSubject([...subject])
  certificate.setIssuer([...(odd.issuer?.name ?? subject)])
  certificate.setExtensions([...(odd.extensions ?? usualExtensions)])
  certificate.sign(forge.pki.privateKeyFromPem(odd.issuer?.key ?? key), forge.md.sha256.create())
  return { certificate: forge.pki.certificateToPem(certificate), key }
}

export interface Pkcs12Options {
  /** Whether the file has a MAC, as most have. Without one a wrong password shows only by the cipher's padding. */
  readonly useMac?: boolean
}

/** A PKCS#12 file. @param key null for a file without a key */
export function pkcs12Of(
  pair: { key: string | null; certificates: readonly string[] },
  password: string,
  options?: Pkcs12Options,
): Uint8Array {
  const key = pair.key === null ? null : forge.pki.privateKeyFromPem(pair.key)
  const certificates = pair.certificates.map((pem) => forge.pki.certificateFromPem(pem))
  const file = forge.pkcs12.toPkcs12Asn1(key, certificates, password, {
    algorithm: 'aes256',
    generateLocalKeyId: false,
    ...options,
  })
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1')
}
