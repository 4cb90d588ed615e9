import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { addAbortSignal } from 'node:stream'
import type { ProxyOutcome } from './proxy.ts'
import { proxyFor } from './proxy.ts'
import { createFilteredLookup, type IsAddressAllowed, isAllowedAsWritten } from './reach.ts'
import type { WaitUntilUsable } from './tunnel.ts'

export interface WatchedConnection {
  readonly agent: http.Agent
  /** Aborts if no connection comes about, or if it may not be used any more. */
  readonly failed: AbortSignal
  readonly stood: () => boolean
  readonly isTooLate: () => boolean
  /** Null if it is not known, or if there is no proxy. */
  readonly proxy: () => ProxyOutcome | null
  readonly close: () => void
}

export interface ConnectionRequest {
  readonly url: string
  /** Asked once the connection is ready, before the first byte. If not, the connection is dropped. */
  readonly mayStillSend?: () => boolean | Promise<boolean>
  /**
   * Absent if any address is allowed. A proxy looks names up itself: then only an address written as numbers is
   * checked.
   */
  readonly reach?: IsAddressAllowed
}

const connectMs = 5_000

/** Set here: otherwise NODE_TLS_REJECT_UNAUTHORIZED or --tls-min-v1.0 would weaken it. */
const strictTls = { rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const

/** A new connection that tells whether it was ever ready. This decides between “unsent” and “in doubt”. */
export async function prepareConnection({ url, mayStillSend, reach }: ConnectionRequest): Promise<WatchedConnection> {
  const [failed, over] = [new AbortController(), new AbortController()]
  let hasStood = false
  let isTooLate = false
  /** The connection is handed over only when it may be used, so no byte can wait in it. */
  const untilUsable: WaitUntilUsable = async (socket, stands) => {
    addAbortSignal(over.signal, socket)
    // Without a listener an error would end the process. It shows later, because the connection is gone.
    socket.on('error', () => undefined)
    if (stands !== null) await once(socket, stands)
    const isAllowed = mayStillSend === undefined || (await mayStillSend())
    if (socket.destroyed) throw new Error('the connection ended before it was used')
    hasStood = isAllowed
    isTooLate = !isAllowed
    if (isAllowed) return
    socket.destroy()
    failed.abort()
    throw new Error('the connection may not be used any more')
  }
  const isReachable = reach === undefined || isAllowedAsWritten(url, reach)
  const way = { untilUsable, over: over.signal, ...(reach && { lookup: createFilteredLookup(reach) }) }
  const { agent, proxy } = isReachable ? await wayTo(new URL(url), way) : noWay('the address may not be reached')
  const patience = setTimeout(() => {
    if (!hasStood) failed.abort()
  }, connectMs)
  return {
    agent,
    failed: failed.signal,
    stood: () => hasStood,
    isTooLate: () => isTooLate,
    proxy,
    close: () => {
      clearTimeout(patience)
      over.abort()
      agent.destroy()
    },
  }
}

type Way = Pick<WatchedConnection, 'agent' | 'proxy'>

interface WayOptions {
  readonly untilUsable: WaitUntilUsable
  readonly over: AbortSignal
  readonly lookup?: LookupFunction
}

async function wayTo(target: URL, options: WayOptions): Promise<Way> {
  const { untilUsable, over } = options
  const proxy = proxyFor(target)
  if (proxy === null) return { agent: direct(target, options), proxy: () => null }
  if ('variable' in proxy)
    return noWay('the proxy is not named in a way that can be read', { kind: 'unreadable', ...proxy })
  const { ProxyTunnelAgent } = await import('./tunnel.ts')
  const agent = new ProxyTunnelAgent(proxy, { untilUsable, over, tls: strictTls })
  return { agent, proxy: () => agent.news() }
}

/** A request that must go through a proxy must not go another way. */
const noWay = (why: string, news: ProxyOutcome | null = null): Way => ({
  agent: Object.assign(new http.Agent(), {
    createConnection() {
      throw new Error(why)
    },
  }),
  proxy: () => news,
})

function direct({ protocol }: URL, { untilUsable, lookup }: WayOptions): http.Agent {
  const isOverTls = protocol === 'https:'
  const agent = isOverTls ? new https.Agent({ keepAlive: false, ...strictTls }) : new http.Agent({ keepAlive: false })
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, created) => {
    const socket = connect(lookup ? { ...options, lookup } : options)
    if (!socket) return socket
    untilUsable(socket, isOverTls ? 'secureConnect' : 'connect').then(
      () => created?.(null, socket),
      (cause: unknown) => created?.(cause as Error, socket),
    )
    return undefined
  }
  return agent
}
