import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../../ports.ts'
import type { PracticeClock } from './clock.ts'
import type { Reply } from './wire.ts'

export interface IncomingRequest {
  readonly method: string | undefined
  readonly url: URL
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

export interface ServerDeps {
  readonly log: Log
  readonly clock: PracticeClock
  /** If true, connections are cut at once. */
  readonly isAway: () => boolean
  /** @returns null to never answer */
  readonly answer: (incoming: IncomingRequest) => Promise<Reply | null>
}

/** More than the largest submission, so that one that is too large gets an answer. */
const mostBytes = 8 * 1024 * 1024
/** More than any caller sends by mistake. Beyond it the connection is cut. */
const cutBytes = 4 * mostBytes

/** A gateway needs only a few. */
export const mostConnections = 128
const patience = { headersTimeout: 5_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 } as const

export class PracticeServer {
  readonly #deps: ServerDeps
  readonly #server: http.Server
  readonly #serving = new Set<Promise<void>>()
  #port = 0

  constructor(deps: ServerDeps) {
    this.#deps = deps
    this.#server = http.createServer(patience, (request, response) => {
      const served = this.#serve(request, response).finally(() => this.#serving.delete(served))
      this.#serving.add(served)
    })
    this.#server.maxConnections = mostConnections
    this.#server.on('connection', (socket) => {
      if (deps.isAway()) socket.destroy()
    })
  }

  /** @returns its address */
  async start(): Promise<string> {
    await this.#listen(0)
    this.#port = (this.#server.address() as AddressInfo).port
    return `http://127.0.0.1:${this.#port}`
  }

  cutConnections(): void {
    this.#server.closeAllConnections()
  }

  async stopListening(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    // Otherwise requests that a fault never answers would block this.
    this.#server.closeAllConnections()
    await closed
  }

  async close(): Promise<void> {
    await this.stopListening()
    await Promise.all(this.#serving)
  }

  /** @throws Error if another program took the port meanwhile */
  async listenAgain(): Promise<void> {
    if (!this.#server.listening) await this.#listen(this.#port)
  }

  #listen(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', reject)
        resolve()
      })
    })
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    try {
      if (this.#deps.isAway()) return void request.socket.destroy()
      const body = await readBody(request)
      if (!body) return this.#write(response, { status: 413 })
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const reply = await this.#deps.answer({ method: request.method, url, headers: request.headers, body })
      if (reply) this.#write(response, reply)
    } catch (cause) {
      // The caller hung up: there is no one to answer.
      if (request.destroyed && !request.complete) return
      this.#deps.log.error({ err: cause }, 'the practice authority failed')
      if (!response.headersSent) this.#write(response, { status: 500 })
    }
  }

  #write(response: http.ServerResponse, { status, body, headers = {} }: Reply): void {
    const isPage = typeof body === 'string'
    const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(isPage ? body : JSON.stringify(body), 'utf8')
    response.sendDate = false
    response.writeHead(status, {
      Date: new Date(this.#deps.clock.shown()).toUTCString(),
      ...(bytes.length > 0 && {
        'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      }),
      'Content-Length': String(bytes.length),
      ...headers,
    })
    response.end(bytes)
  }
}

/** @returns null if it is too large to answer. @throws Error if it does not end */
async function readBody(request: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > cutBytes) request.destroy()
    // Read to the end: a caller that is cut off cannot see the answer.
    if (size <= mostBytes) chunks.push(chunk)
  }
  return size > mostBytes ? null : Buffer.concat(chunks)
}
