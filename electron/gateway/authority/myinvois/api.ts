import type { z } from 'zod'
import type { HttpAsk } from '../../platform/outgoing/exchange.ts'
import type { CompanyProfile } from '../../store/port/port.ts'
import { type AskHttpDeps, type AuthorityHttpResult, addBearerToken, askHttp, emptyAnswerTrace } from '../ask.ts'
import type { AnswerTrace } from '../port.ts'
import { parseLowerKeys } from './answer.ts'
import type { LimitedRequest, Limits } from './limits.ts'
import type { CredentialsFor, Sessions, SignInResult } from './session.ts'

export interface ApiDeps extends AskHttpDeps {
  readonly apiUrl: string
  readonly sessions: Sessions
  readonly limits: Limits
  readonly credentialsFor: CredentialsFor
  readonly timeoutMs: number
}

export interface MyInvoisRequest extends Pick<HttpAsk, 'method' | 'mayStillSend'> {
  readonly path: string
  /** Null if the authority has no limit for it. */
  readonly limit: LimitedRequest | null
  readonly body?: unknown
  readonly hasPermit?: boolean
}

export type ApiResult =
  | ApiAnswer
  /** Nothing was sent: the authority asked us to wait, or it is not known whether it may be asked. */
  | { readonly kind: 'held'; readonly askedMs: number }
  | { readonly kind: 'not_signed_in'; readonly signIn: Exclude<SignInResult, { readonly kind: 'signed_in' }> }
  | Exclude<AuthorityHttpResult, { readonly kind: 'answered' }>

export interface ApiAnswer {
  readonly kind: 'answered'
  readonly status: number
  /** With keys in lower case; undefined if it was not JSON. */
  readonly json: unknown
  readonly isEmpty: boolean
  readonly correlationId: string | null
  readonly askedMs: number | null
}

/** Calls of the authority's API, signed in as a company's taxpayer (myinvois 1, 2). */
export class Api {
  readonly #deps: ApiDeps

  constructor(deps: ApiDeps) {
    this.#deps = deps
  }

  signIn(company: CompanyProfile): Promise<SignInResult> {
    return this.#deps.sessions.signIn(company)
  }

  renew(company: CompanyProfile): Promise<void> {
    return this.#deps.sessions.renew(company)
  }

  /** Every answer shows the time. This request has the highest limit. */
  async askTime(company: CompanyProfile): Promise<void> {
    await this.call(company, { method: 'GET', path: '/api/v1.0/documenttypes', limit: null })
  }

  /** How long the authority takes no such request; null if it takes them. */
  async heldMs(limit: LimitedRequest | null, company: CompanyProfile): Promise<number | null> {
    return this.#deps.limits.heldMs(limit, await this.#clientOf(company))
  }

  async awaitPermit(limit: LimitedRequest | null, company: CompanyProfile): Promise<void> {
    if (limit !== null) await this.#deps.limits.wait(limit, await this.#clientOf(company))
  }

  async #clientOf(company: CompanyProfile): Promise<string> {
    return (await this.#deps.credentialsFor(company))?.clientId ?? ''
  }

  /** If the authority refuses the token, it is renewed once (myinvois 4). */
  async call(company: CompanyProfile, ask: MyInvoisRequest): Promise<ApiResult> {
    const first = await this.#callOnce(company, ask)
    return first.kind === 'answered' && first.status === 401
      ? this.#callOnce(company, { ...ask, hasPermit: false })
      : first
  }

  async #callOnce(company: CompanyProfile, ask: MyInvoisRequest): Promise<ApiResult> {
    const { apiUrl, timeoutMs, sessions, limits } = this.#deps
    if (!ask.hasPermit) await this.awaitPermit(ask.limit, company)
    const signIn = await sessions.signIn(company)
    if (signIn.kind !== 'signed_in') return { kind: 'not_signed_in', signIn }
    // Read first: once there is an answer, no error may hide it.
    const clientId = await this.#clientOf(company)
    const heldMs = limits.heldMs(ask.limit, clientId)
    if (heldMs !== null) return { kind: 'held', askedMs: heldMs }
    if (ask.mayStillSend && !(await ask.mayStillSend())) return { kind: 'too_late' }
    const body = ask.body === undefined ? undefined : JSON.stringify(ask.body)
    const request = addBearerToken({ ...ask, url: `${apiUrl}${ask.path}`, token: signIn.accessToken, body })
    const result = await askHttp(this.#deps, request, timeoutMs)
    if (result.kind !== 'answered') return result
    if (result.status === 401) sessions.forget(signIn.accessToken)
    const { status, askedMs } = result
    if (status === 429) limits.pause(ask.limit, clientId, askedMs)
    return {
      kind: 'answered',
      status,
      json: parseLowerKeys(result.body),
      isEmpty: result.body.length === 0,
      correlationId: result.headers('correlationid')?.slice(0, 200) ?? null,
      askedMs,
    }
  }
}

/** The data, or how long to wait before asking again. */
export type ReadResult<Shape> =
  | { readonly data: Shape; readonly askedMs: null }
  | { readonly data: null; readonly askedMs: number | null }

/** @returns no data without a proper answer */
export async function read<Schema extends z.ZodType>(
  api: Api,
  company: CompanyProfile,
  { schema, ...ask }: { readonly path: string; readonly limit: LimitedRequest | null; readonly schema: Schema },
): Promise<ReadResult<z.output<Schema>>> {
  const result = await api.call(company, { method: 'GET', ...ask })
  const parsed = result.kind === 'answered' && result.status === 200 ? schema.safeParse(result.json) : null
  return parsed?.success ? { data: parsed.data, askedMs: null } : { data: null, askedMs: askedPauseMsOf(result) }
}

export const askedPauseMsOf = (result: ApiResult): number | null => {
  if (result.kind === 'answered' || result.kind === 'held') return result.askedMs
  return result.kind === 'not_signed_in' && result.signIn.kind === 'throttled' ? result.signIn.askedMs : null
}

export const answerTraceOf = (result: ApiResult): AnswerTrace =>
  result.kind === 'answered'
    ? { httpStatus: result.status, correlationId: result.correlationId, answer: null }
    : emptyAnswerTrace
