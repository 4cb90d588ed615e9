import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { portalUrls } from '../../../shared/domain/installation.ts'
import { appFolder } from '../platform/user-folder.ts'
import { refuseUnknownNames, secretSettingNames, settingsTable } from './table.ts'
import {
  BadConfiguration,
  type Environment,
  loadSecretsFromFiles,
  loopbackHosts,
  parseAllOrNone,
  parseSetting,
  parseSettings,
  type SettingValues,
} from './values.ts'

/** See contract 1. */
export type Settings = ReturnType<typeof readSettings>
export type CertificateFile = NonNullable<Settings['sharedCertificate']>
export type DropFolderSettings = NonNullable<Settings['drop']>
export type UpstreamConfig = NonNullable<Settings['upstream']>

type AuthorityName = SettingValues<typeof settingsTable.called>['authority']

/** @param args of the command line; flags win over the environment @throws BadConfiguration */
export function readSettings(args: readonly string[], given: Environment) {
  refuseUnknownNames(given)
  const env = loadSecretsFromFiles(secretSettingNames, given)
  const { json = false, 'data-dir': dataDir, port, authority: named } = readFlags(args)
  const authority = flagOr(['--authority', named], settingsTable.called.authority, env)
  const own = {
    port: flagOr(['--port', port], settingsTable.called.port, env),
    ...parseSettings(settingsTable.own, env),
  }
  return {
    ...own,
    authority,
    dataDir: dataDirFrom(dataDir, env),
    json,
    timing: timingFor(authority, env),
    network: readNetwork(env),
    buyerPage: parseAllOrNone(
      settingsTable.buyerPage,
      env,
      'RESIT_BUYER_PAGE_URL and RESIT_BUYER_PAGE_PORT belong together: name both or none.',
    ),
    codes: codesFor(authority, env),
    drop: readDrop(env),
    myinvois: authority === 'myinvois' ? readAddresses(env) : null,
    upstream: authority === 'gateway' ? readUpstream(env, own) : null,
    sharedCredentials: readCredentials(env),
    // In practice mode each company has its own certificate, because the practice authority trusts no real one.
    sharedCertificate: authority === 'myinvois' ? readCertificate(env) : null,
  }
}

/** @param flag of the command line; it wins @throws BadConfiguration if it is empty */
export function dataDirFrom(flag: string | undefined, env: Environment): string {
  return flagOr(['--data-dir', flag], settingsTable.place.dataDir, env) ?? appFolder('data', env)
}

type Flag = readonly [name: string, given: string | undefined]

/** A flag wins over its variable. @throws BadConfiguration with the value as it was given */
const flagOr = <Form extends z.ZodType>(flag: Flag, [name, form]: readonly [string, Form], env: Environment) =>
  flag[1] === undefined ? parseSetting(name, form, env[name]) : parseSetting(flag[0], form, flag[1])

const options = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  authority: { type: 'string' },
  json: { type: 'boolean' },
} as const

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values
  } catch (cause) {
    const known = Object.keys(options).map((name) => `--${name}`)
    throw new BadConfiguration(`${(cause as Error).message} Known flags: ${known.join(' ')}.`, { cause })
  }
}

/** Another gateway knows a document by its SALE_GUID for ever (contract 5), so a second copy does no harm. */
const doubtAt = (authority: AuthorityName) =>
  authority === 'gateway'
    ? { quarantineMs: 60_000, resendWindowMs: Number.POSITIVE_INFINITY }
    : { quarantineMs: 600_000, resendWindowMs: 6_000_000 }

function timingFor(authority: AuthorityName, env: Environment) {
  const { quarantineMs, resendWindowMs } = parseSettings(settingsTable.doubt, env)
  const usual = doubtAt(authority)
  return {
    ...parseSettings(settingsTable.timing, env),
    quarantineMs: quarantineMs ?? usual.quarantineMs,
    resendWindowMs: resendWindowMs ?? usual.resendWindowMs,
  }
}

/** Other computers are answered only over TLS. */
function readNetwork(env: Environment) {
  const network = parseAllOrNone(
    settingsTable.network,
    env,
    'Other computers are answered over TLS alone: set RESIT_LISTEN, RESIT_TLS_CERTIFICATE, RESIT_TLS_KEY, RESIT_TLS_HOSTS together, or none of them. Without them Resit answers on 127.0.0.1.',
  )
  if (network === null) return null
  const { listen, ...rest } = network
  return { ...listen, ...rest }
}

function codesFor(authority: AuthorityName, env: Environment) {
  const { url, refresh } = parseSettings(settingsTable.codes, env)
  return {
    url,
    /** In practice mode nothing leaves this computer. */
    isReachable: authority !== 'practice' || loopbackHosts.includes(new URL(url).hostname),
    // Behind another gateway no request goes past it.
    isNightly: refresh ?? authority === 'myinvois',
  }
}

function readDrop(env: Environment) {
  const { directory, ...rest } = parseSettings(settingsTable.drop, env)
  return directory === null ? null : { directory, ...rest }
}

const addresses = {
  sandbox: { apiUrl: 'https://preprod-api.myinvois.hasil.gov.my', portalUrl: portalUrls.sandbox },
  production: { apiUrl: 'https://api.myinvois.hasil.gov.my', portalUrl: portalUrls.production },
}

/** The environment is `sandbox`, `production` or an address, as the data directory remembers it. */
function readAddresses(env: Environment) {
  const { apiUrl, identityUrl, portalUrl, environment } = parseSettings(settingsTable.myinvois, env)
  if (apiUrl !== null)
    return { environment: apiUrl, apiUrl, identityUrl: identityUrl ?? apiUrl, portalUrl: portalUrl ?? apiUrl }
  if (environment !== null)
    return { environment, identityUrl: addresses[environment].apiUrl, ...addresses[environment] }
  throw new BadConfiguration('Say which MyInvois to use: set RESIT_MYINVOIS_ENVIRONMENT to sandbox or production.')
}

function readUpstream(env: Environment, own: { readonly port: number; readonly isDispatching: boolean }) {
  const { url, token } = parseSettings(settingsTable.upstream, env)
  if (url === null)
    throw new BadConfiguration(
      'Say which gateway to send to: set RESIT_UPSTREAM_URL to its base URL, like https://gateway.example/v1.',
    )
  const { hostname, port } = new URL(url)
  if (loopbackHosts.includes(hostname) && own.port !== 0 && Number(port) === own.port)
    throw new BadConfiguration('RESIT_UPSTREAM_URL is the address of this gateway itself; name the one to send to.')
  // If sending is off, as for commands, no token is needed.
  if (token === '' && own.isDispatching)
    throw new BadConfiguration(
      'RESIT_UPSTREAM_TOKEN must be a token of that gateway, with the scopes submit, read, cancel and taxpayer.',
    )
  return { url, token }
}

function readCredentials(env: Environment) {
  const sentence = 'Set RESIT_MYINVOIS_CLIENT_ID and RESIT_MYINVOIS_CLIENT_SECRET together.'
  const credentials = parseAllOrNone(settingsTable.credentials, env, sentence)
  return credentials && { ...credentials, ...parseSettings(settingsTable.intermediary, env) }
}

const readCertificate = (env: Environment) =>
  parseAllOrNone(settingsTable.certificate, env, 'Set RESIT_MYINVOIS_CERTIFICATE to the file its password belongs to.')
