import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { finished } from 'node:stream'
import type { AccessRefusalCounter } from '../ports.ts'
import { networkOf } from './origin.ts'

/**
 * How long a connection may take (reliability IN29). Node checks every 30 seconds by default, which would turn 5
 * seconds into 35.
 */
export const connectionTimeouts = {
  /** Without a single byte. Node's own look at headers must find none of these: it would close them all at once. */
  silentMs: 3_000,
  headersMs: 5_000,
  requestMs: 15_000,
  keepAliveMs: 30_000,
  lookEveryMs: 2_000,
} as const

/**
 * Each waiting till and each open screen holds one, so a shop of a hundred tills stays far below. One more is closed
 * without an answer; a till takes that for a broken connection and sends again.
 */
export const mostConnections = 2048

/** Past Node's usual 511 the system drops new connections, and a till tries again only after a second. */
export const backlog = 4096

/**
 * The others are kept free for callers that have shown a token. An idle connection costs little, and one that is closed
 * to make room is opened again at once: tills would stand in line behind a thousand of those.
 */
export const mostUnauthenticated = 1280

/** What is closed for its silence may be opened again at once, and tills would wait if that were all of it. */
export const silentCloseRate = { each: 60, everyMs: 100 } as const

/** A new till needs less time to show its token. */
const graceLooks = 1_000 / silentCloseRate.everyMs

interface Unauthenticated {
  /** Looks are counted and not time: after a process stood still, bytes may wait that it did not read. */
  readonly sinceLook: number
  readonly from: string
  busy: number
}

/** In the order in which they came, by the network that they came from. */
type Crowds = Map<string, Map<Socket, Unauthenticated>>

export interface ConnectionLimiter {
  /** A token was shown: this connection is not closed to make room. */
  markAuthenticated(socket: Socket): void
}

/**
 * Any program can open connections without a token. If too many are anonymous, the address with the most of them loses
 * one: its oldest idle one, else its oldest. Those that stay silent are closed, a few at a time.
 * @param isSilent before a handshake every connection is
 */
export function limitConnections(
  server: Server,
  refusals: Pick<AccessRefusalCounter, 'count'>,
  { silentMs, isSilent }: { readonly silentMs: number; readonly isSilent: (socket: Socket) => boolean } = {
    silentMs: connectionTimeouts.silentMs,
    isSilent: ({ bytesRead }) => bytesRead === 0,
  },
): ConnectionLimiter {
  let looks = 0
  const crowds: Crowds = new Map()
  const unauthenticated = new Map<Socket, Unauthenticated>()
  const forget = (socket: Socket) => {
    const from = unauthenticated.get(socket)?.from ?? ''
    const crowd = crowds.get(from)
    if (!unauthenticated.delete(socket) || !crowd?.delete(socket) || crowd.size > 0) return
    crowds.delete(from)
  }
  server.maxConnections = mostConnections
  server.on('drop', () => refusals.count('connection'))
  server.on('connection', (socket: Socket) => {
    const connection = { sinceLook: looks, from: networkOf(socket.remoteAddress ?? ''), busy: 0 }
    unauthenticated.set(socket, connection)
    const crowd = crowds.get(connection.from) ?? new Map<Socket, Unauthenticated>()
    crowds.set(connection.from, crowd.set(socket, connection))
    socket.once('close', () => forget(socket))
    if (unauthenticated.size <= mostUnauthenticated) return
    const leaving = parted(crowds, looks - graceLooks)
    if (leaving) forget(leaving)
    leaving?.destroy()
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
  const looking = setInterval(() => {
    looks += 1
    let closed = 0
    for (const [socket, { sinceLook }] of unauthenticated) {
      if (looks - sinceLook <= silentMs / silentCloseRate.everyMs || closed === silentCloseRate.each) return
      if (!isSilent(socket)) continue
      socket.destroy()
      closed += 1
    }
  }, silentCloseRate.everyMs)
  looking.unref()
  server.once('close', () => clearInterval(looking))
  return { markAuthenticated: forget }
}

/** The order in which they are closed. A busy one is not protected: a body can be sent byte by byte for ever. */
function parted(crowds: Crowds, lingeringSince: number): Socket | undefined {
  let most: ReadonlyMap<Socket, Unauthenticated> = new Map()
  for (const crowd of crowds.values()) if (crowd.size > most.size) most = crowd
  for (const [socket, { busy, sinceLook }] of most) {
    if (sinceLook >= lingeringSince) break
    if (busy === 0) return socket
  }
  return most.keys().next().value
}

/**
 * Reads the rest of a request before its refusal closes the connection. Many tills listen only after they have sent
 * everything; a connection that ends earlier looks broken to them, and they would send the same for ever. What is read
 * is dropped, within the time for a request (`patience`).
 */
export async function drainRequest(request: IncomingMessage, { shouldKeepAlive }: ServerResponse): Promise<void> {
  if (request.complete || shouldKeepAlive) return
  await new Promise<void>((resolve) => {
    finished(request, () => resolve())
    request.resume()
  })
}

/** Time for the caller to read the refusal. */
const partingMs = 1_000

/** Bytes that are no HTTP request reach no handler: they get a bare refusal, and the connection ends. */
export function answerMalformedRequest(
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
