import type { IncomingMessage } from 'node:http'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { valuesOf } from './headers.ts'

export interface Doors {
  /** Hosts the gateway answers to, with the port. */
  readonly hosts: readonly string[]
  /** Web origins that may call it: its own, and those the owner allowed. */
  readonly ownOrigins: readonly string[]
  readonly allowedOrigins: readonly string[]
}

const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1']

/**
 * What is checked of every request before anything looks at what it asks for: any web page can reach a server on
 * localhost, and so can a name that resolves to it (contract 2, reliability 1.2).
 * @throws Fault host_not_allowed, bad_request_target, origin_not_allowed
 */
export function guardRequest(request: IncomingMessage, doors: Doors): void {
  if (!loopback.includes(request.socket.remoteAddress ?? '127.0.0.1')) throw new Fault('host_not_allowed')
  const hosts = valuesOf(request, 'host')
  // Compared as text: a parser would turn 127.1 and 2130706433 into the address we expect.
  if (hosts.length !== 1 || !doors.hosts.includes(hosts[0]?.toLowerCase() ?? '')) throw new Fault('host_not_allowed')
  if (!request.url?.startsWith('/')) throw new Fault('bad_request_target')
  guardOrigin(request, doors)
}

function guardOrigin(request: IncomingMessage, { ownOrigins, allowedOrigins }: Doors): void {
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
