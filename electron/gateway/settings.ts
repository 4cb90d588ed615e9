import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CronPattern } from 'croner'
import type { Timing } from './outbox/timing.ts'

export const authorities = ['practice', 'myinvois', 'gateway'] as const
export type AuthorityName = (typeof authorities)[number]

/** Documents of version 1.1 are signed. */
const documentVersions = ['1.0', '1.1'] as const

/** Everything a gateway is told from outside (contract 1). */
export interface Settings {
  readonly dataDir: string
  /** 0 for any free one. */
  readonly port: number
  readonly authority: AuthorityName
  /** Machine-readable output only. */
  readonly json: boolean
  /** False keeps documents and sends nothing. */
  readonly isDispatching: boolean
  readonly dispatchDelayMs: number
  readonly cancelWaitMs: number
  readonly timing: Timing
  /** Multiplies every limit of requests towards the authority. */
  readonly rateScale: number
  /** Web origins that may call the gateway from a page. */
  readonly allowedOrigins: readonly string[]
  readonly codes: CodesSettings
  /** Null unless the authority is `myinvois`. */
  readonly myinvois: MyInvoisAddresses | null
  /** Null unless the authority is `gateway`. */
  readonly upstream: Upstream | null
  /** Serves every company that has no credentials of its own; null where none are set. */
  readonly sharedCredentials: SharedCredentials | null
  readonly documentVersion: (typeof documentVersions)[number]
  /** Signs for every company that has no certificate of its own; null where none is set. */
  readonly sharedCertificate: CertificateFile | null
}

export interface CodesSettings {
  /** Where the authority's files of reference codes are. */
  readonly url: string
  /** When they are refreshed, as a cron expression on the clock of Malaysia; null for on demand only. */
  readonly refresh: string | null
}

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

/** The configuration cannot be used; the message says what to change (exit code 2). */
export class BadConfiguration extends Error {
  override readonly name = 'BadConfiguration'
}

export type Environment = Readonly<Record<string, string | undefined>>

const options = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  authority: { type: 'string' },
  json: { type: 'boolean' },
} as const

/**
 * @param args of the command line; flags win over the environment
 * @throws BadConfiguration
 */
export function readSettings(args: readonly string[], env: Environment): Settings {
  const flags = readFlags(args)
  const authority = oneOf('RESIT_AUTHORITY', flags.authority ?? env['RESIT_AUTHORITY'] ?? 'practice', authorities)
  const port = wholeNumber('RESIT_PORT', flags.port ?? env['RESIT_PORT'], { standard: 7510, most: 65_535 })
  const isDispatching = oneOf('RESIT_DISPATCH', env['RESIT_DISPATCH'] ?? 'on', ['on', 'off'] as const) === 'on'
  return {
    dataDir: flags['data-dir'] ?? env['RESIT_DATA_DIR'] ?? defaultDataDir(env),
    port,
    authority,
    json: flags.json ?? false,
    isDispatching,
    dispatchDelayMs: duration(env, 'RESIT_DISPATCH_DELAY_MS', 0),
    cancelWaitMs: duration(env, 'RESIT_CANCEL_WAIT_MS', 10_000),
    timing: readTiming(env, authority),
    rateScale: positive('RESIT_RATE_SCALE', env['RESIT_RATE_SCALE'], 1),
    allowedOrigins: readOrigins(env['RESIT_ALLOWED_ORIGINS']),
    codes: readCodes(env, authority),
    myinvois: authority === 'myinvois' ? readAddresses(env) : null,
    upstream: authority === 'gateway' ? readUpstream(env, { port, isDispatching }) : null,
    sharedCredentials: readCredentials(env),
    documentVersion: oneOf(
      'RESIT_MYINVOIS_DOCUMENT_VERSION',
      env['RESIT_MYINVOIS_DOCUMENT_VERSION'] ?? '1.0',
      documentVersions,
    ),
    // In practice mode every company has one that the practice authority trusts; a real one would be refused there.
    sharedCertificate: authority === 'myinvois' ? readCertificate(env) : null,
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (cause) {
    throw new BadConfiguration(`${(cause as Error).message} Known flags: ${Object.keys(options).map((name) => `--${name}`).join(' ')}.`, { cause })
  }
}

/** Another gateway knows a document by its SALE_GUID for ever (contract 5), so a second copy does no harm there. */
const doubtPace = (authority: AuthorityName) =>
  authority === 'gateway'
    ? { quarantineMs: 60_000, resendWindowMs: Number.POSITIVE_INFINITY }
    : { quarantineMs: 600_000, resendWindowMs: 6_000_000 }

const readTiming = (env: Environment, authority: AuthorityName): Timing => ({
  pollIntervalMs: duration(env, 'RESIT_POLL_INTERVAL_MS', 4_000),
  requestTimeoutMs: duration(env, 'RESIT_REQUEST_TIMEOUT_MS', 60_000, 1),
  quarantineMs: duration(env, 'RESIT_QUARANTINE_MS', doubtPace(authority).quarantineMs),
  lookUpIntervalMs: duration(env, 'RESIT_LOOKUP_INTERVAL_MS', 60_000, 1),
  resendWindowMs: duration(env, 'RESIT_RESEND_WINDOW_MS', doubtPace(authority).resendWindowMs),
  retryBaseMs: duration(env, 'RESIT_RETRY_BASE_MS', 2_000, 1),
  cancellationWindowMs: 72 * 3_600_000,
  submissionAgeMs: 72 * 3_600_000,
})

const codesUrl = 'https://sdk.myinvois.hasil.gov.my/files'

function readCodes(env: Environment, authority: AuthorityName): CodesSettings {
  const url = secureUrl('RESIT_CODES_URL', env['RESIT_CODES_URL'] ?? codesUrl)
  // In practice mode nothing leaves the machine by itself.
  const refresh = env['RESIT_CODES_REFRESH'] ?? (authority === 'practice' ? 'off' : '30 3 * * *')
  if (refresh === 'off') return { url, refresh: null }
  try {
    new CronPattern(refresh)
    return { url, refresh }
  } catch (cause) {
    throw new BadConfiguration(`RESIT_CODES_REFRESH must be off or a cron expression; “${refresh}” is neither.`, { cause })
  }
}

const myinvoisEnvironments = {
  sandbox: { apiUrl: 'https://preprod-api.myinvois.hasil.gov.my', portalUrl: 'https://preprod.myinvois.hasil.gov.my' },
  production: { apiUrl: 'https://api.myinvois.hasil.gov.my', portalUrl: 'https://myinvois.hasil.gov.my' },
} as const

function readAddresses(env: Environment): MyInvoisAddresses {
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

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** Documents and secrets travel over TLS; plain HTTP only to this machine. */
function secureUrl(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  const isPlainHere = url?.protocol === 'http:' && loopbackHosts.includes(url.hostname)
  if (!url || url.username !== '' || url.search !== '' || url.hash !== '' || !(url.protocol === 'https:' || isPlainHere))
    throw new BadConfiguration(`${name} must be an https address (plain http only for this machine).`)
  return url.href.replace(/\/+$/, '')
}

function readUpstream(env: Environment, own: Pick<Settings, 'port' | 'isDispatching'>): Upstream {
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

function readCredentials(env: Environment): SharedCredentials | null {
  const clientId = env['RESIT_MYINVOIS_CLIENT_ID']
  const clientSecret = env['RESIT_MYINVOIS_CLIENT_SECRET']
  if (clientId === undefined && clientSecret === undefined) return null
  if (!clientId || !clientSecret)
    throw new BadConfiguration('Set RESIT_MYINVOIS_CLIENT_ID and RESIT_MYINVOIS_CLIENT_SECRET together.')
  return { clientId, clientSecret, onBehalfOf: env['RESIT_MYINVOIS_ON_BEHALF_OF'] || null }
}

function readCertificate(env: Environment): CertificateFile | null {
  const path = env['RESIT_MYINVOIS_CERTIFICATE']
  const password = env['RESIT_MYINVOIS_CERTIFICATE_PASSWORD']
  if (!path && password) throw new BadConfiguration('Set RESIT_MYINVOIS_CERTIFICATE to the file its password belongs to.')
  if (!path) return null
  try {
    return { pkcs12: readFileSync(path), password: password ?? '' }
  } catch (cause) {
    throw new BadConfiguration(`RESIT_MYINVOIS_CERTIFICATE: the file ${path} cannot be read.`, { cause })
  }
}

function readOrigins(given: string | undefined): readonly string[] {
  const origins = (given ?? '').split(',').map((origin) => origin.trim()).filter((origin) => origin !== '')
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new BadConfiguration(`RESIT_ALLOWED_ORIGINS: “${origin}” is not an origin like https://till.example.`)
  return origins
}

function oneOf<Value extends string>(name: string, given: string, allowed: readonly Value[]): Value {
  const value = allowed.find((each) => each === given)
  if (value === undefined) throw new BadConfiguration(`${name} must be one of ${allowed.join(', ')}; it is “${given}”.`)
  return value
}

interface Bounds {
  readonly standard: number
  readonly least?: number
  readonly most: number
}

function wholeNumber(name: string, given: string | undefined, { standard, least = 0, most }: Bounds): number {
  if (given === undefined) return standard
  const value = /^\d{1,12}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= least && value <= most))
    throw new BadConfiguration(`${name} must be a whole number from ${least} to ${most}; it is “${given}”.`)
  return value
}

const duration = (env: Environment, name: string, standard: number, least = 0): number =>
  wholeNumber(name, env[name], { standard, least, most: 2_147_483_647 })

function positive(name: string, given: string | undefined, standard: number): number {
  if (given === undefined) return standard
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(given) ? Number(given) : Number.NaN
  if (!(value > 0)) throw new BadConfiguration(`${name} must be a number above 0; it is “${given}”.`)
  return value
}

/** Where this platform keeps what applications remember. */
function defaultDataDir(env: Environment): string {
  switch (process.platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Resit')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Resit')
    default:
      return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'resit')
  }
}
