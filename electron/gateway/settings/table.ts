import { isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  aboveZeroSchema,
  BadConfiguration,
  directoryPathSchema,
  type Environment,
  filePathSchema,
  loopbackHosts,
  millisecondsSchema,
  mustBeMessage,
  nullIfUnset,
  oneOfSchema,
  onOffSchema,
  parseCommaList,
  portSchema,
  type SettingSpecs,
  schemaOfParser,
  secretFileSchema,
  secureUrlSchema,
} from './values.ts'

/** @throws TypeError if there are no names */
export const nearestName = (name: string, names: readonly string[]): string =>
  names
    .map((each) => ({ each, distance: distanceBetween(name, each) }))
    .reduce((nearest, one) => (one.distance < nearest.distance ? one : nearest)).each

/** The number of inserted and removed letters, so that a missing word is nearer than another word. */
function distanceBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [to, wanted] of [...other].entries())
      next.push(letter === wanted ? (row[to] ?? 0) : 1 + Math.min(next[to] ?? 0, row[to + 1] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

const minuteMs = 60_000
const text = z.string()
const isAllowed = oneOfSchema('refuse', 'allow').transform((given) => given === 'allow')
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const builtScreens = fileURLToPath(new URL('../../../.build/renderer', import.meta.url))

const listenAddress = schemaOfParser((given) => {
  const [, bracketed, plain, at] = /^(?:\[([0-9A-Fa-f:.]+)\]|([\d.]+)):(\d{1,5})$/.exec(given) ?? []
  const address = bracketed ?? plain ?? ''
  if (isIP(address) !== (bracketed === undefined ? 4 : 6) || Number(at) > 65_535) return null
  return { address, port: Number(at) }
}, mustBeMessage('an address of this computer with a port, like 0.0.0.0:8443 or [::]:8443'))

/** In lower case, an IPv6 address in brackets; the port is null if it is the one listened on. */
function hostOf(given: string) {
  const form = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/
  const [, name = '', at] = form.exec(given.toLowerCase()) ?? []
  const isName = name.startsWith('[') ? isIP(name.slice(1, -1)) === 6 : name !== ''
  if (!isName || Number(at ?? 1) < 1 || Number(at ?? 1) > 65_535) return null
  return { name, port: at === undefined ? null : Number(at) }
}

const hosts = schemaOfParser(
  (given) => parseCommaList(given, hostOf),
  mustBeMessage('names like resit.example, or resit.example:443 if others see another port, with commas between them'),
)

const originOf = (given: string) => (URL.canParse(given) && new URL(given).origin === given ? given : null)

const origins = schemaOfParser(
  (given) => (given.trim() === '' ? [] : parseCommaList(given, originOf)),
  mustBeMessage('origins like https://till.example, with commas between them'),
)

/** The message must not repeat it: it may hold a password. */
const postgresUrl = text.refine((given) => {
  if (!URL.canParse(given)) return false
  const { protocol, hostname, searchParams } = new URL(given)
  const isOne = /^postgres(ql)?:$/.test(protocol) && /^[^,]+$/.test(hostname)
  return isOne && (loopbackHosts.includes(hostname) || searchParams.has('sslmode'))
}, 'must name one server, like postgres://resit@db.example/resit?sslmode=verify-full (sslmode=disable on a network that is yours alone).')

/** 32 bytes. The message must not repeat the content. */
const secretsKey = secretFileSchema.transform((content, context): Uint8Array => {
  const key = Buffer.from(content).toString('utf8').trim()
  if (/^[A-Za-z0-9+/]{43}=$/.test(key)) return Buffer.from(key, 'base64')
  context.addIssue('must name a file with 32 random bytes in base64, as `openssl rand -base64 32` writes them.')
  return z.NEVER
})

const onBehalfOf = text
  .regex(
    /^(company(:brn)?|[A-Z]{1,2}\d{1,13}(:[A-Za-z0-9]{1,20})?)?$/,
    'must be company or company:brn, for each company its own TIN, or one TIN or TIN:BRN.',
  )
  .transform((given) => given || null)

const upstreamToken = text.regex(
  /^[\x21-\x7e]*$/,
  'must be a token of that gateway, with the scopes submit, read, cancel and taxpayer.',
)

/** All settings of a shop (docs/configure.md): each variable, the form of its value, and its default. */
export const settingsTable = {
  /** Flags of the command line win over these. */
  called: {
    port: ['RESIT_PORT', portSchema.default(7510)],
    authority: ['RESIT_AUTHORITY', oneOfSchema('practice', 'myinvois', 'gateway').default('practice')],
  },
  place: { dataDir: ['RESIT_DATA_DIR', nullIfUnset(directoryPathSchema)] },
  own: {
    /** Null for the platform's own folder. */
    copyDir: ['RESIT_COPY_DIR', nullIfUnset(directoryPathSchema)],
    /** With its password. Only a head office reads it. */
    postgresUrl: ['RESIT_POSTGRES_URL', nullIfUnset(postgresUrl)],
    /** Seals the secrets that processes of a head office share; null if they share none. */
    secretsKey: ['RESIT_SECRETS_KEY', nullIfUnset(secretsKey)],
    isSharedPlaceAllowed: ['RESIT_SHARED_DATA_DIR', isAllowed.default(false)],
    isPrivateWebhookAllowed: ['RESIT_WEBHOOK_PRIVATE', isAllowed.default(false)],
    logLevel: ['RESIT_LOG_LEVEL', oneOfSchema(...logLevels).default('info')],
    isAccessLogged: ['RESIT_ACCESS_LOG', onOffSchema.default(false)],
    /** False keeps documents and sends nothing. */
    isDispatching: ['RESIT_DISPATCH', onOffSchema.default(true)],
    dispatchDelayMs: ['RESIT_DISPATCH_DELAY_MS', millisecondsSchema().default(0)],
    cancelWaitMs: ['RESIT_CANCEL_WAIT_MS', millisecondsSchema().default(10_000)],
    idleLockMs: ['RESIT_IDLE_LOCK_MS', millisecondsSchema(1_000).default(10 * minuteMs)],
    /** Null serves no screens. */
    screensDir: [
      'RESIT_SCREENS',
      onOffSchema.default(true).transform((areServed) => (areServed ? builtScreens : null)),
    ],
    allowedOrigins: ['RESIT_ALLOWED_ORIGINS', origins.default([])],
    rateScale: ['RESIT_RATE_SCALE', aboveZeroSchema.default(1)],
    documentVersion: ['RESIT_MYINVOIS_DOCUMENT_VERSION', oneOfSchema('1.0', '1.1').default('1.0')],
  },
  timing: {
    pollIntervalMs: ['RESIT_POLL_INTERVAL_MS', millisecondsSchema().default(4_000)],
    requestTimeoutMs: ['RESIT_REQUEST_TIMEOUT_MS', millisecondsSchema(1).default(minuteMs)],
    lookUpIntervalMs: ['RESIT_LOOKUP_INTERVAL_MS', millisecondsSchema(1).default(minuteMs)],
    retryBaseMs: ['RESIT_RETRY_BASE_MS', millisecondsSchema(1).default(2_000)],
    watchIntervalMs: ['RESIT_WATCH_INTERVAL_MS', millisecondsSchema(1).default(30 * minuteMs)],
  },
  doubt: {
    quarantineMs: ['RESIT_QUARANTINE_MS', nullIfUnset(millisecondsSchema())],
    resendWindowMs: ['RESIT_RESEND_WINDOW_MS', nullIfUnset(millisecondsSchema())],
  },
  /** Null if only this computer is answered. */
  network: {
    listen: ['RESIT_LISTEN', nullIfUnset(listenAddress)],
    /** PEM, read again while the gateway answers. */
    certificateFile: ['RESIT_TLS_CERTIFICATE', nullIfUnset(filePathSchema)],
    keyFile: ['RESIT_TLS_KEY', nullIfUnset(filePathSchema)],
    hosts: ['RESIT_TLS_HOSTS', nullIfUnset(hosts)],
    hasScreens: ['RESIT_TLS_SCREENS', onOffSchema.default(false)],
  },
  /** The page's public address. A link to it is printed on receipts. */
  buyerPage: {
    url: ['RESIT_BUYER_PAGE_URL', nullIfUnset(secureUrlSchema)],
    port: ['RESIT_BUYER_PAGE_PORT', nullIfUnset(portSchema)],
  },
  codes: {
    url: ['RESIT_CODES_URL', secureUrlSchema.default('https://sdk.myinvois.hasil.gov.my/files')],
    refresh: ['RESIT_CODES_REFRESH', nullIfUnset(onOffSchema)],
  },
  /** For tills that can only write files. */
  drop: {
    directory: ['RESIT_DROP_DIR', nullIfUnset(directoryPathSchema)],
    /** Null for any company. */
    companyCode: ['RESIT_DROP_COMPANY', nullIfUnset(text.transform((given) => given || null))],
    lookMs: ['RESIT_DROP_LOOK_MS', millisecondsSchema(10).default(1_000)],
  },
  myinvois: {
    environment: ['RESIT_MYINVOIS_ENVIRONMENT', nullIfUnset(oneOfSchema('sandbox', 'production'))],
    apiUrl: ['RESIT_MYINVOIS_API_URL', nullIfUnset(secureUrlSchema)],
    identityUrl: ['RESIT_MYINVOIS_IDENTITY_URL', nullIfUnset(secureUrlSchema)],
    portalUrl: ['RESIT_MYINVOIS_PORTAL_URL', nullIfUnset(secureUrlSchema)],
  },
  /** For every company without its own. */
  credentials: {
    clientId: ['RESIT_MYINVOIS_CLIENT_ID', nullIfUnset(text.min(1, 'is empty.'))],
    clientSecret: ['RESIT_MYINVOIS_CLIENT_SECRET', nullIfUnset(text.min(1, 'is empty.'))],
  },
  intermediary: { onBehalfOf: ['RESIT_MYINVOIS_ON_BEHALF_OF', nullIfUnset(onBehalfOf)] },
  /** For every company without its own. Not opened yet. */
  certificate: {
    pkcs12: ['RESIT_MYINVOIS_CERTIFICATE', nullIfUnset(secretFileSchema)],
    password: ['RESIT_MYINVOIS_CERTIFICATE_PASSWORD', text.default('')],
  },
  upstream: {
    url: ['RESIT_UPSTREAM_URL', nullIfUnset(secureUrlSchema)],
    token: ['RESIT_UPSTREAM_TOKEN', upstreamToken.default('')],
  },
  /** Read only by the start of a checkout. */
  start: { desktop: ['RESIT_DESKTOP', text.default('on')] },
} as const satisfies Readonly<Record<string, SettingSpecs>>

/** Each may be given as a file. */
export const secretSettingNames = [
  'RESIT_POSTGRES_URL',
  'RESIT_UPSTREAM_TOKEN',
  'RESIT_MYINVOIS_CLIENT_SECRET',
  'RESIT_MYINVOIS_CERTIFICATE_PASSWORD',
] as const

export const settingNames = [
  ...Object.values(settingsTable).flatMap((rows: SettingSpecs) => Object.values(rows).map(([name]) => name)),
  ...secretSettingNames.map((name) => `${name}_FILE`),
]

/** Used between Resit's own processes, its build and its tests. */
const ownNames = [
  'RESIT_COMPILED',
  'RESIT_FAULTS_FULL',
  'RESIT_KEY_STORE',
  'RESIT_PUT_BACK',
  'RESIT_LANGUAGE',
  'RESIT_OPENED',
  'RESIT_REHEARSAL',
  'RESIT_RELEASE_KEY',
  'RESIT_RELEASE_URL',
  'RESIT_REQUIRE_BROWSER',
  'RESIT_REQUIRE_ELECTRON',
  'RESIT_TEST_ACCIDENT',
]

export const isKnownName = (name: string): boolean => settingNames.includes(name) || ownNames.includes(name)

/** A misspelt name would silently set nothing. @throws BadConfiguration with the nearest right name */
export function refuseUnknownNames(env: Environment): void {
  for (const name of Object.keys(env))
    if (name.startsWith('RESIT_') && !isKnownName(name))
      throw new BadConfiguration(`${name} is no setting of Resit. The nearest is ${nearestName(name, settingNames)}.`)
}
