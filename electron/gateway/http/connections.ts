import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../ports.ts'

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
 * The 64 of reliability 6 would be taken by such a shop itself, and so easily by one idle program that nobody else came
 * in. One more than this is closed without an answer, which tills take for a broken connection: they send again.
 */
export const mostConnections = 1024

const tellEveryMs = 60_000

/** @param log told at most once a minute that somebody was turned away */
export function limitConnections(server: Server, log: Pick<Log, 'warn'>): void {
  server.maxConnections = mostConnections
  let isTold = false
  server.on('drop', () => {
    if (isTold) return
    isTold = true
    setTimeout(() => {
      isTold = false
    }, tellEveryMs).unref()
    log.warn({ most: mostConnections }, 'too many connections at once: some are closed without an answer')
  })
}

/** For whoever reads the refusal, which takes no time on one machine. */
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
