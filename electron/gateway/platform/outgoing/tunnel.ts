import type { ClientRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ConnectionOptions } from 'node:tls'
import { HttpsProxyAgent } from 'https-proxy-agent'
import type { Proxy, ProxyOutcome } from './proxy.ts'

/** @param stands the event after which the connection can be used */
export type WaitUntilUsable = (socket: Duplex, stands: 'connect' | 'secureConnect' | null) => Promise<void>

interface TunnelOptions {
  readonly untilUsable: WaitUntilUsable
  readonly over: AbortSignal
  /** For the target, and for a proxy that is reached over TLS. */
  readonly tls: ConnectionOptions
}

/** A connection through a proxy by CONNECT: the proxy cannot read what goes to the target. */
export class ProxyTunnelAgent extends HttpsProxyAgent<string> {
  readonly #address: string
  readonly #options: TunnelOptions
  #isAsked = false
  #status: number | null = null

  constructor({ url, address, login }: Proxy, options: TunnelOptions) {
    const basic = login && Buffer.from(`${login.user}:${login.password}`).toString('base64')
    const headers = basic === null ? {} : { 'Proxy-Authorization': `Basic ${basic}` }
    super(url, { keepAlive: false, ...options.tls, signal: options.over, headers })
    this.#address = address
    this.#options = options
    this.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      this.#status = statusCode
    })
  }

  /** Null before the proxy was asked. */
  news(): ProxyOutcome | null {
    const proxy = this.#address
    if (!this.#isAsked) return null
    if (this.#status === null) return { kind: 'silent', proxy }
    return this.#status === 200 ? { kind: 'passed', proxy } : { kind: 'refused', proxy, status: this.#status }
  }

  override async connect(request: ClientRequest, options: Parameters<HttpsProxyAgent<string>['connect']>[1]) {
    this.#isAsked = true
    const socket = await super.connect(request, Object.assign(options, this.#options.tls))
    // The library would pass the proxy's own answer off as the target's.
    if (this.#status !== 200) {
      socket.destroy()
      throw new Error('the proxy lets nothing out')
    }
    await this.#options.untilUsable(socket, options.secureEndpoint ? 'secureConnect' : null)
    return socket
  }
}
