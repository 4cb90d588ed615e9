import { nullIfThrown } from '../../../../shared/domain/null-if-thrown.ts'
import { checkpoint } from '../../platform/crash-points.ts'
import { changeState } from './change-state.ts'
import { listDocumentTypes, showDocumentType } from './document-types.ts'
import { searchDocuments, sharePage, showDetails, showRaw, showSubmission } from './documents.ts'
import type { Call, Context } from './office.ts'
import type { LimitedApi, LimitResult, RateLimits } from './rate-limits.ts'
import type { IncomingRequest } from './server.ts'
import type { SignIn } from './sign-in.ts'
import { submitDocuments } from './submit.ts'
import { searchTin, showTaxpayerOfQr, validateTin } from './taxpayer-questions.ts'
import type { Validation } from './validation.ts'
import type { Reply } from './wire.ts'

type Answer = (office: Context, call: Call) => Reply | Promise<Reply>
type Route = readonly [method: 'GET' | 'POST' | 'PUT', path: RegExp, api: Exclude<LimitedApi, 'login'>, answer: Answer]

/** The part of `/api/v1.0` that a gateway uses (myinvois 2), except signing in. */
const routes: readonly Route[] = [
  ['GET', /^\/documenttypes$/, 'documentTypes', listDocumentTypes],
  ['GET', /^\/documenttypes\/([^/]+)$/, 'documentTypes', showDocumentType],
  ['GET', /^\/taxpayer\/validate\/([^/]+)$/, 'validateTin', validateTin],
  ['GET', /^\/taxpayer\/search\/tin$/, 'searchTin', searchTin],
  ['GET', /^\/taxpayers\/qrcodeinfo\/([^/]+)$/, 'taxpayerQr', showTaxpayerOfQr],
  // Both are in use, with and without the slash.
  ['POST', /^\/documentsubmissions\/?$/, 'submit', submitDocuments],
  ['GET', /^\/documentsubmissions\/([^/]+)$/, 'getSubmission', showSubmission],
  ['PUT', /^\/documents\/state\/([^/]+)\/state$/, 'changeState', changeState],
  ['GET', /^\/documents\/search$/, 'search', searchDocuments],
  ['GET', /^\/documents\/([^/]+)\/raw$/, 'getRaw', showRaw],
  ['GET', /^\/documents\/([^/]+)\/details$/, 'getDetails', showDetails],
]

const apiPath = '/api/v1.0'

export interface RequestHandlerDeps {
  readonly office: Context
  readonly signIn: SignIn
  readonly limits: RateLimits
  readonly validation: Validation
}

/** Authentication, rate limits and faults. */
export class RequestHandler {
  readonly #deps: RequestHandlerDeps
  /** Like the recorded ones, `0HND…:00000025` (myinvois 4). */
  readonly #correlationPrefix: string
  #requests = 0

  constructor(deps: RequestHandlerDeps) {
    this.#deps = deps
    const chance = Buffer.from(deps.office.randomness.secret(12), 'base64url').toString('hex')
    this.#correlationPrefix = `0HND${chance.slice(0, 9).toUpperCase()}`
  }

  /** @returns null to never answer */
  async answer(incoming: IncomingRequest): Promise<Reply | null> {
    this.#requests += 1
    const correlationId = `${this.#correlationPrefix}:${this.#requests.toString(16).toUpperCase().padStart(8, '0')}`
    const reply = await this.#answer(incoming, correlationId)
    return reply && { ...reply, headers: { correlationId, ...reply.headers } }
  }

  async #answer({ method, url, headers, body }: IncomingRequest, correlationId: string): Promise<Reply | null> {
    const { office, signIn, validation } = this.#deps
    const contentType = headers['content-type'] ?? ''
    if (method === 'POST' && url.pathname === '/connect/token') {
      const isForm = contentType.startsWith('application/x-www-form-urlencoded')
      const form = isForm ? new URLSearchParams(body.toString('utf8')) : null
      const onBehalfOf = headers['onbehalfof']
      const login = () => signIn.token(form, typeof onBehalfOf === 'string' ? onBehalfOf : null)
      return this.#limited('login', form?.get('client_id')?.slice(0, 100) ?? '', login)
    }
    await validation.runDue()
    const page = method === 'GET' ? sharePage(office.ledger, url.pathname) : null
    if (page) return page
    for (const [routeMethod, path, api, answer] of routes) {
      const match =
        method === routeMethod && url.pathname.startsWith(apiPath) && path.exec(url.pathname.slice(apiPath.length))
      if (!match) continue
      const session = signIn.read(headers.authorization)
      if (!session || office.faults.strike('expired_token', api)) return { status: 401 }
      const params = match.slice(1).map(decoded)
      const call = { session, params, query: url.searchParams, contentType, body, correlationId }
      return this.#limited(api, session.clientId, () => answer(office, call))
    }
    return { status: 404, body: { statusCode: 404, message: 'Resource not found' } }
  }

  async #limited(api: LimitedApi, clientId: string, task: () => Reply | Promise<Reply>): Promise<Reply | null> {
    const seconds = this.#deps.office.faults.throttledSeconds(api)
    if (seconds !== null) return throttled(seconds)
    const result = this.#deps.limits.take(api, clientId)
    if (result.kind === 'exceeded') return this.#exceeded(result)
    const reply = await this.#withFaults(api, task)
    if (!reply || result.limit === null) return reply
    const headers = { 'X-Rate-Limit-Limit': String(result.limit), 'X-Rate-Limit-Remaining': String(result.remaining) }
    return { ...reply, headers: { ...headers, ...reply.headers } }
  }

  async #withFaults(api: LimitedApi, task: () => Reply | Promise<Reply>): Promise<Reply | null> {
    const { faults } = this.#deps.office
    if (faults.strike('timeout_before', api)) return null
    const before = faults.strike('error_before', api)
    if (before) return serverError(before.status)
    const reply = await task()
    if (api === 'submit' || api === 'changeState') checkpoint(`practice_took_${api}`)
    if (faults.strike('timeout_after', api)) return null
    const after = faults.strike('error_after', api)
    return after ? serverError(after.status) : reply
  }

  #exceeded({ limit, waitMs }: Extract<LimitResult, { readonly kind: 'exceeded' }>): Reply {
    return throttled(Math.max(1, Math.ceil(waitMs / 1000)), {
      'X-Rate-Limit-Limit': String(limit),
      'X-Rate-Limit-Remaining': '0',
      'X-Rate-Limit-Reset': new Date(this.#deps.office.clock.now() + waitMs).toISOString(),
    })
  }
}

const decoded = (text: string): string => nullIfThrown(() => decodeURIComponent(text)) ?? text

const throttled = (seconds: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 429,
  headers: { ...headers, 'Retry-After': String(seconds) },
  body: { statusCode: 429, message: `Rate limit is exceeded. Try again in ${seconds} seconds.` },
})

const serverError = (status = 500): Reply => ({
  status,
  body: {
    error: { code: 'InternalServerError', message: 'An unexpected error has occurred', target: null, details: null },
  },
})
