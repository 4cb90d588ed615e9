import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { chooseLanguage, languages } from '../../../shared/words/words.ts'
import type { AccessRefusalCounter, Log } from '../ports.ts'
import type { PublicAnswer, PublicRequest } from './call.ts'
import { answerMalformedRequest, backlog, connectionTimeouts, limitConnections } from './connections.ts'
import { networkOf } from './origin.ts'
import { toFault } from './problems.ts'

/** A page for the public, on a port of its own. */
export interface PublicListener {
  /** Listens on loopback, behind a proxy that speaks TLS. @throws Error EADDRINUSE */
  listen(port: number): Promise<unknown>
  /** Null before it listens. */
  port(): number | null
  close(): Promise<unknown>
}

export interface PublicListenerDeps {
  readonly answer: (ask: PublicRequest) => Promise<PublicAnswer>
  readonly policy: string
  readonly refusals: Pick<AccessRefusalCounter, 'count'>
  readonly log: Log
}

type PageRequest = FastifyRequest<{ Params: { readonly ticket: string }; Querystring: { readonly lang?: unknown } }>

const mostFormBytes = 8 * 1024

/**
 * A server of its own: it knows no token, no session and no other route. It sets no cookie, and logs no address, path
 * or form.
 */
export function createPublicFormListener({ answer, policy, refusals, log }: PublicListenerDeps): PublicListener {
  const app = formServer(refusals)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })
  app.setErrorHandler((thrown, _request, reply) => {
    const status = refusedByFramework(thrown)
    if (status === null) {
      const { code, details } = toFault(thrown)
      log.error({ err: details.cause, code }, 'the page for buyers failed')
    }
    return reply
      .code(status ?? 503)
      .type('text/plain; charset=utf-8')
      .send()
  })
  const show = async (request: PageRequest, reply: FastifyReply, ticket: string) => {
    const { query, headers, body, ip } = request
    const {
      status,
      content,
      type = 'text/html; charset=utf-8',
    } = await answer({
      ticket,
      language: languages.find((each) => each === query.lang) ?? chooseLanguage(headers['accept-language']),
      origin: networkOf(ip),
      typed: body instanceof URLSearchParams ? Object.fromEntries(body) : null,
    })
    return reply
      .code(status)
      .type(type)
      .send(typeof content === 'string' ? content : Buffer.from(content))
  }
  app.route({
    method: ['GET', 'POST'],
    url: '/r/:ticket',
    handler: (request: PageRequest, reply) => show(request, reply, request.params.ticket),
  })
  app.setNotFoundHandler((request: PageRequest, reply) => show(request, reply, ''))
  return {
    listen: (port) => app.listen({ host: '127.0.0.1', port, backlog }),
    port() {
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : null
    },
    close: () => app.close(),
  }
}

function formServer(refusals: PublicListenerDeps['refusals']) {
  const app = Fastify({
    logger: false,
    // The proxy on this computer says where callers come from.
    trustProxy: 'loopback',
    exposeHeadRoutes: false,
    bodyLimit: mostFormBytes,
    forceCloseConnections: 'idle',
    keepAliveTimeout: connectionTimeouts.keepAliveMs,
    requestTimeout: connectionTimeouts.requestMs,
    http: {
      maxHeaderSize: 8 * 1024,
      headersTimeout: connectionTimeouts.headersMs,
      connectionsCheckingInterval: connectionTimeouts.lookEveryMs,
    },
    routerOptions: { maxParamLength: 100 },
    clientErrorHandler: answerMalformedRequest,
  })
  limitConnections(app.server, refusals)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  )
  return app
}

/** Fastify's codes for the caller's own faults: too large, no form, or cut off. */
function refusedByFramework(thrown: unknown): number | null {
  if (!(thrown instanceof Error && 'statusCode' in thrown)) return null
  const { statusCode } = thrown
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500 ? statusCode : null
}
