import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { certificateEndingMs } from '../../../../../shared/domain/alert.ts'
import type { EpochMs } from '../../../../../shared/domain/record.ts'
import type { CompanyProfile } from '../../../store/port/port.ts'
import { type CertificateFacts, certificateFacts, type KeyUsage } from './certificate-facts.ts'
import type { Pkcs12Fault } from './pkcs12.ts'

/** Never written to a log. */
export interface SigningCertificate extends CertificateFacts {
  readonly privateKey: KeyObject
}

/** `unsupported`: for example a key that is not RSA. */
export type CertificateFault = Pkcs12Fault | 'key_does_not_match'

/** From a PKCS#12 file (.p12, .pfx). */
export async function openCertificate(
  pkcs12: Uint8Array,
  password: string,
): Promise<SigningCertificate | CertificateFault> {
  // A megabyte, only needed for this.
  const { openPkcs12 } = await import('./pkcs12.ts')
  const content = openPkcs12(pkcs12, password)
  return typeof content === 'string' ? content : matching(content.certificates, content.key)
}

export interface PemPair {
  readonly certificate: string
  readonly key: string
}

/** @throws Error if it cannot sign documents */
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
  return own.rsaBits === null ? 'unsupported' : { ...own, privateKey }
}

export type CertificateWarning =
  | { readonly code: 'expired'; readonly validTo: EpochMs }
  | { readonly code: 'not_yet_valid'; readonly validFrom: EpochMs }
  | { readonly code: 'expires_soon'; readonly validTo: EpochMs; readonly daysLeft: number }
  | { readonly code: 'wrong_tin' | 'wrong_brn'; readonly expected: string; readonly found: string | null }
  | { readonly code: 'wrong_key_usage'; readonly missing: readonly (keyof KeyUsage)[] }
  | { readonly code: 'self_signed' }
  | { readonly code: 'weak_key'; readonly bits: number }

const dayMs = 86_400_000
const leastRsaBits = 2048

/** Warnings only: a wrong TIN is right if an intermediary signs (myinvois 7). */
export const certificateWarnings = (
  certificate: CertificateFacts,
  company: Pick<CompanyProfile, 'tin' | 'idNumber'>,
  now: EpochMs,
): readonly CertificateWarning[] => [
  ...validity(certificate, now),
  ...holder('wrong_tin', company.tin, certificate.subject.tin),
  ...holder('wrong_brn', company.idNumber, certificate.subject.brn),
  ...usage(certificate.keyUsage),
  ...(certificate.isSelfSigned ? [{ code: 'self_signed' } as const] : []),
  ...weakness(certificate.rsaBits),
]

function validity({ validFrom, validTo }: CertificateFacts, now: EpochMs): readonly CertificateWarning[] {
  if (now < validFrom) return [{ code: 'not_yet_valid', validFrom }]
  if (now > validTo) return [{ code: 'expired', validTo }]
  const left = validTo - now
  return left < certificateEndingMs ? [{ code: 'expires_soon', validTo, daysLeft: Math.floor(left / dayMs) }] : []
}

const holder = (
  code: 'wrong_tin' | 'wrong_brn',
  expected: string,
  found: string | null,
): readonly CertificateWarning[] => (found === expected ? [] : [{ code, expected, found }])

function usage(keyUsage: KeyUsage): readonly CertificateWarning[] {
  const missing = (['nonRepudiation', 'documentSigning'] as const).filter((use) => !keyUsage[use])
  return missing.length === 0 ? [] : [{ code: 'wrong_key_usage', missing }]
}

const weakness = (bits: number | null): readonly CertificateWarning[] =>
  bits !== null && bits < leastRsaBits ? [{ code: 'weak_key', bits }] : []
