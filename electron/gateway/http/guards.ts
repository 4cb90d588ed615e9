import type { IncomingMessage } from 'node:http'
import { TLSSocket } from 'node:tls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../../shared/api/faults.ts'
import type { ServedEndpoint } from './call.ts'
import { headerValues } from './headers.ts'

export interface ListenerRules {
  /** Allowed values of `Host`, with the port. */
  readonly hosts: readonly string[]
  readonly ownOrigins: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** For callers from other computers, over TLS; absent if there are none. */
  readonly network?: NetworkListenerRules
}

export interface NetworkListenerRules extends Pick<ListenerRules, 'hosts' | 'ownOrigins'> {
  readonly hasScreens: boolean
}

/** Answered under any host name (contract 10). */
export const readyPath = '/readyz'

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/** Only the listener for other computers uses TLS. */
export const isFromNetwork = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean => socket instanceof TLSSocket

/** @returns null if callers from other computers are not answered */
function listenerOf(
  request: IncomingMessage,
  listeners: ListenerRules,
): Pick<ListenerRules, 'hosts' | 'ownOrigins'> | null {
  if (isFromNetwork(request)) return listeners.network ?? null
  return loopback.includes(request.socket.remoteAddress ?? '127.0.0.1') ? listeners : null
}

/**
 * The first check of every request: any web page can reach a server on localhost, also by a name that resolves to it
 * (contract 2, reliability 1.2). @throws Fault host_not_allowed, bad_request_target, origin_not_allowed
 */
export function guardRequest(request: IncomingMessage, listeners: ListenerRules): void {
  const listener = listenerOf(request, listeners)
  if (!listener) throw new Fault('host_not_allowed')
  // A load balancer asks by address, and learns only one word.
  if (request.url === readyPath) return
  const hosts = headerValues(request, 'host')
  // Compared as text: a parser would turn 127.1 and 2130706433 into our address.
  if (hosts.length !== 1 || !listener.hosts.includes(hosts[0]?.toLowerCase() ?? ''))
    throw new Fault('host_not_allowed', isFromNetwork(request) ? { says: 'other_network_name' } : {})
  if (!request.url?.startsWith('/')) throw new Fault('bad_request_target')
  guardOrigin(request, { ...listener, allowedOrigins: listeners.allowedOrigins })
}

/** Pages without a token, such as names of people and the PIN entry, are not there for other computers. */
export function isHiddenFromNetwork(
  request: Pick<IncomingMessage, 'socket'>,
  { endpoint, path }: { readonly endpoint: Pick<ServedEndpoint, 'scope'> | undefined; readonly path: string },
  { network }: ListenerRules,
): boolean {
  if (!isFromNetwork(request) || network?.hasScreens === true) return false
  return endpoint ? endpoint.scope === 'open' || endpoint.scope === 'person' : path !== '/healthz' && path !== readyPath
}

function guardOrigin(request: IncomingMessage, { ownOrigins, allowedOrigins }: Omit<ListenerRules, 'network'>): void {
  const origins = headerValues(request, 'origin')
  if (origins.length > 1) throw new Fault('origin_not_allowed')
  const [origin] = origins
  if (origin !== undefined && allowedOrigins.includes(origin)) return
  if (origin !== undefined && !ownOrigins.includes(origin)) throw new Fault('origin_not_allowed')
  // A browser calls another port of this machine “same-site”; we do not.
  const sites = headerValues(request, 'sec-fetch-site')
  if (sites.some((site) => site !== 'same-origin' && site !== 'none')) throw new Fault('origin_not_allowed')
}

/** The origin, if the owner allowed it. */
export const allowedOriginOf = (request: IncomingMessage, { allowedOrigins }: ListenerRules): string | null => {
  const [origin] = headerValues(request, 'origin')
  return origin !== undefined && allowedOrigins.includes(origin) ? origin : null
}

/** Only origins that the owner allowed get CORS headers. */
export function handleCors(request: FastifyRequest, reply: FastifyReply, listeners: ListenerRules): boolean {
  const origin = allowedOriginOf(request.raw, listeners)
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
