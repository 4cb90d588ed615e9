import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { TlsCertificateStatus } from '../ports.ts'

/** A certificate with its chain, and its key; both PEM. */
export interface TlsPair extends Pick<TlsCertificateStatus, 'until' | 'renewBy'> {
  readonly cert: Buffer
  readonly key: Buffer
}

/** `open_key`: other accounts can read the key. `other_name`: the certificate is not for every configured host. */
export type TlsPairFault = 'unreadable' | 'open_key' | 'not_a_certificate' | 'not_a_key' | 'mismatch' | 'other_name'

/**
 * Renewal is late in the last fifth of the certificate's time, at most two weeks: programs that renew do it earlier.
 */
const lateShare = 0.2
const longestLateMs = 14 * 86_400_000

/** @param hosts IPv6 addresses in brackets */
export function checkTlsPair(cert: Buffer, key: Buffer, hosts: readonly string[]): TlsPair | TlsPairFault {
  const certificate = orNull(() => new X509Certificate(cert))
  if (!certificate) return 'not_a_certificate'
  const opened = orNull((): KeyObject => createPrivateKey(key))
  if (!opened) return 'not_a_key'
  if (!certificate.checkPrivateKey(opened)) return 'mismatch'
  if (!hosts.every((host) => isFor(certificate, host))) return 'other_name'
  // Other reasons: the key is too short, or the chain is broken.
  if (!orNull(() => createSecureContext({ cert, key }))) return 'not_a_certificate'
  const [from, until] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
  return { cert, key, until, renewBy: until - Math.min((until - from) * lateShare, longestLateMs) }
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined
}

/** The error text may hold parts of the file, so only the file's name is told. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
