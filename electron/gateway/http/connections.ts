import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { finished } from 'node:stream'
import type { RefusalCounter } from '../ports.ts'
import { networkOf } from './origin.ts'

/**
 * How long a connection may take (reliability IN29). Node looks at its connections only so often: with its own half a
 * minute in between, five seconds for the headers would be thirty-five.
 */
export const patience = {
  headersMs: 5_000,
  requestMs: 15_000,
  keepAliveMs: 30_000,
  lookEveryMs: 2_000,
} as const

/**
 * A till that waits for changes holds one, and so does every open screen: a shop of a hundred tills stays far below.
 * One more than this is closed without an answer, which tills take for a broken connection: they send again.
 */
export const mostConnections = 1024

/** Of connections that stand in line: past Node's 511 the system drops new ones, and a till comes again after a second. */
export const backlog = 4096

/** So many connections may be anonymous; the other places are kept for callers who have shown a token. */
export const mostUnauthenticated = 256

/** A till that has just come says who it is in less. */
const graceMs = 1_000

interface Unauthenticated {
  readonly sinceMs: number
  readonly from: string
  /** Requests that are being answered. */
  busy: number
}

/** Who holds the connections of a server. */
export interface Connections {
  /** A token was shown on this one: it is not closed to make room. */
  markAuthenticated(socket: Socket): void
}

/**
 * Any program can open connections, also one without a token. If too many are anonymous, one of the computer that holds
 * the most of them makes room: its oldest idle one, and where all are at something the oldest. Tills keep theirs, and a
 * new caller comes in. A server that speaks TLS is limited before the handshake too, where it sees no request.
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

/** In the order they came. One that sends a body byte by byte is busy for ever, so being busy protects no connection. */
function parted(unauthenticated: ReadonlyMap<Socket, Unauthenticated>): Socket | undefined {
  const crowds = Map.groupBy(unauthenticated, ([, { from }]) => from).values()
  const crowd = crowds.reduce((most, each) => (each.length > most.length ? each : most))
  const idle = crowd.find(([, { busy }]) => busy === 0)
  const isLingering = idle !== undefined && performance.now() - idle[1].sinceMs > graceMs
  return (isLingering ? idle : crowd[0])?.[0]
}

/**
 * Before a refusal is written to a caller that is still sending and whose connection ends with it. Many tills listen only
 * once all is sent, and take what ends before that for a broken line: they would send the same for ever. What is read is
 * dropped, and takes no longer than a request may (`patience`). Where the connection stays, Node reads on by itself.
 */
export async function hearToTheEnd(request: IncomingMessage, { shouldKeepAlive }: ServerResponse): Promise<void> {
  if (request.complete || shouldKeepAlive) return
  await new Promise<void>((resolve) => {
    finished(request, () => resolve())
    request.resume()
  })
}

/** For the caller to read the refusal, which takes no time on one machine. */
const partingMs = 1_000

/**
 * A request that is not HTTP, or never became one, reaches no handler: it gets a bare refusal and the connection ends,
 * whether the other side closes its half or not.
 */
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
