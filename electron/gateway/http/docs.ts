import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { OpenApiDocument } from '../../../shared/catalogue/openapi/document.ts'

/** Its own files and nothing else; pictures inside its style sheet are data. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/**
 * The reference, as a document at /openapi.json and as a page at /docs. Both are open: they contain no data, and the
 * guards of host and origin stand before them as before everything. What they are made of is loaded when somebody
 * first looks: 20 MB that a till never asks for.
 * @param app not yet listening
 */
export function serveDocs(app: FastifyInstance, reference: () => Promise<OpenApiDocument>): void {
  const document = once(reference)
  serveDocument(app, document)
  const pages = once(async () => docsPages(await document()))
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const { statusCode, headers, rawPayload } = await (await pages()).inject({
      method: 'GET',
      url: request.raw.url ?? '/docs',
      headers: pick(request.headers, ['if-none-match', 'if-modified-since']),
    })
    if (statusCode >= 400 && statusCode < 500) throw new Fault('route_not_found')
    return reply.code(statusCode).headers(pick(headers, told)).send(rawPayload)
  }
  app.get('/docs', show)
  app.get('/docs/*', show)
}

const told = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'last-modified', 'location']

const pick = (headers: OutgoingHttpHeaders | IncomingHttpHeaders, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** An application of its own, because ours takes no more pages once it listens. */
async function docsPages(document: OpenApiDocument): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const pages = Fastify()
  // The plugin's types stop at OpenAPI 3.0; it serves the document as it is.
  await pages.register(swagger, { mode: 'static', specification: { document: document as never } })
  await pages.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    // Otherwise the page sends the document to a validator on the internet.
    validatorUrl: false,
    theme: { title: 'Resit gateway' },
    // Without the bar on top, which loads any document from anywhere.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'none', deepLinking: true, persistAuthorization: false },
  })
  return pages
}

function serveDocument(app: FastifyInstance, document: () => Promise<OpenApiDocument>): void {
  const file = once(async () => {
    const text = JSON.stringify(await document())
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  })
  app.get('/openapi.json', async (request, reply) => {
    const { text, etag } = await file()
    reply.headers({ etag, 'cache-control': 'no-cache' })
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
    if (known.includes(etag) || known.includes('*')) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
