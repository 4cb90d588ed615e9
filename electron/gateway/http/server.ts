import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { OwnerPinRule } from '../../../shared/api/axes.ts'
import { Fault } from '../../../shared/api/faults.ts'
import { chooseLanguage } from '../../../shared/words/words.ts'
import type { Randomness } from '../ports.ts'
import { anonymous, type Caller } from './access.ts'
import { type AnswersDeps, noteAnswers } from './answers.ts'
import { type AuthenticationDeps, authenticate } from './authenticate.ts'
import { type Call, checkOnlyApplied, type Handler, type ParsedCall, type ServedEndpoint } from './call.ts'
import { answerMalformedRequest, connectionTimeouts, drainRequest, limitConnections } from './connections.ts'
import { guardRequest, handleCors, isHiddenFromNetwork, type ListenerRules } from './guards.ts'
import { traceOf } from './headers.ts'
import { parseJsonText, withoutByteOrderMark } from './json-text.ts'
import { type DesktopHeader, pinOriginOf } from './origin.ts'
import { matchesPath, pathOf, routerPath } from './paths.ts'
import { faultHeadersOf, problemOf, toFault } from './problems.ts'
import {
  isJsonRequest,
  parsePreferHeader,
  readHeaders,
  readOwnerPin,
  readParams,
  readQuery,
  validateBody,
} from './read-request.ts'
import { serveScreens } from './screens.ts'

export interface Route {
  readonly endpoint: ServedEndpoint
  readonly handle: Handler
}

export interface ServerDeps extends AuthenticationDeps, AnswersDeps {
  readonly randomness: Randomness
  /** A function, because the port is known only after the server listens. */
  readonly listeners: () => ListenerRules
  readonly routes: readonly Route[]
  /** Open paths; they hold no data. */
  readonly openPages: readonly string[]
  /** Absent or null if there are no screens. */
  readonly screensDir?: string | null
  /** Proves that a request comes from the desktop's own window. */
  readonly desktop: DesktopHeader
  /** Throws if no owner entered the PIN. @returns the caller from now on */
  readonly confirm: (call: Call, ask: OwnerPinRule) => Promise<Caller>
  /** Runs a request within its trace. */
  readonly traces: { within<Result>(traceparent: string, task: () => Promise<Result>): Promise<Result> }
  /** Uses up the caller's approval before anything is done by it. */
  readonly redeem: (call: ParsedCall, endpoint: ServedEndpoint) => Promise<void>
}

/** Pages without a token have no endpoint. */
declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: ServedEndpoint
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** Checks run in the order of contract 2. Guards, route, token and scope come before a byte of the body is read. */
export function createServer(deps: ServerDeps): FastifyInstance {
  // With its wider type: otherwise the whole application would be typed after pino's.
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would take a hundredth of the time of a sale.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    genReqId: () => deps.randomness.guid(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // While the server stops, open connections are still answered; each ends with its answer.
    return503OnClosing: false,
    keepAliveTimeout: connectionTimeouts.keepAliveMs,
    requestTimeout: connectionTimeouts.requestMs,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: connectionTimeouts.headersMs,
      connectionsCheckingInterval: connectionTimeouts.lookEveryMs,
      requireHostHeader: false,
    },
    schemaController: withoutSchemas,
    routerOptions: { ignoreTrailingSlash: false, ignoreDuplicateSlashes: false, caseSensitive: true },
    clientErrorHandler: answerMalformedRequest,
    frameworkErrors: (_error, request, reply) => void refuseTarget(request, reply, deps.listeners()),
  })
  const connections = limitConnections(app.server, deps.refusals)
  app.decorateRequest('caller', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const methodsAt = methodsByPath(deps)
  noteAnswers(app, deps)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everyAnswer(request))
    guardRequest(request.raw, deps.listeners())
    if (handleCors(request, reply, deps.listeners())) return reply
    const { endpoint } = request.routeOptions.config
    const path = pathOf(request)
    const isElsewhere = request.is404 || (endpoint && !matchesPath(endpoint.path, path))
    if (isElsewhere || isHiddenFromNetwork(request.raw, { endpoint, path }, deps.listeners()))
      throw noRoute(methodsAt(request))
    if (!endpoint) return
    request.caller = await authenticate(request.raw, endpoint, deps)
    if (request.caller !== anonymous) connections.markAuthenticated(request.raw.socket)
    if (endpoint.method === 'POST' && !isJsonRequest(request.raw)) throw new Fault('unsupported_media_type')
  })
  app.setNotFoundHandler((request) => {
    throw noRoute(methodsAt(request))
  })
  app.setErrorHandler(async (thrown, request, reply) => {
    await drainRequest(request.raw, reply.raw)
    return answerError(thrown, request, reply)
  })
  for (const route of deps.routes) addRoute(app, route, deps)
  if (deps.screensDir != null) serveScreens(app, deps.screensDir, (request) => noRoute(methodsAt(request)))
  return app
}

/** The catalogue validates and writes; without this Fastify loads compilers of its own. */
const withoutSchemas = { compilersFactory: { buildValidator: () => noSchemas, buildSerializer: () => noSchemas } }

function noSchemas(): never {
  throw new Error('routes have no schemas of Fastify')
}

const everyAnswer = ({ id }: FastifyRequest) => ({
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'x-request-id': id,
})

function addRoute(app: FastifyInstance, { endpoint, handle }: Route, deps: ServerDeps): void {
  app.route({
    method: endpoint.method,
    url: routerPath(endpoint.path),
    bodyLimit: endpoint.mostBodyBytes,
    config: { endpoint },
    handler: async (request, reply) => {
      const prefers = parsePreferHeader(request.raw.headers['prefer'] as string | undefined)
      // A refusal says so, too.
      if (prefers.isCheckOnly && endpoint.cell?.operation === 'submit')
        reply.header('preference-applied', checkOnlyApplied)
      const call = await callOf(request, { endpoint, prefers }, deps)
      if (call.caller.approval !== undefined) await deps.redeem(call, endpoint)
      const read = endpoint.ownerPin ? { ...call, caller: await deps.confirm(call, endpoint.ownerPin) } : call
      // The only cast of types: `callOf` has read every part by the schemas of this endpoint, and `routes.ts` pairs
      // each row with the handler of the same type.
      const trace = traceOf(request.raw)
      const answer = await (trace ? deps.traces.within(trace, () => handle(read as never)) : handle(read as never))
      reply.code(answer.status)
      if (answer.headers) reply.headers(answer.headers)
      if (answer.media) return reply.type(answer.media.type).send(answer.media.content)
      if (answer.body === undefined) return reply.send()
      // Through its schema, so that no undeclared field leaks. A record has only declared fields.
      const schema = endpoint.cell ? undefined : endpoint.answers[answer.status]
      const body = schema ? schema.parse(answer.body) : answer.body
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    },
  })
}

const noBytes = new Uint8Array()

async function callOf(
  request: FastifyRequest,
  { endpoint, prefers }: { readonly endpoint: ServedEndpoint } & Pick<Call, 'prefers'>,
  { desktop }: ServerDeps,
): Promise<ParsedCall> {
  const { raw, caller } = request
  if (!caller) throw new Fault('unauthorized')
  const params = readParams(request.params, endpoint)
  const { query, inputs: inputsInQuery } = readQuery(raw.url ?? '', endpoint)
  const headers = readHeaders(raw, endpoint, inputsInQuery)
  const rawBody = request.body instanceof Uint8Array ? withoutByteOrderMark(request.body) : noBytes
  const json = endpoint.body ? parseJsonText(rawBody) : {}
  const body = await validateBody(json, endpoint, caller)
  return {
    caller,
    language: chooseLanguage(raw.headers['accept-language']),
    params,
    headers,
    inputsInQuery,
    query,
    body,
    rawBody,
    // Every body schema is an object, so anything else was refused before.
    json: json as object,
    prefers,
    ifNoneMatch: raw.headers['if-none-match'] ?? null,
    origin: () => pinOriginOf(raw, desktop),
    ownerPin: endpoint.ownerPin ? readOwnerPin(raw) : null,
  }
}

/** Methods of hidden paths are not shown to other computers. */
function methodsByPath({ routes, openPages, listeners }: ServerDeps): (request: FastifyRequest) => readonly string[] {
  const pages = openPages.map((path) => ({ path, method: 'GET', endpoint: undefined }))
  const served = Map.groupBy(
    [...pages, ...routes.map(({ endpoint }) => ({ ...endpoint, endpoint }))],
    ({ path }) => path,
  )
  return (request) => {
    const path = pathOf(request)
    const found = served.get(path) ?? [...served].find(([template]) => matchesPath(template, path))?.[1] ?? []
    return found.filter((each) => !isHiddenFromNetwork(request.raw, each, listeners())).map(({ method }) => method)
  }
}

function noRoute(allowed: readonly string[]): Fault {
  if (allowed.length === 0) return new Fault('route_not_found')
  return new Fault('method_not_allowed', { allowedMethods: allowed, values: { methods: allowed.join(', ') } })
}

/** A path that cannot be decoded reaches no hook, so the guards are called here. */
function refuseTarget(request: FastifyRequest, reply: FastifyReply, listeners: ListenerRules): FastifyReply {
  reply.headers(everyAnswer(request))
  try {
    guardRequest(request.raw, listeners)
    return answerError(new Fault('bad_request_target'), request, reply)
  } catch (refusal) {
    return answerError(refusal, request, reply)
  }
}

function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const fault = frameworkFault(thrown, request) ?? toFault(thrown)
  if (fault.code === 'internal_error' || fault.code === 'storage_unavailable')
    request.log.error(
      { err: fault.details.cause, code: fault.code, request_id: request.id, traceparent: traceOf(request.raw) },
      'request failed',
    )
  const problem = problemOf(fault, pathOf(request), chooseLanguage(request.headers['accept-language']))
  // Fastify's header would end the connection in the middle of a body that is too large.
  if (reply.raw.shouldKeepAlive && reply.hasHeader('connection')) reply.removeHeader('connection')
  return reply
    .code(problem.status)
    .headers(faultHeadersOf(fault))
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

function frameworkFault(thrown: unknown, request: FastifyRequest): Fault | null {
  switch (thrown instanceof Error && 'code' in thrown ? thrown.code : null) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const most = request.routeOptions.config.endpoint?.mostBodyBytes ?? 0
      return new Fault('body_too_large', { values: { limit: `${Math.round(most / 1024)} KB` } })
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Fault('unsupported_media_type')
    // The caller closed the connection before the whole body came: no one reads this answer.
    case 'ECONNRESET':
      return request.raw.complete ? null : new Fault('malformed_json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Fault('malformed_json', { cause: thrown })
    default:
      return null
  }
}
