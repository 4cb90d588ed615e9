import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Fault } from '../../../shared/api/faults.ts'
import { languageFor } from '../../../shared/words/words.ts'
import type { Randomness } from '../ports.ts'
import { anonymous, type Caller } from './access.ts'
import { admit, type DoorKeepers } from './admit.ts'
import { type AnswersDeps, noteAnswers } from './answers.ts'
import type { Call, Handler, ReadCall, ServedEndpoint } from './call.ts'
import { hearToTheEnd, limitConnections, patience, refuseUnreadable } from './connections.ts'
import { answerPreflight, type Doors, guardRequest, isHidden } from './guards.ts'
import { traceOf } from './headers.ts'
import { afterMark, parseJsonText } from './json-text.ts'
import { originOf, type ShownBy } from './origin.ts'
import { isAtPath, pathOf, routerPath } from './paths.ts'
import { faultOf, headersOf, problemOf } from './problems.ts'
import { isJsonContent, readBody, readHeaders, readOwnerPin, readParams, readQuery, readWait } from './read-ask.ts'
import { serveScreens } from './screens.ts'

export interface Route {
  readonly endpoint: ServedEndpoint
  readonly handle: Handler
}

export interface ServerDeps extends DoorKeepers, AnswersDeps {
  readonly randomness: Randomness
  /** Read at every request: the port is known only once the server listens. */
  readonly doors: () => Doors
  readonly routes: readonly Route[]
  /** Paths served to anybody on this machine; they hold no data. */
  readonly openPages: readonly string[]
  /** Where the built screens are; absent or null for a gateway without any. */
  readonly screensDir?: string | null
  /** What only the desktop's own window shows. */
  readonly desktop: ShownBy
  /** Lets go on only where an owner has entered the PIN, and says who the caller is then. */
  readonly confirm: (call: Call) => Promise<Caller>
  /** What is done for a request with a trace; the trace is passed on. */
  readonly traces: { within<Result>(traceparent: string, task: () => Promise<Result>): Promise<Result> }
  /** Uses up an approval that the caller came in with, before anything is done by it. */
  readonly redeem: (call: ReadCall, endpoint: ServedEndpoint) => Promise<void>
}

/** What Fastify knows of a route of ours; pages without a token have no endpoint. */
declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: ServedEndpoint
  }
  interface FastifyRequest {
    caller: Caller | null
  }
}

/**
 * The HTTP server with its checks in the order of contract 2, each before the next looks at anything. Guards, route,
 * token and scope come before a byte of the body is read.
 */
export function createServer(deps: ServerDeps): FastifyInstance {
  // Said by its wider type, or the whole application would be typed after pino's.
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    genReqId: () => deps.randomness.guid(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    // Who asks on an open connection while it stops is answered like anybody; the connection ends with the answer.
    return503OnClosing: false,
    keepAliveTimeout: patience.keepAliveMs,
    requestTimeout: patience.requestMs,
    http: {
      maxHeaderSize: 16 * 1024,
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookEveryMs,
      requireHostHeader: false,
    },
    schemaController: withoutSchemas,
    routerOptions: { ignoreTrailingSlash: false, ignoreDuplicateSlashes: false, caseSensitive: true },
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (_error, request, reply) => void refuseTarget(request, reply, deps.doors()),
  })
  const connections = limitConnections(app.server, deps.refusals)
  app.decorateRequest('caller', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const methodsAt = methodsByPath(deps)
  noteAnswers(app, deps)

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everyAnswer(request))
    guardRequest(request.raw, deps.doors())
    if (answerPreflight(request, reply, deps.doors())) return reply
    const { endpoint } = request.routeOptions.config
    const path = pathOf(request)
    const isElsewhere = request.is404 || (endpoint && !isAtPath(endpoint.path, path))
    if (isElsewhere || isHidden(request.raw, { endpoint, path }, deps.doors())) throw noRoute(methodsAt(request))
    if (!endpoint) return
    request.caller = await admit(request.raw, endpoint, deps)
    if (request.caller !== anonymous) connections.markAuthenticated(request.raw.socket)
    if (endpoint.method === 'POST' && !isJsonContent(request.raw)) throw new Fault('unsupported_media_type')
  })
  app.setNotFoundHandler((request) => {
    throw noRoute(methodsAt(request))
  })
  app.setErrorHandler(async (thrown, request, reply) => {
    await hearToTheEnd(request.raw, reply.raw)
    return answerError(thrown, request, reply)
  })
  for (const route of deps.routes) addRoute(app, route, deps)
  if (deps.screensDir != null) serveScreens(app, deps.screensDir, (request) => noRoute(methodsAt(request)))
  return app
}

/** Every route reads and writes by the catalogue. Where nothing is said Fastify loads compilers for schemas of its own. */
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
      const call = callOf(request, endpoint, deps)
      if (call.caller.approval !== undefined) await deps.redeem(call, endpoint)
      const read = endpoint.ownerPin ? { ...call, caller: await deps.confirm(call) } : call
      // The one place where types are taken on trust: `callOf` has just read every part by the schemas of this endpoint,
      // and who made the route gave it the handler that is typed by the same row (`routes.ts`).
      const trace = traceOf(request.raw)
      const answer = await (trace ? deps.traces.within(trace, () => handle(read as never)) : handle(read as never))
      reply.code(answer.status)
      if (answer.headers) reply.headers(answer.headers)
      if (answer.media) return reply.type(answer.media.type).send(answer.media.content)
      if (answer.body === undefined) return reply.send()
      // Through its schema, so that no undeclared field leaks. A record is made of declared fields alone.
      const schema = endpoint.cell ? undefined : endpoint.answers[answer.status]
      const body = schema ? schema.parse(answer.body) : answer.body
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    },
  })
}

const noBytes = new Uint8Array()

function callOf(request: FastifyRequest, endpoint: ServedEndpoint, { desktop }: ServerDeps): ReadCall {
  const { raw, caller } = request
  if (!caller) throw new Fault('unauthorized')
  const params = readParams(request.params, endpoint)
  const { query, inputs: inputsInQuery } = readQuery(raw.url ?? '', endpoint)
  const headers = readHeaders(raw, endpoint, inputsInQuery)
  const rawBody = request.body instanceof Uint8Array ? afterMark(request.body) : noBytes
  const json = endpoint.body ? parseJsonText(rawBody) : {}
  const body = readBody(json, endpoint)
  return {
    caller,
    language: languageFor(raw.headers['accept-language']),
    params,
    headers,
    inputsInQuery,
    query,
    body,
    rawBody,
    // Every body is described as an object, so that what is none has not come so far.
    json: json as object,
    preferWaitMs: readWait(raw.headers['prefer'] as string | undefined),
    ifNoneMatch: raw.headers['if-none-match'] ?? null,
    origin: () => originOf(raw, desktop),
    ownerPin: endpoint.ownerPin ? readOwnerPin(raw) : null,
  }
}

/** What a caller may ask at its path: nothing is told of what is hidden from callers of another computer. */
function methodsByPath({ routes, openPages, doors }: ServerDeps): (request: FastifyRequest) => readonly string[] {
  const pages = openPages.map((path) => ({ path, method: 'GET', endpoint: undefined }))
  const served = Map.groupBy(
    [...pages, ...routes.map(({ endpoint }) => ({ ...endpoint, endpoint }))],
    ({ path }) => path,
  )
  return (request) => {
    const path = pathOf(request)
    const found = served.get(path) ?? [...served].find(([template]) => isAtPath(template, path))?.[1] ?? []
    return found.filter((each) => !isHidden(request.raw, each, doors())).map(({ method }) => method)
  }
}

function noRoute(allowed: readonly string[]): Fault {
  if (allowed.length === 0) return new Fault('route_not_found')
  return new Fault('method_not_allowed', { allowedMethods: allowed, values: { methods: allowed.join(', ') } })
}

/** A target that cannot be decoded reaches no hook: the guards come first here too. */
function refuseTarget(request: FastifyRequest, reply: FastifyReply, doors: Doors): FastifyReply {
  reply.headers(everyAnswer(request))
  try {
    guardRequest(request.raw, doors)
    return answerError(new Fault('bad_request_target'), request, reply)
  } catch (refusal) {
    return answerError(refusal, request, reply)
  }
}

function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const fault = frameworkFault(thrown, request) ?? faultOf(thrown)
  if (fault.code === 'internal_error' || fault.code === 'storage_unavailable')
    request.log.error(
      { err: fault.details.cause, code: fault.code, traceparent: traceOf(request.raw) },
      'request failed',
    )
  const language = languageFor(request.headers['accept-language'])
  const problem = problemOf(fault, pathOf(request), language)
  // Fastify's word, which would end the connection in the middle of a body that is too large.
  if (reply.raw.shouldKeepAlive && reply.hasHeader('connection')) reply.removeHeader('connection')
  return reply
    .code(problem.status)
    .headers(headersOf(fault))
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem))
}

/** Fastify's own refusals of a body, by its error codes. */
function frameworkFault(thrown: unknown, request: FastifyRequest): Fault | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const most = request.routeOptions.config.endpoint?.mostBodyBytes ?? 0
      return new Fault('body_too_large', { values: { limit: `${Math.round(most / 1024)} KB` } })
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Fault('unsupported_media_type')
    // The other side went away before its body was there: this answer reaches no one, and nothing is wrong here.
    case 'ECONNRESET':
      return request.raw.complete ? null : new Fault('malformed_json')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Fault('malformed_json', { cause: thrown })
    default:
      return null
  }
}
