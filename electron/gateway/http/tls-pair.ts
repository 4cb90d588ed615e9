import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { CertificateStatus } from '../ports.ts'

/** A certificate, with those that lead from it to its authority, and its key; both PEM. */
export interface TlsPair extends Pick<CertificateStatus, 'until' | 'renewBy'> {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * Why two files cannot be answered with. `open_key`: other accounts can read the key. `other_name`: the certificate is not
 * for every name that is called.
 */
export type PairFault = 'unreadable' | 'open_key' | 'not_a_certificate' | 'not_a_key' | 'mismatch' | 'other_name'

/** The last fifth of its time, and no more than two weeks: programs that renew certificates have done it before. */
const lateShare = 0.2
const longestLateMs = 14 * 86_400_000

/** @param hosts as they are called, IPv6 addresses in brackets */
export function pairOf(cert: Buffer, key: Buffer, hosts: readonly string[]): TlsPair | PairFault {
  const certificate = orNull(() => new X509Certificate(cert))
  if (!certificate) return 'not_a_certificate'
  const opened = orNull((): KeyObject => createPrivateKey(key))
  if (!opened) return 'not_a_key'
  if (!certificate.checkPrivateKey(opened)) return 'mismatch'
  if (!hosts.every((host) => isFor(certificate, host))) return 'other_name'
  // What else keeps it from being used: a key that is too short, a chain that is none.
  if (!orNull(() => createSecureContext({ cert, key }))) return 'not_a_certificate'
  const [from, until] = [certificate.validFromDate.getTime(), certificate.validToDate.getTime()]
  return { cert, key, until, renewBy: until - Math.min((until - from) * lateShare, longestLateMs) }
}

function isFor(certificate: X509Certificate, host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return (isIP(address) === 0 ? certificate.checkHost(host) : certificate.checkIP(address)) !== undefined
}

/** Files of another program: a fault is told with the name of the file that has it. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch {
    return null
  }
}
