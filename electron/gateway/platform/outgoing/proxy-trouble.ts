import type { Log } from '../../ports.ts'

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
