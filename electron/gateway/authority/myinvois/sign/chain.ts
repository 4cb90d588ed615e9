import { X509Certificate } from 'node:crypto'
import type { Instant } from '../../../../../shared/domain/record.ts'

/** DER bytes or PEM text of one certificate. */
export type Encoded = Uint8Array | string

export type ChainVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly broken: 'self_signed' | 'untrusted' | 'issuer_not_valid'; readonly code: 'DS329' }

const refused = (broken: 'self_signed' | 'untrusted' | 'issuer_not_valid'): ChainVerdict => ({
  ok: false,
  broken,
  code: 'DS329',
})

/**
 * Whether one of the trusted authorities issued a certificate. One step is all there is: a signed document carries
 * no certificate but the signer's, so whoever issues to signers must itself be trusted.
 * @param at when the issuer must have been valid; the certificate's own validity is the signing time's matter
 * @throws what node:crypto throws at bytes that are no certificate
 */
export function verifyChain(certificate: Encoded, trusted: readonly Encoded[], at: Instant): ChainVerdict {
  const signer = new X509Certificate(certificate)
  if (signer.subject === signer.issuer && signer.verify(signer.publicKey)) return refused('self_signed')
  const issuers = trusted
    .map((authority) => new X509Certificate(authority))
    .filter((authority) => authority.ca && signer.checkIssued(authority) && signer.verify(authority.publicKey))
  if (issuers.length === 0) return refused('untrusted')
  const isValid = issuers.some((issuer) => issuer.validFromDate.getTime() <= at && at <= issuer.validToDate.getTime())
  return isValid ? { ok: true } : refused('issuer_not_valid')
}
