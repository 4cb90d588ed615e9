import { type BlockList, isIP } from 'node:net'
import type { Log } from '../../ports.ts'
import { addressListOf, isListedAddress, loopbackAddresses, withoutBrackets } from './addresses.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface Proxy {
  /** Without user and password, which must never reach an error or a log. */
  readonly url: URL
  readonly address: string
  /** Null if the variable names no user. */
  readonly login: { readonly user: string; readonly password: string } | null
}

/** The variable holds no address. Its value is never shown, because it may hold a password. */
export interface UnreadableProxy {
  readonly variable: string
}

/** @returns null if the request goes directly: no proxy, a loopback host, or NO_PROXY */
export function proxyFor(target: URL, env: Environment = process.env): Proxy | UnreadableProxy | null {
  // HTTP_PROXY counts for https, too, if nothing else is set: the computer has no other way out.
  const named = (target.protocol === 'https:' ? read(env, 'HTTPS_PROXY') : null) ?? read(env, 'HTTP_PROXY')
  if (named === null || isLoopback(target) || isExempt(target, read(env, 'NO_PROXY')?.value ?? '')) return null
  return proxyIn(named.value) ?? { variable: named.variable }
}

/** Lower case comes first, as in curl. An empty variable counts as absent. */
function read(env: Environment, name: string): { readonly variable: string; readonly value: string } | null {
  for (const variable of [name.toLowerCase(), name]) {
    const value = env[variable]?.trim()
    if (value) return { variable, value }
  }
  return null
}

/** @param given with or without `http://`; with `https://` the way to the proxy is encrypted */
function proxyIn(given: string): Proxy | null {
  const text = given.includes('://') ? given : `http://${given}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  const login = url.username === '' ? null : { user: decoded(url.username), password: decoded(url.password) }
  const plain = new URL(`${url.protocol}//${url.host}`)
  return { url: plain, address: `${plain.hostname}:${portOf(plain)}`, login }
}

/** A `%` in a password that was not written as `%25` stays. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const portOf = ({ protocol, port }: URL): string => port || (protocol === 'https:' ? '443' : '80')

const isLoopback = ({ hostname }: URL): boolean =>
  /^(.+\.)?localhost$/.test(hostname) || isListedAddress(loopbackAddresses, withoutBrackets(hostname))

/** @param list names, suffixes, addresses and networks (CIDR), each with an optional port; `*` is all */
const isExempt = (target: URL, list: string): boolean =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && names(entry, target))

function names(entry: string, target: URL): boolean {
  if (entry === '*') return true
  const [, host = entry, port = null] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  if (port !== null && port !== portOf(target)) return false
  const asked = withoutBrackets(target.hostname)
  const [network = '', bits] = withoutBrackets(host).split('/')
  if (isIP(network) !== 0) return isListedAddress(networkOf(network, bits), asked)
  const suffix = host.replace(/^\*?\./, '')
  return asked === suffix || asked.endsWith(`.${suffix}`)
}

function networkOf(network: string, bits: string | undefined): BlockList {
  const most = isIP(network) === 6 ? 128 : 32
  const prefix = bits === undefined ? most : Number(bits)
  return addressListOf(Number.isInteger(prefix) && prefix >= 0 && prefix <= most ? [`${network}/${prefix}`] : [])
}

/** Names host and port, never user or password. */
export type ProxyTrouble =
  | { readonly kind: 'silent'; readonly proxy: string }
  /** The answer to CONNECT. 407 asks for a user and password. */
  | { readonly kind: 'refused'; readonly proxy: string; readonly status: number }
  | { readonly kind: 'unreadable'; readonly variable: string }

export type ProxyOutcome = ProxyTrouble | { readonly kind: 'passed'; readonly proxy: string }

let newest: ProxyOutcome | null = null
let log: Pick<Log, 'warn' | 'info'> | null = null

/** Null if nothing is wrong. */
export const proxyTrouble = (): ProxyTrouble | null => (newest === null || newest.kind === 'passed' ? null : newest)

export function setProxyLog(to: Pick<Log, 'warn' | 'info'>): void {
  log = to
}

/** Logs each change once: a gateway asks again and again. */
export function logProxyOutcome(news: ProxyOutcome): void {
  const isNew = JSON.stringify(news) !== JSON.stringify(newest)
  newest = news
  if (!isNew) return
  if (news.kind === 'passed') log?.info({ proxy: news.proxy }, 'requests leave through the proxy')
  else log?.warn({ proxy: news }, 'the proxy lets nothing out')
}
