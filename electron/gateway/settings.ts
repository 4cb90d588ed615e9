import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Timing } from './outbox/timing.ts'

export const authorities = ['practice', 'myinvois', 'gateway'] as const
export type AuthorityName = (typeof authorities)[number]

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
  /** Null unless the authority is `myinvois`. */
  readonly myinvois: MyInvoisAddresses | null
  /** Serves every company that has no credentials of its own; null where none are set. */
  readonly sharedCredentials: SharedCredentials | null
}

export interface MyInvoisAddresses {
  /** As the data directory remembers it: `sandbox`, `production` or the address. */
  readonly environment: string
  readonly apiUrl: string
  readonly identityUrl: string
  readonly portalUrl: string
}

export interface SharedCredentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly onBehalfOf: string | null
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
  if (authority === 'gateway') throw new BadConfiguration('RESIT_AUTHORITY=gateway is not part of this version; use practice or myinvois.')
  return {
    dataDir: flags['data-dir'] ?? env['RESIT_DATA_DIR'] ?? defaultDataDir(env),
    port: wholeNumber('RESIT_PORT', flags.port ?? env['RESIT_PORT'], { standard: 7510, most: 65_535 }),
    authority,
    json: flags.json ?? false,
    isDispatching: oneOf('RESIT_DISPATCH', env['RESIT_DISPATCH'] ?? 'on', ['on', 'off'] as const) === 'on',
    dispatchDelayMs: duration(env, 'RESIT_DISPATCH_DELAY_MS', 0),
    cancelWaitMs: duration(env, 'RESIT_CANCEL_WAIT_MS', 10_000),
    timing: readTiming(env),
    rateScale: positive('RESIT_RATE_SCALE', env['RESIT_RATE_SCALE'], 1),
    allowedOrigins: readOrigins(env['RESIT_ALLOWED_ORIGINS']),
    myinvois: authority === 'myinvois' ? readAddresses(env) : null,
    sharedCredentials: readCredentials(env),
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (cause) {
    throw new BadConfiguration(`${(cause as Error).message} Known flags: ${Object.keys(options).map((name) => `--${name}`).join(' ')}.`, { cause })
  }
}

const readTiming = (env: Environment): Timing => ({
  pollIntervalMs: duration(env, 'RESIT_POLL_INTERVAL_MS', 4_000),
  requestTimeoutMs: duration(env, 'RESIT_REQUEST_TIMEOUT_MS', 60_000, 1),
  quarantineMs: duration(env, 'RESIT_QUARANTINE_MS', 600_000),
  lookUpIntervalMs: duration(env, 'RESIT_LOOKUP_INTERVAL_MS', 60_000, 1),
  resendWindowMs: duration(env, 'RESIT_RESEND_WINDOW_MS', 6_000_000),
  retryBaseMs: duration(env, 'RESIT_RETRY_BASE_MS', 2_000, 1),
  cancellationWindowMs: 72 * 3_600_000,
  submissionAgeMs: 72 * 3_600_000,
})

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

function readCredentials(env: Environment): SharedCredentials | null {
  const clientId = env['RESIT_MYINVOIS_CLIENT_ID']
  const clientSecret = env['RESIT_MYINVOIS_CLIENT_SECRET']
  if (clientId === undefined && clientSecret === undefined) return null
  if (!clientId || !clientSecret)
    throw new BadConfiguration('Set RESIT_MYINVOIS_CLIENT_ID and RESIT_MYINVOIS_CLIENT_SECRET together.')
  return { clientId, clientSecret, onBehalfOf: env['RESIT_MYINVOIS_ON_BEHALF_OF'] || null }
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
