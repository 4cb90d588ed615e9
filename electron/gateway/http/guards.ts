import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../../shared/api/faults.ts'
import type { ServedEndpoint } from './call.ts'
import { valuesOf } from './headers.ts'

export interface Doors {
  /** Hosts the gateway answers to, with the port. */
  readonly hosts: readonly string[]
  /** Web origins that may call it: its own, and those the owner allowed. */
  readonly ownOrigins: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** Hosts and own origins for callers from another computer, over TLS; absent if there may be none. */
  readonly network?: NetworkDoors
}

export interface NetworkDoors extends Pick<Doors, 'hosts' | 'ownOrigins'> {
  /** Whether people may sign in there. */
  readonly hasScreens: boolean
}

/** Asked by any name (contract 10). */
export const readyPath = '/readyz'

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Whether it came in by the door for other computers: no other takes TLS. */
export const isFromNetwork = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean => socket instanceof TLSSocket

/** @returns what holds for callers who came in there; null if none may */
function doorOf(request: IncomingMessage, doors: Doors): Pick<Doors, 'hosts' | 'ownOrigins'> | null {
  if (isFromNetwork(request)) return doors.network ?? null
  return loopback.includes(request.socket.remoteAddress ?? '127.0.0.1') ? doors : null
}

/**
 * What is checked of every request before anything looks at what it asks for: any web page can reach a server on
 * localhost, and so can a name that resolves to it (contract 2, reliability 1.2).
 * @throws Fault host_not_allowed, bad_request_target, origin_not_allowed
 */
export function guardRequest(request: IncomingMessage, doors: Doors): void {
  const door = doorOf(request, doors)
  if (!door) throw new Fault('host_not_allowed')
  // A load balancer asks by address, and learns one word.
  if (request.url === readyPath) return
  const hosts = valuesOf(request, 'host')
  // Compared as text: a parser would turn 127.1 and 2130706433 into the address we expect.
  if (hosts.length !== 1 || !door.hosts.includes(hosts[0]?.toLowerCase() ?? ''))
    throw new Fault('host_not_allowed', isFromNetwork(request) ? { says: 'other_network_name' } : {})
  if (!request.url?.startsWith('/')) throw new Fault('bad_request_target')
  guardOrigin(request, { ...door, allowedOrigins: doors.allowedOrigins })
}

/**
 * Whether it is not there for callers from another computer: what asks for no token is for people at this one,
 * their names and the place where a PIN is tried.
 */
export function isHidden(
  request: Pick<IncomingMessage, 'socket'>,
  { endpoint, path }: { readonly endpoint: Pick<ServedEndpoint, 'scope'> | undefined; readonly path: string },
  { network }: Doors,
): boolean {
  if (!isFromNetwork(request) || network?.hasScreens === true) return false
  return endpoint ? endpoint.scope === 'open' || endpoint.scope === 'person' : path !== '/healthz' && path !== readyPath
}

function guardOrigin(request: IncomingMessage, { ownOrigins, allowedOrigins }: Omit<Doors, 'network'>): void {
  const origins = valuesOf(request, 'origin')
  if (origins.length > 1) throw new Fault('origin_not_allowed')
  const [origin] = origins
  if (origin !== undefined && allowedOrigins.includes(origin)) return
  if (origin !== undefined && !ownOrigins.includes(origin)) throw new Fault('origin_not_allowed')
  // Another port of this machine counts as the same site to a browser, and is not us.
  const sites = valuesOf(request, 'sec-fetch-site')
  if (sites.some((site) => site !== 'same-origin' && site !== 'none')) throw new Fault('origin_not_allowed')
}

/** The origin, where it is one that the owner allowed to call from a web page. */
export const allowedOriginOf = (request: IncomingMessage, { allowedOrigins }: Doors): string | null => {
  const [origin] = valuesOf(request, 'origin')
  return origin !== undefined && allowedOrigins.includes(origin) ? origin : null
}

/** Only web pages of origins that the owner allowed hear anything about cross-origin access. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, doors: Doors): boolean {
  const origin = allowedOriginOf(request.raw, doors)
  if (origin === null) return false
  reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' })
  if (request.method !== 'OPTIONS') {
    reply.header(
      'access-control-expose-headers',
      'link, idempotency-replayed, preference-applied, retry-after, etag, x-request-id',
    )
    return false
  }
  reply
    .code(204)
    .headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers':
        'authorization, content-type, accept-language, prefer, if-none-match, sale_guid, company_guid, submission_from, submission_to, outlet_name',
      'access-control-max-age': '600',
      ...(request.headers['access-control-request-private-network'] && {
        'access-control-allow-private-network': 'true',
      }),
    })
    .send()
  return true
}
