import type { Instant } from '../../../../../shared/domain/record.ts'
import type { CertificateFacts, KeyUsage } from './certificate-facts.ts'

/** Why the authority may refuse what a certificate signs, with the facts a sentence about it needs. */
export type CertificateWarning =
  | { readonly code: 'expired'; readonly validTo: Instant }
  | { readonly code: 'not_yet_valid'; readonly validFrom: Instant }
  | { readonly code: 'expires_soon'; readonly validTo: Instant; readonly daysLeft: number }
  | { readonly code: 'wrong_tin' | 'wrong_brn'; readonly expected: string; readonly found: string | null }
  | { readonly code: 'wrong_key_usage'; readonly missing: readonly (keyof KeyUsage)[] }
  | { readonly code: 'self_signed' }
  | { readonly code: 'weak_key'; readonly bits: number }

export interface CertificateHolder {
  readonly tin: string
  readonly idNumber: string
}

const dayMs = 86_400_000
const soonDays = 30
const leastRsaBits = 2048

/**
 * What is doubtful about a certificate for a company at an instant; empty where nothing is. None of it forbids
 * signing: a wrong TIN is right where an intermediary signs (myinvois 7).
 */
export const certificateWarnings = (
  certificate: CertificateFacts,
  company: CertificateHolder,
  now: Instant,
): readonly CertificateWarning[] => [
  ...validity(certificate, now),
  ...holder('wrong_tin', company.tin, certificate.subject.tin),
  ...holder('wrong_brn', company.idNumber, certificate.subject.brn),
  ...usage(certificate.keyUsage),
  ...(certificate.isSelfSigned ? [{ code: 'self_signed' } as const] : []),
  ...weakness(certificate.rsaBits),
]

function validity({ validFrom, validTo }: CertificateFacts, now: Instant): readonly CertificateWarning[] {
  if (now < validFrom) return [{ code: 'not_yet_valid', validFrom }]
  if (now > validTo) return [{ code: 'expired', validTo }]
  const daysLeft = Math.floor((validTo - now) / dayMs)
  return daysLeft < soonDays ? [{ code: 'expires_soon', validTo, daysLeft }] : []
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
