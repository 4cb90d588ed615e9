import { readFileSync } from 'node:fs'
import { addressesIn } from '../platform/server-list.ts'
import { BadConfiguration, type Environment, loopbackHosts, oneOf, secureUrl } from './values.ts'

export interface MyInvoisAddresses {
  /** As the data directory remembers it: `sandbox`, `production` or the address. */
  readonly environment: string
  readonly apiUrl: string
  readonly identityUrl: string
  readonly portalUrl: string
}

/** The gateway that this one sends to. */
export interface Upstream {
  /** Its base URL, without a slash at its end. */
  readonly url: string
  readonly token: string
}

export interface SharedCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly onBehalfOf: string | null
}

/** A certificate with its key, not opened yet. */
export interface CertificateFile {
  readonly pkcs12: Uint8Array
  readonly password: string
}

const myinvoisEnvironments = {
  sandbox: { apiUrl: 'https://preprod-api.myinvois.hasil.gov.my', portalUrl: 'https://preprod.myinvois.hasil.gov.my' },
  production: { apiUrl: 'https://api.myinvois.hasil.gov.my', portalUrl: 'https://myinvois.hasil.gov.my' },
} as const

export function readAddresses(env: Environment): MyInvoisAddresses {
  const named = env['RESIT_MYINVOIS_ENVIRONMENT']
  const explicit = env['RESIT_MYINVOIS_API_URL']
  if (explicit !== undefined) {
    const apiUrl = secureUrl('RESIT_MYINVOIS_API_URL', explicit)
    const identityUrl = secureUrl('RESIT_MYINVOIS_IDENTITY_URL', env['RESIT_MYINVOIS_IDENTITY_URL'] ?? explicit)
    const portalUrl = secureUrl('RESIT_MYINVOIS_PORTAL_URL', env['RESIT_MYINVOIS_PORTAL_URL'] ?? explicit)
    return { environment: apiUrl, apiUrl, identityUrl, portalUrl }
  }
  if (named === undefined)
    throw new BadConfiguration('Say which MyInvois to use: set RESIT_MYINVOIS_ENVIRONMENT to sandbox or production.')
  const environment = oneOf('RESIT_MYINVOIS_ENVIRONMENT', named, ['sandbox', 'production'] as const)
  const { apiUrl, portalUrl } = myinvoisEnvironments[environment]
  return { environment, apiUrl, identityUrl: apiUrl, portalUrl }
}

export function readUpstream(
  env: Environment,
  own: { readonly port: number; readonly isDispatching: boolean },
): Upstream {
  const given = env['RESIT_UPSTREAM_URL']
  if (!given)
    throw new BadConfiguration(
      'Say which gateway to send to: set RESIT_UPSTREAM_URL to its base URL, like https://gateway.example/v1.',
    )
  const url = secureUrl('RESIT_UPSTREAM_URL', given)
  const { hostname, port } = new URL(url)
  if (loopbackHosts.includes(hostname) && own.port !== 0 && Number(port) === own.port)
    throw new BadConfiguration('RESIT_UPSTREAM_URL is the address of this gateway itself; name the one to send to.')
  const token = env['RESIT_UPSTREAM_TOKEN'] ?? ''
  // With sending off, as on the command line, none is needed.
  if (token === '' ? own.isDispatching : !/^[\x21-\x7e]+$/.test(token))
    throw new BadConfiguration(
      'RESIT_UPSTREAM_TOKEN must be a token of that gateway, with the scopes submit, read, cancel and taxpayer.',
    )
  return { url, token }
}

export function readCredentials(env: Environment): SharedCredentials | null {
  const clientId = env['RESIT_MYINVOIS_CLIENT_ID']
  const clientSecret = env['RESIT_MYINVOIS_CLIENT_SECRET']
  if (clientId === undefined && clientSecret === undefined) return null
  if (!clientId || !clientSecret)
    throw new BadConfiguration('Set RESIT_MYINVOIS_CLIENT_ID and RESIT_MYINVOIS_CLIENT_SECRET together.')
  const onBehalfOf = env['RESIT_MYINVOIS_ON_BEHALF_OF'] || null
  if (onBehalfOf !== null && !/^(company(:brn)?|[A-Z]{1,2}\d{1,13}(:[A-Za-z0-9]{1,20})?)$/.test(onBehalfOf))
    throw new BadConfiguration(
      'RESIT_MYINVOIS_ON_BEHALF_OF must be company or company:brn, for each company its own TIN, or one TIN or TIN:BRN.',
    )
  return { clientId, clientSecret, onBehalfOf }
}

export function readCertificate(env: Environment): CertificateFile | null {
  const path = env['RESIT_MYINVOIS_CERTIFICATE']
  const password = env['RESIT_MYINVOIS_CERTIFICATE_PASSWORD']
  if (!path && password)
    throw new BadConfiguration('Set RESIT_MYINVOIS_CERTIFICATE to the file its password belongs to.')
  if (!path) return null
  try {
    return { pkcs12: readFileSync(path), password: password ?? '' }
  } catch (cause) {
    throw new BadConfiguration(`RESIT_MYINVOIS_CERTIFICATE: the file ${path} cannot be read.`, { cause })
  }
}

/**
 * The database of a head office; the servers of a cluster one after the other. On the way to another computer it must say
 * how it is guarded.
 * @returns null where none is named
 * @throws BadConfiguration, which does not repeat it: it may hold a password
 */
export function readPostgresUrl(env: Environment): string | null {
  const given = env['RESIT_POSTGRES_URL']
  if (given === undefined) return null
  const urls = addressesIn(given)
  const isOne = ({ protocol, hostname }: URL) => ['postgres:', 'postgresql:'].includes(protocol) && hostname !== ''
  if (urls.length === 0 || !urls.every(isOne))
    throw new BadConfiguration(
      'RESIT_POSTGRES_URL must be like postgres://resit@db.example/resit?sslmode=verify-full; several servers stand there one after the other, as one.example,two.example:5433.',
    )
  if (urls.some(({ hostname, searchParams }) => !loopbackHosts.includes(hostname) && !searchParams.has('sslmode')))
    throw new BadConfiguration(
      'RESIT_POSTGRES_URL names another computer: add ?sslmode=verify-full (or sslmode=disable on a network that is yours alone).',
    )
  return given
}
