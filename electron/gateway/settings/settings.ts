import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CronPattern } from 'croner'
import type { Timing } from '../outbox/timing.ts'
import { type AlertLimits, readAlertLimits } from './alerts.ts'
import { type BuyerPageSettings, readBuyerPage } from './buyer-page.ts'
import {
  type CertificateFile,
  type MyInvoisAddresses,
  readAddresses,
  readCertificate,
  readCredentials,
  readPostgresUrl,
  readUpstream,
  type SharedCredentials,
  type Upstream,
} from './connections.ts'
import { refuseUnknownNames } from './names.ts'
import { type NetworkSettings, readNetwork } from './network.ts'
import { readSecretsKey } from './secrets-key.ts'
import {
  BadConfiguration,
  directory,
  duration,
  type Environment,
  loopbackHosts,
  oneOf,
  positive,
  secureUrl,
  wholeNumber,
} from './values.ts'

export const authorities = ['practice', 'myinvois', 'gateway'] as const
export type AuthorityName = (typeof authorities)[number]

/** Documents of version 1.1 are signed. */
const documentVersions = ['1.0', '1.1'] as const

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Everything a gateway is told from outside (contract 1). */
export interface Settings {
  readonly dataDir: string
  /** Where the journal is kept, on another disk perhaps; null for beside the database. */
  readonly journalDir: string | null
  /** The database of a head office, with its password; null where none is named. A gateway of its own has no use for it. */
  readonly postgresUrl: string | null
  /** With which processes of a head office seal the secrets that they share; null where they share none. */
  readonly secretsKey: Uint8Array | null
  /** The owner says that it is safe although others may write to its place. */
  readonly isSharedPlaceAllowed: boolean
  /** 0 for any free one. */
  readonly port: number
  readonly authority: AuthorityName
  /** Machine-readable output only. */
  readonly json: boolean
  readonly logLevel: (typeof logLevels)[number]
  /** False keeps documents and sends nothing. */
  readonly isDispatching: boolean
  readonly dispatchDelayMs: number
  readonly cancelWaitMs: number
  readonly timing: Timing
  readonly alerts: AlertLimits
  /** After so long without a request that counts, a session of the screens is locked. */
  readonly idleLockMs: number
  /** Whether closed months are put into files of their own by themselves. */
  /** Of the copies made before updates so many stay. */
  readonly backupsKept: number
  /** Where the built screens are; null serves none. */
  readonly screensDir: string | null
  /** Null where buyers have no page. */
  readonly buyerPage: BuyerPageSettings | null
  /** Multiplies every limit of requests towards the authority. */
  readonly rateScale: number
  /** How many gateways share one client id, and with it the authority's limits: this is one of them. */
  readonly tillsOfClient: number
  /** How other computers are answered; null where only this one is. */
  readonly network: NetworkSettings | null
  /** Web origins that may call the gateway from a page. */
  readonly allowedOrigins: readonly string[]
  readonly codes: CodesSettings
  /** Null where no folder is watched. */
  readonly drop: DropSettings | null
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
  /** False in practice mode, unless they are on this machine. */
  readonly isReachable: boolean
  /** When they are refreshed, as a cron expression on the clock of Malaysia; null for on demand only. */
  readonly refresh: string | null
}

/** Where tills that can only write files leave their documents. */
export interface DropSettings {
  readonly directory: string
  /** The one company whose documents are taken; null for any. */
  readonly companyCode: string | null
  /** Between two looks. */
  readonly lookMs: number
}

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
  refuseUnknownNames(env)
  const flags = readFlags(args)
  const authority = oneOf('RESIT_AUTHORITY', flags.authority ?? env['RESIT_AUTHORITY'] ?? 'practice', authorities)
  const port = wholeNumber('RESIT_PORT', flags.port ?? env['RESIT_PORT'], { standard: 7510, most: 65_535 })
  const tills = wholeNumber('RESIT_MYINVOIS_TILLS', env['RESIT_MYINVOIS_TILLS'], { standard: 1, least: 1, most: 100 })
  const isDispatching = oneOf('RESIT_DISPATCH', env['RESIT_DISPATCH'] ?? 'on', ['on', 'off'] as const) === 'on'
  return {
    dataDir: dataDirOf(flags['data-dir'], env),
    journalDir: directory('RESIT_JOURNAL_DIR', env['RESIT_JOURNAL_DIR']) ?? null,
    postgresUrl: readPostgresUrl(env),
    secretsKey: readSecretsKey(env),
    isSharedPlaceAllowed: isAllowed('RESIT_SHARED_DATA_DIR', env),
    port,
    authority,
    json: flags.json ?? false,
    logLevel: oneOf('RESIT_LOG_LEVEL', env['RESIT_LOG_LEVEL'] ?? 'info', logLevels),
    isDispatching,
    dispatchDelayMs: duration(env, 'RESIT_DISPATCH_DELAY_MS', 0),
    cancelWaitMs: duration(env, 'RESIT_CANCEL_WAIT_MS', 10_000),
    timing: readTiming(env, authority),
    alerts: readAlertLimits(env),
    idleLockMs: duration(env, 'RESIT_IDLE_LOCK_MS', 10 * 60_000, 1_000),
    backupsKept: wholeNumber('RESIT_BACKUPS_KEPT', env['RESIT_BACKUPS_KEPT'], { standard: 3, least: 1, most: 1_000 }),
    buyerPage: readBuyerPage(env),
    screensDir: readScreensDir(env['RESIT_SCREENS']),
    rateScale: positive('RESIT_RATE_SCALE', env['RESIT_RATE_SCALE'], 1) / tills,
    tillsOfClient: tills,
    network: readNetwork(env),
    allowedOrigins: readOrigins(env['RESIT_ALLOWED_ORIGINS']),
    codes: readCodes(env, authority),
    drop: readDrop(env),
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

/**
 * Where everything is kept.
 * @param flag of the command line; it wins
 * @throws BadConfiguration where it is empty
 */
export function dataDirOf(flag: string | undefined, env: Environment): string {
  const given = directory('--data-dir', flag ?? env['RESIT_DATA_DIR'])
  // npm runs scripts in the project's directory and says where it was called.
  return given === undefined ? defaultDataDir(env) : resolve(env['INIT_CWD'] ?? '', given)
}

const isAllowed = (name: string, env: Environment): boolean =>
  oneOf(name, env[name] ?? 'refuse', ['refuse', 'allow'] as const) === 'allow'

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (cause) {
    throw new BadConfiguration(
      `${(cause as Error).message} Known flags: ${Object.keys(options)
        .map((name) => `--${name}`)
        .join(' ')}.`,
      { cause },
    )
  }
}

/** Another gateway knows a document by its SALE_GUID for ever (contract 5), so a second copy does no harm there. */
const inDoubtTiming = (authority: AuthorityName) =>
  authority === 'gateway'
    ? { quarantineMs: 60_000, resendWindowMs: Number.POSITIVE_INFINITY }
    : { quarantineMs: 600_000, resendWindowMs: 6_000_000 }

const readTiming = (env: Environment, authority: AuthorityName): Timing => ({
  pollIntervalMs: duration(env, 'RESIT_POLL_INTERVAL_MS', 4_000),
  requestTimeoutMs: duration(env, 'RESIT_REQUEST_TIMEOUT_MS', 60_000, 1),
  quarantineMs: duration(env, 'RESIT_QUARANTINE_MS', inDoubtTiming(authority).quarantineMs),
  lookUpIntervalMs: duration(env, 'RESIT_LOOKUP_INTERVAL_MS', 60_000, 1),
  resendWindowMs: duration(env, 'RESIT_RESEND_WINDOW_MS', inDoubtTiming(authority).resendWindowMs),
  retryBaseMs: duration(env, 'RESIT_RETRY_BASE_MS', 2_000, 1),
  watchIntervalMs: duration(env, 'RESIT_WATCH_INTERVAL_MS', 30 * 60_000, 1),
  cancellationWindowMs: duration(env, 'RESIT_CANCELLATION_WINDOW_MS', 72 * 3_600_000, 1),
  isCancellationWindowSet: env['RESIT_CANCELLATION_WINDOW_MS'] !== undefined,
  submissionAgeMs: 72 * 3_600_000,
})

const codesUrl = 'https://sdk.myinvois.hasil.gov.my/files'

function readCodes(env: Environment, authority: AuthorityName): CodesSettings {
  const url = secureUrl('RESIT_CODES_URL', env['RESIT_CODES_URL'] ?? codesUrl)
  // In practice mode nothing leaves the machine, whoever asks for it.
  const isReachable = authority !== 'practice' || loopbackHosts.includes(new URL(url).hostname)
  // By themselves they are refreshed where the authority is asked itself: behind another gateway nothing goes past that.
  const refresh = env['RESIT_CODES_REFRESH'] ?? (authority === 'myinvois' ? '30 3 * * *' : 'off')
  if (refresh === 'off') return { url, isReachable, refresh: null }
  if (!isCronExpression(refresh))
    throw new BadConfiguration(`RESIT_CODES_REFRESH must be off or a cron expression; “${refresh}” is neither.`)
  return { url, isReachable, refresh }
}

function isCronExpression(text: string): boolean {
  try {
    return new CronPattern(text).pattern === text
  } catch {
    return false
  }
}

function readDrop(env: Environment): DropSettings | null {
  const given = directory('RESIT_DROP_DIR', env['RESIT_DROP_DIR'])
  if (given === undefined) return null
  const lookMs = duration(env, 'RESIT_DROP_LOOK_MS', 1_000, 10)
  return { directory: given, companyCode: env['RESIT_DROP_COMPANY'] || null, lookMs }
}

/** Where the build puts them, unless a folder is named; `off` for none. */
function readScreensDir(given: string | undefined): string | null {
  if (given === 'off') return null
  return given ?? fileURLToPath(new URL('../../../.build/renderer', import.meta.url))
}

function readOrigins(given: string | undefined): readonly string[] {
  const origins = (given ?? '')
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '')
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new BadConfiguration(`RESIT_ALLOWED_ORIGINS: “${origin}” is not an origin like https://till.example.`)
  return origins
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
