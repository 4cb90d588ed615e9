import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../../ports.ts'
import type { PracticeClock } from './clock.ts'
import type { Reply } from './wire.ts'

/** A request with its body read. */
export interface Incoming {
  readonly method: string | undefined
  readonly url: URL
  readonly headers: http.IncomingHttpHeaders
  readonly body: Buffer
}

export interface ServerDeps {
  readonly log: Log
  readonly clock: PracticeClock
  /** Whether connections are cut as soon as they stand. */
  readonly isAway: () => boolean
  /** @returns null to never answer */
  readonly answer: (incoming: Incoming) => Promise<Reply | null>
}

/** More than the largest submission there may be, so that one too large is told so. */
const mostBytes = 8 * 1024 * 1024
/** More than any caller sends by mistake. */
const cutBytes = 4 * mostBytes

/** Any program of this computer can come here. The gateway itself needs a few connections, and is never slow. */
export const mostConnections = 128
const patience = { headersTimeout: 5_000, requestTimeout: 15_000, connectionsCheckingInterval: 1_000 } as const

/** The listener on loopback, and what a fault does to it. */
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

  /** @returns the address it answers under */
  async start(): Promise<string> {
    await this.#listen(0)
    this.#port = (this.#server.address() as AddressInfo).port
    return `http://127.0.0.1:${this.#port}`
  }

  cutConnections(): void {
    this.#server.closeAllConnections()
  }

  /** From now on connections are refused. */
  async stopListening(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    // Else it waits for requests that a fault never answers.
    this.#server.closeAllConnections()
    await closed
  }

  /** Returns when nothing is being worked on any more. */
  async close(): Promise<void> {
    await this.stopListening()
    await Promise.all(this.#serving)
  }

  /** @throws Error where another program took the port in the meantime */
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
      // The caller hung up while sending: there is no one to answer.
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

/** @returns null where it is larger than anything we answer. @throws Error where there is no end of it */
async function readBody(request: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > cutBytes) request.destroy()
    // Read to its end all the same: a caller that is cut off while sending cannot tell what became of it.
    if (size <= mostBytes) chunks.push(chunk)
  }
  return size > mostBytes ? null : Buffer.concat(chunks)
}
