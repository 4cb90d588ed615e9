import { type BlockList, isIP } from 'node:net'
import type { Log } from '../../ports.ts'
import { bare, isIn, listOf, loopback } from './addresses.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy through which a request leaves this computer. */
export interface Proxy {
  /** Without user and password, so that neither can get into an error or a log. */
  readonly url: URL
  /** Host and port, as people are told them. */
  readonly address: string
  /** Null if the proxy was named without a user. */
  readonly login: { readonly user: string; readonly password: string } | null
}

/** The variable does not hold the address of a proxy. Its value may hold a password and is told nowhere. */
export interface UnreadableProxy {
  readonly variable: string
}

/** @returns null if the request goes directly: no proxy is named, the host is this computer, or NO_PROXY names it */
export function proxyFor(target: URL, env: Environment = process.env): Proxy | UnreadableProxy | null {
  const named = proxyNamed(target.protocol, env)
  if (named === null || isLoopback(target) || isExempt(target, read(env, 'NO_PROXY')?.value ?? '')) return null
  return proxyIn(named.value) ?? { variable: named.variable }
}

interface Variable {
  readonly variable: string
  readonly value: string
}

/** HTTP_PROXY also counts for https if nothing else is named: a computer with only that one has no other way out. */
const proxyNamed = (protocol: string, env: Environment): Variable | null =>
  (protocol === 'https:' ? read(env, 'HTTPS_PROXY') : null) ?? read(env, 'HTTP_PROXY')

/** Lower case goes first, as for curl. An empty variable counts as absent. */
function read(env: Environment, name: string): Variable | null {
  for (const variable of [name.toLowerCase(), name]) {
    const value = env[variable]?.trim()
    if (value) return { variable, value }
  }
  return null
}

/** @param given with or without `http://` before it; `https://` encrypts the way to the proxy itself */
function proxyIn(given: string): Proxy | null {
  const text = given.includes('://') ? given : `http://${given}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  const login = url.username === '' ? null : { user: decoded(url.username), password: decoded(url.password) }
  const plain = new URL(`${url.protocol}//${url.host}`)
  return { url: plain, address: `${plain.hostname}:${portOf(plain)}`, login }
}

/** A password with a `%` of its own that was not written as `%25` stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const portOf = ({ protocol, port }: URL): string => port || (protocol === 'https:' ? '443' : '80')

const isLoopback = ({ hostname }: URL): boolean => /^(.+\.)?localhost$/.test(hostname) || isIn(loopback, bare(hostname))

/** @param list names, suffixes, addresses and networks (CIDR), each with a port if only that one is meant; `*` is all */
const isExempt = (target: URL, list: string): boolean =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && names(entry, target))

function names(entry: string, target: URL): boolean {
  if (entry === '*') return true
  const [, host = entry, port = null] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? []
  if (port !== null && port !== portOf(target)) return false
  const asked = bare(target.hostname)
  const [network = '', bits] = bare(host).split('/')
  if (isIP(network) !== 0) return isIn(networkOf(network, bits), asked)
  const suffix = host.replace(/^\*?\./, '')
  return asked === suffix || asked.endsWith(`.${suffix}`)
}

function networkOf(network: string, bits: string | undefined): BlockList {
  const most = isIP(network) === 6 ? 128 : 32
  const prefix = bits === undefined ? most : Number(bits)
  return listOf(Number.isInteger(prefix) && prefix >= 0 && prefix <= most ? [`${network}/${prefix}`] : [])
}

/** Why a proxy let nothing out. Names its host and port, never its user or password. */
export type ProxyTrouble =
  /** No connection to it came about, or no answer from it. */
  | { readonly kind: 'silent'; readonly proxy: string }
  /** It answered CONNECT with this status: 407 asks for a user and a password. */
  | { readonly kind: 'refused'; readonly proxy: string; readonly status: number }
  /** The variable holds no address of a proxy. */
  | { readonly kind: 'unreadable'; readonly variable: string }

export type ProxyNews = ProxyTrouble | { readonly kind: 'passed'; readonly proxy: string }

let newest: ProxyNews | null = null
let log: Pick<Log, 'warn' | 'info'> | null = null

/** What keeps requests from leaving; null if nothing does. The proxy is the process's, as its variables are. */
export const proxyTrouble = (): ProxyTrouble | null => (newest === null || newest.kind === 'passed' ? null : newest)

export function logProxy(to: Pick<Log, 'warn' | 'info'>): void {
  log = to
}

/** Logs each change once: a gateway that waits for its proxy asks again and again. */
export function noteProxy(news: ProxyNews): void {
  const isNew = JSON.stringify(news) !== JSON.stringify(newest)
  newest = news
  if (!isNew) return
  if (news.kind === 'passed') log?.info({ proxy: news.proxy }, 'requests leave through the proxy')
  else log?.warn({ proxy: news }, 'the proxy lets nothing out')
}
