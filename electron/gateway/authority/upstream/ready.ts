import type { Clock } from '../../ports.ts'
import { AuthorityClock } from '../authority-clock.ts'
import type { SendingAdvice, TokenStatus } from '../port.ts'
import { Api, type UpstreamRequest, type UpstreamSettings } from './api.ts'

/** A good answer counts this long, so that a document does not cost two requests. */
const trustedMs = 30_000

/** Asked before a document is claimed. */
export class Readiness {
  readonly #api: Api
  readonly #clock: AuthorityClock
  #goodUntilMs = Number.NEGATIVE_INFINITY

  constructor(api: Api, clock: AuthorityClock) {
    this.#api = api
    this.#clock = clock
  }

  async ask(): Promise<SendingAdvice> {
    const isTrusted = this.#clock.steadyMs() < this.#goodUntilMs
    const advice = isTrusted ? ({ kind: 'go_on' } as const) : await this.askVersion()
    if (advice.kind !== 'go_on' || (await this.#clock.isFitToSend(() => this.askVersion()))) return advice
    return { kind: 'pause', askedMs: null, attention: 'clock_wrong' }
  }

  forget(): void {
    this.#goodUntilMs = Number.NEGATIVE_INFINITY
  }

  async askVersion(): Promise<SendingAdvice> {
    const result = await this.#api.call({ method: 'GET', path: '/version/' })
    if (result.kind !== 'answered') return { kind: 'pause', askedMs: null, attention: null }
    const { status, askedMs } = result
    if (status === 200) {
      this.#goodUntilMs = this.#clock.steadyMs() + trustedMs
      return { kind: 'go_on' }
    }
    // The address or the token is wrong: only the owner can correct that.
    const isOurs = status >= 400 && status < 500 && status !== 429
    return { kind: 'pause', askedMs, attention: isOurs ? 'company_not_ready' : null }
  }
}

/** Requests that are refused for their scope, or do nothing (contract 2). */
const questions: Readonly<Record<string, UpstreamRequest>> = {
  submit: { method: 'POST', path: '/sale/invoice_submission', body: '{}' },
  read: { method: 'GET', path: '/sale/invoice_checkstatus/by_guid' },
  cancel: { method: 'POST', path: '/sale/invoice_cancellation', body: '{}' },
  taxpayer: { method: 'GET', path: '/taxauth/tin_search' },
}

export function tokenCheck(settings: UpstreamSettings, own: Clock): () => Promise<TokenStatus> {
  const api = new Api(settings, new AuthorityClock(own))
  return async () => {
    const version = await api.call({ method: 'GET', path: '/version/' })
    if (version.kind !== 'answered' || version.status >= 500 || version.status === 429) return { kind: 'unreached' }
    if (version.problem?.code === 'unauthorized') return { kind: 'refused' }
    if (!isGateway(version.json)) return { kind: 'no_gateway' }
    const lacking = await Promise.all(
      Object.entries(questions).map(async ([scope, ask]) => {
        const result = await api.call(ask)
        return result.kind === 'answered' && result.problem?.code === 'insufficient_scope' ? [scope] : []
      }),
    )
    const scopes = lacking.flat()
    return scopes.length > 0 ? { kind: 'lacks', scopes } : { kind: 'good' }
  }
}

const isGateway = (json: unknown): boolean => typeof json === 'object' && json !== null && 'api_version' in json

/** @throws Error if it was not taken */
export function outletReporter(settings: UpstreamSettings, own: Clock): (report: object) => Promise<void> {
  // The address ends in /v1; the operator API is at /operator/v1 of the same server.
  const url = new URL('../operator/v1', `${settings.url}/`).href
  const api = new Api({ ...settings, url }, new AuthorityClock(own))
  return async (report) => {
    const result = await api.call({ method: 'POST', path: '/outlets/reports', body: JSON.stringify(report) })
    if (result.kind !== 'answered') throw new Error('no answer')
    if (result.status !== 200) throw new Error(`answered with ${result.status}`)
  }
}
