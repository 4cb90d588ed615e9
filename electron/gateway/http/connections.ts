import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { finished } from 'node:stream'
import type { RefusalCounter } from '../ports.ts'
import { networkOf } from './origin.ts'

/**
 * How long a connection may take (reliability IN29). Node checks every 30 seconds by default, which would turn 5
 * seconds into 35.
 */
export const patience = {
  headersMs: 5_000,
  requestMs: 15_000,
  keepAliveMs: 30_000,
  lookEveryMs: 2_000,
} as const

/**
 * Each waiting till and each open screen holds one, so a shop of a hundred tills stays far below. One more is closed
 * without an answer; a till takes that for a broken connection and sends again.
 */
export const mostConnections = 1024

/** Past Node's usual 511 the system drops new connections, and a till tries again only after a second. */
export const backlog = 4096

/** The others are kept free for callers that have shown a token. */
export const mostUnauthenticated = 256

/** A new till needs less time to show its token. */
const graceMs = 1_000

interface Unauthenticated {
  readonly sinceMs: number
  readonly from: string
  busy: number
}

export interface Connections {
  /** A token was shown: this connection is not closed to make room. */
  markAuthenticated(socket: Socket): void
}

/**
 * Any program can open connections without a token. If too many are anonymous, the address with the most of them loses
 * one: its oldest idle one, else its oldest. A TLS server is limited before the handshake, too, when it sees no request
 * yet.
 */
export function limitConnections(server: Server, refusals: Pick<RefusalCounter, 'count'>): Connections {
  const unauthenticated = new Map<Socket, Unauthenticated>()
  server.maxConnections = mostConnections
  server.on('drop', () => refusals.count('connection'))
  server.on('connection', (socket: Socket) => {
    unauthenticated.set(socket, { sinceMs: performance.now(), from: networkOf(socket.remoteAddress ?? ''), busy: 0 })
    socket.once('close', () => unauthenticated.delete(socket))
    if (unauthenticated.size <= mostUnauthenticated) return
    parted(unauthenticated)?.destroy()
    refusals.count('connection')
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = unauthenticated.get(socket)
    if (!connection) return
    connection.busy += 1
    response.once('close', () => {
      connection.busy -= 1
    })
  })
  return {
    markAuthenticated: (socket) => void unauthenticated.delete(socket),
  }
}

/** The order in which they are closed. A busy one is not protected: a body can be sent byte by byte for ever. */
function parted(unauthenticated: ReadonlyMap<Socket, Unauthenticated>): Socket | undefined {
  const crowds = Map.groupBy(unauthenticated, ([, { from }]) => from).values()
  const crowd = crowds.reduce((most, each) => (each.length > most.length ? each : most))
  const idle = crowd.find(([, { busy }]) => busy === 0)
  const isLingering = idle !== undefined && performance.now() - idle[1].sinceMs > graceMs
  return (isLingering ? idle : crowd[0])?.[0]
}

/**
 * Reads the rest of a request before its refusal closes the connection. Many tills listen only after they have sent
 * everything; a connection that ends earlier looks broken to them, and they would send the same for ever. What is read
 * is dropped, within the time for a request (`patience`).
 */
export async function hearToTheEnd(request: IncomingMessage, { shouldKeepAlive }: ServerResponse): Promise<void> {
  if (request.complete || shouldKeepAlive) return
  await new Promise<void>((resolve) => {
    finished(request, () => resolve())
    request.resume()
  })
}

/** Time for the caller to read the refusal. */
const partingMs = 1_000

/** Bytes that are no HTTP request reach no handler: they get a bare refusal, and the connection ends. */
export function refuseUnreadable(
  error: Error & { readonly code?: string },
  socket: Pick<Socket, 'writable' | 'end' | 'destroy' | 'once'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  socket.end(`HTTP/1.1 ${refusalOf(error.code)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  const parting = setTimeout(() => socket.destroy(), partingMs)
  socket.once('close', () => clearTimeout(parting))
}

function refusalOf(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return '431 Request Header Fields Too Large'
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return '408 Request Timeout'
    default:
      return '400 Bad Request'
  }
}
