// The part of Electron's network that updates need: the session's proxy, and its request for a password.
import { EventEmitter } from 'node:events'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { onlyAfterReady } from './ready.ts'
import type { Session } from './session.ts'

interface NetOptions extends http.RequestOptions {
  readonly session?: Session
  readonly redirect?: string
}

export const request = (options: NetOptions) => {
  onlyAfterReady('net module can only be used after app is ready')
  return new NetRequest(options)
}

class NetRequest extends EventEmitter {
  readonly #options: NetOptions
  #sent: ClientRequest | null = null

  constructor(options: NetOptions) {
    super()
    this.#options = options
  }

  end(): void {
    this.#send(this.#options.session?.proxyCredentials ?? null)
  }

  abort(): void {
    this.#sent?.destroy()
    this.emit('abort')
  }

  #send(credentials: string | null): void {
    const { session, redirect: _redirect, ...options } = this.#options
    const target = new URL(`${options.protocol ?? 'http:'}//${options.hostname}:${options.port ?? ''}${options.path}`)
    const proxy = session?.proxyRules ?? null
    const { request: send } = target.protocol === 'https:' ? https : http
    const headers = credentials === null ? {} : { 'Proxy-Authorization': `Basic ${btoa(credentials)}` }
    const agent = proxy === null ? undefined : new HttpsProxyAgent(proxy, { headers })
    let isRefused = false
    agent?.on('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
      isRefused = statusCode === 407
    })
    const sent = send(target, { headers: options.headers, method: options.method, ...(agent && { agent }) })
    this.#sent = sent
    sent.on('error', (cause) => this.emit('error', cause))
    sent.on('response', (answer: IncomingMessage) => {
      if (!isRefused && session) session.proxyCredentials = credentials
      if (!isRefused) return void this.emit('response', answer)
      answer.resume()
      this.#askForPassword(new URL(proxy ?? ''))
    })
    sent.end()
  }

  /**
   * Asks until the password is right, as Chromium does. Without a listener or with an empty answer the request fails.
   */
  #askForPassword({ hostname: host, port }: URL): void {
    const info = { isProxy: true, scheme: 'basic', host, port: Number(port), realm: 'shop' }
    const answer = (user?: string, password?: string) => {
      if (user === undefined) this.emit('error', new Error('net::ERR_TUNNEL_CONNECTION_FAILED'))
      else this.#send(`${user}:${password}`)
    }
    if (!this.emit('login', info, answer)) answer()
  }
}
