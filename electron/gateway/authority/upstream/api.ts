import { askedPauseMs } from '../../../../shared/domain/retry.ts'
import { exchange, type HttpAsk, type HttpResult } from '../../platform/outgoing/exchange.ts'
import type { AuthorityClock } from '../authority-clock.ts'
import type { Exchange } from '../port.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import { problemIn, readJson, type UpstreamProblem } from './answer.ts'

export interface UpstreamSettings {
  /** The other gateway's base URL, without a slash at its end. */
  readonly url: string
  readonly token: string
  readonly requestTimeoutMs: number
}

export interface ApiAsk extends Pick<HttpAsk, 'method' | 'mayStillSend'> {
  /** Under the base URL. */
  readonly path: string
  /** The interface's own inputs that travel in headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body?: string
}

export type ApiResult = ApiAnswer | Exclude<HttpResult, { readonly kind: 'answered' }>

export interface ApiAnswer {
  readonly kind: 'answered'
  readonly status: number
  /** Undefined where it was not JSON. */
  readonly json: unknown
  /** The gateway's own word on why not; null for what anybody on the way may have answered. */
  readonly problem: UpstreamProblem | null
  readonly correlationId: string | null
  /** How long we are asked to wait. */
  readonly askedMs: number | null
}

/** Calls of the other gateway, which has the very interface that this one has. */
export class Api {
  readonly #settings: UpstreamSettings
  readonly #clock: AuthorityClock

  constructor(settings: UpstreamSettings, clock: AuthorityClock) {
    this.#settings = settings
    this.#clock = clock
  }

  async call({ method, path, headers, body, mayStillSend }: ApiAsk): Promise<ApiResult> {
    const { url, token, requestTimeoutMs } = this.#settings
    const request = {
      method,
      url: url + path,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(mayStillSend && { mayStillSend }),
    }
    const result = await this.#clock.timed(() => exchange(request, requestTimeoutMs))
    if (result.kind !== 'answered') return result
    const json = readJson(result.body)
    return {
      kind: 'answered',
      status: result.status,
      json,
      problem: result.status >= 400 ? problemIn(json) : null,
      correlationId: result.headers('x-request-id')?.slice(0, 200) ?? null,
      askedMs: askedPauseMs(retryAfterSeconds(result.headers('retry-after'), this.#clock.now())),
    }
  }
}

export const askedMsOf = (result: ApiResult): number | null => (result.kind === 'answered' ? result.askedMs : null)

/** For the attempt's record: codes only, since sentences may quote names and numbers of people. */
export function exchangeOf(result: ApiResult): Exchange {
  if (result.kind !== 'answered') return { httpStatus: null, correlationId: null, answer: null }
  const { status, correlationId, problem } = result
  const codes = problem && [problem.code, ...(problem.errors ?? []).map(({ code }) => code)]
  return { httpStatus: status, correlationId, answer: codes?.join(' ').slice(0, 500) ?? null }
}
