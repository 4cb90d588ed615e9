import { type LookupAddress, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { addressListOf, isListedAddress, loopbackAddresses, withoutBrackets } from './addresses.ts'
import { proxyFor } from './proxy.ts'

export type IsAddressAllowed = (address: string) => boolean

/** Addresses without a server, multicast, metadata services of clouds, and IPv6 forms of IPv4 addresses. */
const never = addressListOf(
  ['0.0.0.0/8', '169.254.0.0/16', '192.0.0.0/24', '224.0.0.0/3', '100.100.100.200/32', '168.63.129.16/32'],
  ['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
  ['fe80::/10', 'ff00::/8', 'fd00:ec2::254/128'],
)
const privately = addressListOf(
  ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '198.18.0.0/15'],
  ['fc00::/7', 'fec0::/10'],
)

const hostOf = (url: string): string => withoutBrackets(new URL(url).hostname)

/** For addresses that a person typed. Without it, every computer in the gateway's network could be reached. */
export const addressRuleByUrl =
  (isPrivateAllowed: boolean) =>
  (url: string): IsAddressAllowed =>
    hostOf(url) === 'localhost' || isListedAddress(loopbackAddresses, hostOf(url))
      ? (address) => isListedAddress(loopbackAddresses, address)
      : (address) => !isListedAddress(never, address) && (isPrivateAllowed || !isListedAddress(privately, address))

/** An address written as numbers is never looked up. */
export const isAllowedAsWritten = (url: string, reach: IsAddressAllowed): boolean =>
  isIP(hostOf(url)) === 0 || reach(hostOf(url))

/** @returns false if all its addresses are forbidden. A name that cannot be looked up now is allowed. */
export async function hasAllowedAddress(
  url: string,
  reach: IsAddressAllowed,
  ask: typeof lookup = lookup,
): Promise<boolean> {
  if (!isAllowedAsWritten(url, reach)) return false
  // A proxy looks the name up itself.
  if (proxyFor(new URL(url)) !== null) return true
  const found = await new Promise<readonly LookupAddress[]>((resolve) =>
    ask(hostOf(url), { all: true }, (cause, all) => resolve(cause ? [] : all)),
  )
  return found.length === 0 || found.some(({ address }) => reach(address))
}

/** Checks at the time of the connection: a name may lead elsewhere by then. */
export const createFilteredLookup =
  (reach: IsAddressAllowed, ask: typeof lookup = lookup): LookupFunction =>
  (host, options, done) =>
    ask(host, { ...options, all: true }, (cause, all) => {
      const [first, ...more] = cause ? [] : all.filter(({ address }) => reach(address))
      if (!first) return done(cause ?? new Error('the name leads to no address that may be reached'), [])
      if (options.all) return done(null, [first, ...more])
      return done(null, first.address, first.family)
    })
