import { checkpoint } from '../../../platform/crash-points.ts'
import type { Randomness } from '../../../ports.ts'
import type { Faults } from '../faults/script.ts'
import type { Session, SignIn } from '../people/sign-in.ts'
import { sharePage } from '../questions/share-page.ts'
import type { Validation } from '../validation/validation.ts'
import type { Office } from './office.ts'
import type { Api, LimitResult, RateLimits } from './rate-limits.ts'
import type { Reply } from './reply.ts'
import { matchRoute } from './routes.ts'
import type { Incoming } from './server.ts'

export interface RequestHandlerDeps {
  readonly office: Office
  readonly signIn: SignIn
  readonly limits: RateLimits
  readonly validation: Validation
}

/** Everything between the socket and the answers: who asks, how often, and what is made to go wrong. */
export class RequestHandler {
  readonly #deps: RequestHandlerDeps
  readonly #correlationPrefix: string
  #requests = 0

  constructor(deps: RequestHandlerDeps) {
    this.#deps = deps
    this.#correlationPrefix = newCorrelationPrefix(deps.office.randomness)
  }

  /** @returns null to never answer */
  async answer(incoming: Incoming): Promise<Reply | null> {
    this.#requests += 1
    const correlationId = `${this.#correlationPrefix}:${this.#requests.toString(16).toUpperCase().padStart(8, '0')}`
    const reply = await this.#answer(incoming, correlationId)
    return reply && { ...reply, headers: { correlationId, ...reply.headers } }
  }

  async #answer(incoming: Incoming, correlationId: string): Promise<Reply | null> {
    const { office, signIn, validation } = this.#deps
    const { method, url, headers, body } = incoming
    const contentType = headers['content-type'] ?? ''
    if (method === 'POST' && url.pathname === '/connect/token') {
      const onBehalfOf = headers['onbehalfof']
      const asked = { contentType, body, onBehalfOf: typeof onBehalfOf === 'string' ? onBehalfOf : null }
      const clientId = new URLSearchParams(body.toString('utf8')).get('client_id') ?? ''
      return this.#limited('login', clientId.slice(0, 100), () => signIn.token(asked))
    }
    await validation.runDue()
    const page = method === 'GET' ? sharePage(office.ledger, url.pathname) : null
    if (page) return page
    const match = matchRoute(method, url.pathname)
    if (!match) return { status: 404, body: { statusCode: 404, message: 'Resource not found' } }
    const { route, params } = match
    const session = this.#sessionOf(headers.authorization, route.api)
    if (!session) return { status: 401 }
    const call = { session, params, query: url.searchParams, contentType, body, correlationId }
    return this.#limited(route.api, session.clientId, () => route.answer(office, call))
  }

  #sessionOf(authorization: string | undefined, api: Api): Session | null {
    const session = this.#deps.signIn.read(authorization)
    return session && this.#faults.strike('expired_token', api) ? null : session
  }

  async #limited(api: Api, clientId: string, task: () => Reply | Promise<Reply>): Promise<Reply | null> {
    const seconds = this.#faults.throttledSeconds(api)
    if (seconds !== null) return throttled(seconds)
    const result = this.#deps.limits.take(api, clientId)
    if (result.kind === 'exceeded') return this.#exceeded(result)
    const reply = await this.#withFaults(api, task)
    if (!reply || result.limit === null) return reply
    const headers = { 'X-Rate-Limit-Limit': String(result.limit), 'X-Rate-Limit-Remaining': String(result.remaining) }
    return { ...reply, headers: { ...headers, ...reply.headers } }
  }

  async #withFaults(api: Api, task: () => Reply | Promise<Reply>): Promise<Reply | null> {
    if (this.#faults.strike('timeout_before', api)) return null
    const before = this.#faults.strike('error_before', api)
    if (before) return serverError(before.status)
    const reply = await task()
    if (api === 'submit' || api === 'changeState') checkpoint(`practice_took_${api}`)
    if (this.#faults.strike('timeout_after', api)) return null
    const after = this.#faults.strike('error_after', api)
    return after ? serverError(after.status) : reply
  }

  #exceeded({ limit, waitMs }: Extract<LimitResult, { readonly kind: 'exceeded' }>): Reply {
    const reply = throttled(Math.max(1, Math.ceil(waitMs / 1000)))
    const resetAt = new Date(this.#deps.office.clock.now() + waitMs).toISOString()
    const headers = {
      'X-Rate-Limit-Limit': String(limit),
      'X-Rate-Limit-Remaining': '0',
      'X-Rate-Limit-Reset': resetAt,
    }
    return { ...reply, headers: { ...headers, ...reply.headers } }
  }

  get #faults(): Faults {
    return this.#deps.office.faults
  }
}

/** Like the ones on record, `0HND…:00000025` (myinvois 4). */
const newCorrelationPrefix = (randomness: Randomness): string =>
  `0HND${Buffer.from(randomness.secret(12), 'base64url').toString('hex').slice(0, 9).toUpperCase()}`

const throttled = (seconds: number): Reply => ({
  status: 429,
  headers: { 'Retry-After': String(seconds) },
  body: { statusCode: 429, message: `Rate limit is exceeded. Try again in ${seconds} seconds.` },
})

const serverError = (status: number | undefined): Reply => ({
  status: status ?? 500,
  body: {
    error: { code: 'InternalServerError', message: 'An unexpected error has occurred', target: null, details: null },
  },
})
